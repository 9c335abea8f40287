//! `refrain health`.

use std::time::Duration;

use clap::Args;
use refrain_client::types::Readiness;
use refrain_client::{Client, ClientError, RetryPolicy};
use serde_json::Value;

use crate::clock;
use crate::exit::{Exit, Failure};
use crate::output::{Output, write_stdout};
use crate::session::{Outcome, SessionArgs};

/// Check whether a server is ready, for container health checks
#[derive(Args, Debug)]
#[command(after_help = "Needs no key. Exit codes: 0 ready, 1 not ready, 5 the server cannot be reached.

Examples:
  refrain health
  refrain health --live -q
  refrain health --server http://10.0.0.5:7433 --timeout 2")]
pub struct Health {
    /// Only check that the process runs, not that its store works
    #[arg(long)]
    live: bool,
    /// Print nothing
    #[arg(short, long)]
    quiet: bool,
    /// Timeout in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=300))]
    timeout: u16,
    #[command(flatten)]
    session: SessionArgs,
}

impl Health {
    pub(super) async fn run(&self) -> Outcome {
        let output = self.session.output.create(clock::now());
        let done = self.check(&output).await;
        if self.quiet {
            return done.map_err(|failure| Failure::silent(failure.exit()));
        }
        write_stdout(&output.take())?;
        done
    }

    async fn check(&self, output: &Output) -> Outcome {
        if self.session.output.watch.is_some() {
            return Err(Failure::usage("a health check runs once; `refrain top` shows a server live"));
        }
        // The container runtime repeats the check. A retry here would only delay the answer.
        let client = self
            .session
            .connection
            .client_builder()?
            .timeout(Duration::from_secs(u64::from(self.timeout)))
            .retries(RetryPolicy::never())
            .build()?;
        let checked = if self.live { liveness(&client).await } else { readiness(&client).await };
        match checked {
            Ok((value, text)) => {
                output.value(&value, |_| text);
                Ok(())
            }
            Err(error) => Err(refusal(&error, output)),
        }
    }
}

async fn liveness(client: &Client) -> Result<(Value, String), ClientError> {
    let response = client.check_liveness().response().await?;
    Ok((body(response.body()), "Alive.\n".to_owned()))
}

async fn readiness(client: &Client) -> Result<(Value, String), ClientError> {
    let response = client.check_readiness().response().await?;
    Ok((body(response.body()), text(&response.value)))
}

/// The body could be read as the response, so it is JSON.
fn body(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or_default()
}

fn text(ready: &Readiness) -> String {
    let Readiness { store, schema_version, tzdb, warnings, .. } = ready;
    let mut text = format!("Ready: store {store} (schema {schema_version}), time zones {tzdb}.\n");
    for warning in warnings {
        text.push_str(&format!("warning: {warning}\n"));
    }
    text
}

/// Returns why the server is not ready, or cannot be reached.
fn refusal(error: &ClientError, output: &Output) -> Failure {
    let Some(problem) = error.problem().filter(|_| error.status() == Some(503)) else {
        return Failure::from(error.clone());
    };
    if !output.is_for_people() {
        // A problem document that was read can be written.
        output.value(&serde_json::to_value(problem).unwrap_or_default(), |_| format!("{}\n", problem.code));
        return Failure::silent(Exit::Failure);
    }
    let failure = Failure::new(Exit::Failure, format!("not ready ({}): {}", problem.code, problem.detail));
    match &problem.hint {
        Some(hint) => failure.with_hint(hint),
        None => failure,
    }
}
