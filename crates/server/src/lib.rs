//! The command line of Refrain, its HTTP API and its web console.
//!
//! A library beside the binary only so that fuzz targets can reach what reads foreign input. It promises nothing to
//! anyone else.
#![forbid(unsafe_code)]

pub mod auth;
pub mod cli;
mod clock;
pub mod config;
pub mod http;
mod icalendar;
pub mod logging;
mod preview;
pub mod serve;
pub mod telemetry;
