//! `refrain schedule pause`, `resume` and `cancel`.

use clap::{Args, ValueEnum};
use jiff::tz::TimeZone;
use refrain_client::types::BulkItemResult;
use serde_json::{Value, json};

use super::select::{SelectArgs, described};
use super::table::CHANGES;
use crate::command::moment::Moment;
use crate::command::response::{all_done, read, refused, value};
use crate::exit::Failure;
use crate::prompt::ConfirmArgs;
use crate::session::{Outcome, Session};

/// Maximum number of schedules per request, the maximum of the server.
const BATCH: usize = 1_000;

/// Pause schedules: occurrences due during the pause are skipped
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain schedule pause digest --note 'the receiver is being moved'
  refrain schedule pause digest report --until 2h
  refrain schedule pause --label team=billing --yes")]
pub(super) struct Pause {
    #[command(flatten)]
    schedules: SelectArgs,
    /// Reason, for the audit log and `refrain schedule why`
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// End of the pause, such as `2h` or 2026-03-01T09:00:00Z. Default: until resumed
    #[arg(long, value_name = "TIME", value_parser = Moment::parse)]
    until: Option<Moment>,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

/// Resume paused schedules
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain schedule resume digest
  refrain schedule resume --all --from catch-up --yes")]
pub(super) struct Resume {
    #[command(flatten)]
    schedules: SelectArgs,
    /// Whether to run what was missed: now (no) or catch-up. Default: now
    #[arg(long, value_name = "MODE", hide_possible_values = true)]
    from: Option<ResumeFrom>,
    /// Reason, for the audit log
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

/// Cancel schedules: they stop permanently, and keep their history
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain schedule cancel digest --note 'replaced by weekly-digest'
  refrain schedule cancel --label team=billing --yes")]
pub(super) struct Cancel {
    #[command(flatten)]
    schedules: SelectArgs,
    /// Reason, for the audit log and `refrain schedule why`
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ResumeFrom {
    Now,
    #[value(alias = "catch_up")]
    CatchUp,
}

/// A change of the status of schedules.
struct Change<'a> {
    schedules: &'a SelectArgs,
    /// The change in the request, in a question, and in the result.
    words: (&'static str, &'static str, &'static str),
    /// Statuses that the change applies to, for schedules that are not named one by one.
    status: &'static str,
    /// Whether to ask even if the schedules are named.
    is_final: bool,
    confirm: ConfirmArgs,
    body: Value,
}

impl Pause {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let now = session.output().view().time.now();
        // The pause may be about schedules of several time zones.
        let until = self.until.map(|until| until.resolve(&TimeZone::UTC, now)).transpose()?;
        let change = Change {
            schedules: &self.schedules,
            words: ("pause", "Pause", "Paused"),
            status: "active",
            is_final: false,
            confirm: self.confirm,
            body: json!({ "note": self.note, "until": until }),
        };
        change.run(session).await
    }
}

impl Resume {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let from = self.from.map(|from| match from {
            ResumeFrom::Now => "now",
            ResumeFrom::CatchUp => "catch_up",
        });
        let change = Change {
            schedules: &self.schedules,
            words: ("resume", "Resume", "Resumed"),
            status: "paused",
            is_final: false,
            confirm: self.confirm,
            body: json!({ "note": self.note, "from": from }),
        };
        change.run(session).await
    }
}

impl Cancel {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let change = Change {
            schedules: &self.schedules,
            words: ("cancel", "Permanently cancel", "Canceled"),
            status: "active,paused,disabled",
            is_final: true,
            confirm: self.confirm,
            body: json!({ "note": self.note }),
        };
        change.run(session).await
    }
}

impl Change<'_> {
    async fn run(&self, session: &Session) -> Outcome {
        let (action, question, _) = self.words;
        let ids = self.schedules.ids(session, self.status).await?;
        if ids.is_empty() {
            session.output().list::<BulkItemResult>(&[], &CHANGES)?;
            session.output().line(format!("There is no schedule to {action}."));
            return Ok(());
        }
        if self.is_final || !self.schedules.is_by_id() {
            self.confirm.confirm(&format!("{question} {}?", described(&ids)))?;
        }
        let (mut items, mut failures) = (Vec::new(), Vec::new());
        for batch in ids.chunks(BATCH) {
            match self.send(session, action, batch).await {
                Ok(more) => items.extend(more),
                Err(failure) => {
                    failures.push(failure);
                    break;
                }
            }
        }
        self.show(session, &items, failures)
    }

    async fn send(&self, session: &Session, action: &str, ids: &[String]) -> Result<Vec<Value>, Failure> {
        let mut body = self.body.clone();
        body["action"] = action.into();
        body["selector"] = json!({ "ids": ids });
        let mut result = value(session.client().request("POST", "/v1/schedules/bulk").with_json(&body)).await?;
        match result.get_mut("items").map(Value::take) {
            Some(Value::Array(items)) => Ok(items),
            Some(_) | None => Ok(Vec::new()),
        }
    }

    fn show(&self, session: &Session, items: &[Value], mut failures: Vec<Failure>) -> Outcome {
        let output = session.output();
        if !output.is_for_people() {
            output.list::<BulkItemResult>(items, &CHANGES)?;
        }
        for item in items {
            let item: BulkItemResult = read(item)?;
            match item.code {
                None => output.line(format!("{} {}.", self.words.2, item.id)),
                Some(code) => failures.push(refused(&code, &item.detail.unwrap_or_default())),
            }
        }
        all_done(&failures)
    }
}
