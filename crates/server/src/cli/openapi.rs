//! `refrain openapi`: the document that describes the API, without a server.

use clap::Args;

use super::output::Report;
use crate::http::router;

/// Print the document that describes the HTTP API
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain openapi
  refrain openapi > openapi.json

A server shows the same at /v1/openapi.json.")]
pub(super) struct Openapi {}

impl Openapi {
    pub(super) fn run(&self) -> Report {
        Report::json(&router::document())
    }
}
