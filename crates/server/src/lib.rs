//! The command line of Refrain; later also its HTTP API and web console.
//!
//! A library beside the binary only so that fuzz targets can reach what reads foreign input. It promises nothing to
//! anyone else.
#![forbid(unsafe_code)]

pub mod cli;
mod clock;
pub mod config;
