//! `refrain serve`: starts the server and runs until a signal stops it.

use clap::Args;

use super::foreground::Foreground;
use super::output::{Failure, Report};
use crate::config::{LoadedConfig, Overrides, Sources};

/// Start the server: the engine and its HTTP API
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain serve
  refrain serve --store postgres://refrain@db/refrain --bind 127.0.0.1:8080
  refrain serve --config /etc/refrain.toml --role worker

Then:
  curl http://127.0.0.1:7433/readyz

SIGTERM and Ctrl-C stop the server gracefully; a second signal stops it immediately. SIGHUP reloads the certificate, the
commands and the schedules of the configuration file.")]
pub(super) struct Serve {
    #[command(flatten)]
    overrides: Overrides,
}

impl Serve {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let overrides = self.overrides.clone();
        let load = move || Ok(LoadedConfig::from_sources(&Sources::of_process(overrides.clone()))?);
        let loaded = load()?;
        Foreground { load, greeting: requests_to_try }.run(&loaded)
    }
}

fn requests_to_try(base: &str) -> String {
    format!(
        "  curl {base}/readyz\n  curl {base}/v1/schedules -H 'Content-Type: application/json' \\\n    \
         -d '{{\"id\": \"hello\", \"cron\": \"* * * * *\", \"timezone\": \"Europe/Paris\", \"action\": {{\"provider\": \"log\"}}}}'\n  \
         curl {base}/v1/schedules/hello/runs\n"
    )
}
