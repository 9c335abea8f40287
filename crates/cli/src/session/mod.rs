//! The connection of a command to a server: which server, with which key, and the output.

mod args;
mod contexts;

pub use self::args::{ConnectionArgs, SessionArgs, client_of, read_stdin};
pub use self::contexts::{Context, Contexts, complete_contexts};

use refrain_client::Client;

use crate::exit::Failure;
use crate::output::Output;

/// Server that a command uses if nothing names another one.
pub const DEFAULT_SERVER: &str = "http://127.0.0.1:7433";

/// What a command works with.
#[derive(Debug)]
pub struct Session {
    client: Client,
    output: Output,
}

impl Session {
    /// Creates a session.
    pub fn new(client: Client, output: Output) -> Self {
        Self { client, output }
    }

    /// Returns the client of the server.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the output.
    pub fn output(&self) -> &Output {
        &self.output
    }
}

/// Result of a command. What it shows is in the output of its session.
pub type Outcome = Result<(), Failure>;
