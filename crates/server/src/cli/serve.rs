//! `refrain serve`: starts the server and runs until a signal stops it.

use std::io::Write as _;

use clap::Args;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

use super::output::{Failure, Report};
use super::store_access::refused;
use crate::config::{LoadedConfig, Overrides, Sources};
use crate::serve::{Reload, Server};
use crate::telemetry::outlet::Outlet;

/// Start the server: the engine and its HTTP API
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain serve
  refrain serve --store postgres://refrain@db/refrain --bind 127.0.0.1:8080
  refrain serve --config /etc/refrain.toml --role worker

Then:
  curl http://127.0.0.1:7433/readyz

SIGTERM and Ctrl-C stop the server gracefully; a second signal stops it immediately. SIGHUP reloads the certificate and
the schedules of the configuration file.")]
pub(super) struct Serve {
    #[command(flatten)]
    overrides: Overrides,
}

impl Serve {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let loaded = self.loaded()?;
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(self.serve(&loaded))?;
        Ok(Report::new(String::new()))
    }

    fn loaded(&self) -> Result<LoadedConfig, Failure> {
        Ok(LoadedConfig::from_sources(&Sources::of_process(self.overrides.clone()))?)
    }

    async fn serve(&self, loaded: &LoadedConfig) -> Result<(), Failure> {
        let outlet = Outlet::open(&loaded.config).map_err(refused)?;
        for warning in &loaded.warnings {
            tracing::warn!(name: "config.warning", "{warning}");
        }
        let server = Server::configured(loaded).await.map_err(refused)?;
        // Before the greeting: a program that reads it may send a signal at once.
        let (mut ends, hang_ups) = (StopSignals::listen()?, signal(SignalKind::hangup())?);
        greet(&server).await;
        let (stop, at_once) = (CancellationToken::new(), CancellationToken::new());
        let reported = [stop.clone(), at_once.clone()];
        let waiting = tokio::spawn(async move {
            for token in reported {
                ends.next().await;
                token.cancel();
            }
        });
        let reloading = tokio::spawn(reload(self.overrides.clone(), server.reload(), hang_ups));
        let served = server.run_until(stop, at_once).await.map_err(refused);
        waiting.abort();
        reloading.abort();
        outlet.end().await;
        served
    }
}

/// Prints the address and commands to try. This text is for people and not part of the log.
async fn greet(server: &Server) {
    let base = server.base();
    let mut text = format!(
        "refrain listens on {base}\n\n  console: {base}/\n  curl {base}/readyz\n  curl {base}/v1/schedules -H 'Content-Type: application/json' \\\n    \
         -d '{{\"id\": \"hello\", \"cron\": \"* * * * *\", \"timezone\": \"Europe/Paris\", \"action\": {{\"provider\": \"log\"}}}}'\n  \
         curl {base}/v1/schedules/hello/runs\n\n"
    );
    match server.first_link().await {
        Ok(Some(link)) => {
            text.push_str(&format!("No API key exists yet. This link logs you in once:\n  {link}\n\n"));
        }
        Ok(None) => {}
        Err(error) => tracing::warn!(name: "auth.no_link", %error, "could not create a login link"),
    }
    if let Some(warning) = server.warning() {
        // The log may go elsewhere, or not include warnings.
        text.push_str(&format!("WARNING: {warning}\n\n"));
    }
    // A server whose standard error is closed still serves.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Reloads the configuration on every SIGHUP.
async fn reload(overrides: Overrides, reload: Reload, mut hang_ups: Signal) {
    while hang_ups.recv().await.is_some() {
        match LoadedConfig::from_sources(&Sources::of_process(overrides.clone())) {
            Ok(loaded) => match reload.with(&loaded).await {
                Ok(_) => {
                    tracing::info!(name: "config.reloaded", "reloaded the certificate and the schedules of the configuration file");
                }
                Err(error) => {
                    tracing::error!(name: "config.not_reloaded", %error, "not everything could be reloaded");
                }
            },
            Err(problems) => {
                tracing::error!(name: "config.not_reloaded", "the configuration is invalid: {problems}");
            }
        }
    }
}

/// The signals that stop the process.
struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl StopSignals {
    fn listen() -> std::io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
