//! The command line of Refrain, its HTTP API and its web console.
//!
//! This crate is a library only so that tests and fuzz targets can reach its parsers. Its API is not stable.
#![forbid(unsafe_code)]

pub mod auth;
pub mod cli;
mod clock;
pub mod config;
pub mod http;
mod input;
mod preview;
pub mod serve;
mod telemetry;
mod tenant;
