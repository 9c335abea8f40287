//! The `refrain` binary.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    refrain_server::cli::run()
}
