//! `refrain serve`: starts the server and stays until it is told to end.

use std::io::Write as _;
use std::net::SocketAddr;

use clap::Args;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use super::output::{Failure, Report};
use super::stored::refused;
use crate::logging::{self, LogOptions};
use crate::serve::{ServeOptions, Server};

/// Start the server: the engine and its HTTP API
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain serve
  refrain serve --store postgres://refrain@db/refrain --bind 127.0.0.1:8080

Then:
  curl http://127.0.0.1:7433/readyz")]
pub(super) struct Serve {
    /// Where to listen
    #[arg(long, default_value = "127.0.0.1:7433", value_name = "ADDRESS:PORT")]
    bind: SocketAddr,
    /// The store: `sqlite:FILE`, `postgres://…`, `redis://…` or `memory:`
    #[arg(long, default_value = "sqlite:refrain.db", value_name = "ADDRESS")]
    store: String,
}

impl Serve {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let runtime = tokio::runtime::Runtime::new().map_err(Failure::Output)?;
        runtime.block_on(self.serve())?;
        Ok(Report::new(String::new()))
    }

    async fn serve(&self) -> Result<(), Failure> {
        logging::install(&LogOptions::default()).map_err(refused)?;
        let options = ServeOptions::new(self.bind, self.store.clone());
        let server = Server::open(options).await.map_err(refused)?;
        let _ = writeln!(std::io::stderr().lock(), "refrain listens on http://{}", server.address());
        let stop = CancellationToken::new();
        let told = stop.clone();
        let (mut terminate, mut interrupt) = (
            signal(SignalKind::terminate()).map_err(Failure::Output)?,
            signal(SignalKind::interrupt()).map_err(Failure::Output)?,
        );
        tokio::spawn(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            told.cancel();
        });
        server.run(stop).await.map_err(refused)
    }
}
