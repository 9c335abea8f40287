//! `refrain schedule run`.

use clap::Args;
use refrain_client::Call;
use refrain_client::operations::FireSchedule;
use refrain_client::types::{FireResult, OccurrenceDetail};
use serde_json::Value;

use crate::command::response::{all_done, read, value};
use crate::command::run::{RUNS, state};
use crate::command::values::json;
use crate::exit::{Exit, Failure};
use crate::output::{Cell, Column, Table};
use crate::prompt::{self, can_ask};
use crate::session::{Outcome, Session};
use crate::text::one_line;
use crate::wait::until_interrupted;

/// Run a schedule now, in addition to its occurrences and also while it is paused
#[derive(Args, Debug)]
#[command(
    visible_alias = "fire",
    after_help = "Examples:
  refrain schedule run digest
  refrain schedule run digest --wait --note 'after the repair'
  refrain schedule run digest --discriminator eu --discriminator us
  refrain schedule run digest --payload '{\"to\": \"ann\"}'"
)]
pub(super) struct Run {
    /// Schedule ID
    id: String,
    /// Discriminator to run; may be repeated. Default: the schedule's first one
    #[arg(short, long = "discriminator", value_name = "NAME")]
    discriminators: Vec<String>,
    /// Payload of this run alone: JSON, @FILE, or `-` for standard input. Default: the schedule's payload
    #[arg(long, value_name = "JSON")]
    payload: Option<String>,
    /// Reason, for the audit log
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Wait until the run ends. The exit code is 1 if it does not succeed
    #[arg(short, long)]
    wait: bool,
}

const FIRED: Table<FireResult> = Table {
    name: |fired| fired.occurrence.to_string(),
    columns: &[
        Column::new("id", |fired, _| fired.occurrence.to_string().into()),
        Column::new("state", |fired, _| Cell::state(&fired.state)),
    ],
};

impl Run {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let output = session.output();
        let fired = self.fired(session).await?;
        let ids: Vec<i64> = fired.iter().filter_map(|one| one["occurrence"].as_i64()).collect();
        if self.wait {
            return self.waited(session, &ids).await;
        }
        if !output.is_for_people() {
            return output.list::<FireResult>(&fired, &FIRED);
        }
        for id in ids {
            output.line(format!("Started run {id} of {}; `refrain run get {id}` shows it.", self.id));
        }
        Ok(())
    }

    /// Requests one run for each discriminator.
    async fn fired(&self, session: &Session) -> Result<Vec<Value>, Failure> {
        let names: Vec<Option<&String>> = match self.discriminators.is_empty() {
            true => vec![None],
            false => self.discriminators.iter().map(Some).collect(),
        };
        let payload = self.payload.as_deref().map(|given| json("--payload", given)).transpose()?;
        let mut fired = Vec::with_capacity(names.len());
        for name in names {
            let call = session.client().fire_schedule(&self.id);
            let call = self.note.iter().fold(call, Call::<FireSchedule>::note);
            let call = payload.iter().fold(call, |call, payload| call.payload(payload.clone()));
            let call = name.iter().fold(call, |call, name| call.discriminator(name.as_str()));
            let result = value(call).await;
            if result.is_err() {
                // The earlier ones go on.
                fired.iter().filter_map(|one: &Value| one["occurrence"].as_i64()).for_each(|id| {
                    session.output().line(format!("Started run {id} of {}.", self.id));
                });
            }
            fired.push(result?);
        }
        Ok(fired)
    }

    async fn waited(&self, session: &Session, ids: &[i64]) -> Outcome {
        let output = session.output();
        if can_ask() {
            prompt::show(&format!("Waiting for {}. Ctrl-C ends the waiting only.\n", described(ids)));
        }
        let (mut ended, mut failed) = (Vec::with_capacity(ids.len()), Vec::new());
        for (index, id) in ids.iter().enumerate() {
            let waiting = session.client().wait_for_occurrence(*id);
            let run = until_interrupted(waiting, || goes_on(&ids[index..])).await??;
            if run.state != "succeeded" {
                failed.push(Failure::new(Exit::Failure, reason(&run)));
            } else {
                output.line(format!("Run {id} of {} succeeded.", self.id));
            }
            ended.push(value(session.client().get_occurrence(*id)).await?);
        }
        if !output.is_for_people() {
            let _: Vec<OccurrenceDetail> = ended.iter().map(read).collect::<Result<_, _>>()?;
            output.list(&ended, &RUNS)?;
        }
        all_done(&failed)
    }
}

fn described(ids: &[i64]) -> String {
    match ids {
        [one] => format!("run {one}"),
        _ => format!("{} runs", ids.len()),
    }
}

fn goes_on(ids: &[i64]) -> (String, String) {
    let id = ids.first().copied().unwrap_or_default();
    let verb = if ids.len() == 1 { "goes" } else { "go" };
    let message = format!("interrupted; {} {verb} on", described(ids));
    (message, format!("`refrain run get {id}` shows it, `refrain run cancel {id}` stops it"))
}

/// Returns why a run did not succeed.
fn reason(run: &OccurrenceDetail) -> String {
    let message = run.message.as_deref().map(|message| format!(": {}", one_line(message))).unwrap_or_default();
    format!("run {} of {} {}{message}", run.id, run.schedule, state(run))
}
