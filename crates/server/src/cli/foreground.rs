//! Runs a server in the foreground: until a signal stops it.

use std::io::Write as _;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

use super::output::{Failure, Report};
use super::store_access::refused;
use crate::config::LoadedConfig;
use crate::serve::{Reload, Server};
use crate::telemetry::outlet::Outlet;

/// How a command runs its server.
pub(super) struct Foreground<L> {
    /// Loads the configuration again, at each SIGHUP.
    pub(super) load: L,
    /// Returns text for people, given the base URL of the server.
    pub(super) greeting: fn(&str) -> String,
}

impl<L> Foreground<L>
where
    L: Fn() -> Result<LoadedConfig, Failure> + Send + 'static,
{
    /// Runs the server until a signal stops it.
    pub(super) fn run(self, loaded: &LoadedConfig) -> Result<Report, Failure> {
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(self.serve(loaded))?;
        Ok(Report::new(String::new()))
    }

    async fn serve(self, loaded: &LoadedConfig) -> Result<(), Failure> {
        let outlet = Outlet::open(&loaded.config).map_err(refused)?;
        for warning in &loaded.warnings {
            tracing::warn!(name: "config.warning", "{warning}");
        }
        let server = Server::configured(loaded).await.map_err(refused)?;
        // Before the greeting: a program that reads it may send a signal at once.
        let (mut ends, hang_ups) = (StopSignals::listen()?, signal(SignalKind::hangup())?);
        greet(&server, self.greeting).await;
        let (stop, at_once) = (CancellationToken::new(), CancellationToken::new());
        let reported = [stop.clone(), at_once.clone()];
        let waiting = tokio::spawn(async move {
            for token in reported {
                ends.next().await;
                token.cancel();
            }
        });
        let reloading = tokio::spawn(reload(self.load, server.reload(), hang_ups));
        let served = server.run_until(stop, at_once).await.map_err(refused);
        waiting.abort();
        reloading.abort();
        outlet.end().await;
        served
    }
}

/// Prints the address and commands to try. This text is for people and not part of the log.
async fn greet(server: &Server, greeting: fn(&str) -> String) {
    if !server.is_listening() {
        return;
    }
    let base = server.base();
    let mut text = format!("refrain listens on {base}\n\n  console: {base}/\n{}\n", greeting(&base));
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

/// Reloads the configuration on every SIGHUP. An invalid one changes nothing.
async fn reload<L>(load: L, reload: Reload, mut hang_ups: Signal)
where
    L: Fn() -> Result<LoadedConfig, Failure>,
{
    while hang_ups.recv().await.is_some() {
        match load() {
            Ok(loaded) => match reload.with(&loaded).await {
                Ok(_) => {
                    tracing::info!(name: "config.reloaded", "reloaded the certificate, the commands and the schedules");
                }
                Err(error) => {
                    tracing::error!(name: "config.not_reloaded", %error, "not everything could be reloaded");
                }
            },
            Err(failure) => {
                tracing::error!(name: "config.not_reloaded", "the configuration is invalid: {}", failure.to_text());
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
