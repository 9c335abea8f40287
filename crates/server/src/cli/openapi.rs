//! `refrain openapi`: prints the OpenAPI document without a server.

use clap::Args;

use super::output::Report;
use crate::http::router;

/// Print the OpenAPI document of the HTTP API
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain openapi
  refrain openapi > openapi.json

A server serves the same document at /v1/openapi.json.")]
pub(super) struct Openapi {}

impl Openapi {
    pub(super) fn run(&self) -> Report {
        Report::json(&router::document())
    }
}
