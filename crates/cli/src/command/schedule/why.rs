//! `refrain schedule why`.

use std::fmt::Write as _;

use clap::Args;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use refrain_client::types::{Explanation, Occurrence, Schedule};
use serde_json::{Value, json};

use super::effect::{local, zone_of};
use crate::command::list::items;
use crate::command::moment::Moment;
use crate::command::response::{read, value};
use crate::command::run::state;
use crate::exit::Failure;
use crate::output::{Tone, View, duration};
use crate::session::{Outcome, Session};
use crate::text::one_line;

/// Explain the last run and why a schedule is not running
///
/// With a time, explains what happened then.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain schedule why digest
  refrain schedule why digest --at 2026-03-02T09:00
  refrain schedule why digest --at '1h ago' -o json")]
pub(super) struct Why {
    /// Schedule ID
    id: String,
    /// Time to explain; a local time is in the schedule's time zone
    #[arg(long, value_name = "TIME", value_parser = Moment::parse)]
    at: Option<Moment>,
}

/// What is known about the present of a schedule.
struct Present {
    schedule: Schedule,
    stored: Value,
    /// Runs that are due and have not ended, newest first.
    open: Vec<Value>,
    last: Option<Value>,
    /// Explanation of the last run.
    last_answer: Option<Value>,
    /// Explanation of the next occurrence, which may be held.
    next_answer: Option<Value>,
}

impl Why {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let (client, output) = (session.client(), session.output());
        let stored = value(client.get_schedule(&self.id)).await?;
        let zone = zone_of(&stored);
        if let Some(at) = self.at {
            let at = at.resolve(&zone, output.view().time.now())?;
            let found = value(client.explain_schedule(&self.id, at)).await?;
            let explanation: Explanation = read(&found)?;
            output.value(&found, |_| at_text(&explanation, &zone));
            return Ok(());
        }
        let present = self.present(session, stored).await?;
        let text = present.text(output.view(), &zone)?;
        output.value(&present.to_json(), |_| text);
        Ok(())
    }

    async fn present(&self, session: &Session, stored: Value) -> Result<Present, Failure> {
        let client = session.client();
        let schedule: Schedule = read(&stored)?;
        let listed = |states: &'static str| client.list_occurrences().schedule(&self.id).state(states).limit(10);
        let now = session.output().view().time.now();
        let (mut open, _) = items(listed("running"), 10).await?;
        let (planned, _) = items(listed("planned").until(now), 10).await?;
        open.extend(planned);
        let last = items(listed("succeeded,skipped,failed"), 1).await?.0.pop();
        let explained = async |at: Option<Timestamp>| match at {
            Some(at) => value(client.explain_schedule(&self.id, at)).await.map(Some),
            None => Ok(None),
        };
        let last_at = last.as_ref().map(read::<Occurrence>).transpose()?.map(|run| run.nominal_at);
        let (last_answer, next_answer) = (explained(last_at).await?, explained(schedule.next_at).await?);
        Ok(Present { schedule, stored, open, last, last_answer, next_answer })
    }
}

impl Present {
    fn to_json(&self) -> Value {
        json!({
            "schedule": self.stored, "last_run": self.last, "last_explanation": self.last_answer,
            "open_runs": self.open, "next_explanation": self.next_answer,
        })
    }

    fn text(&self, view: &View, zone: &TimeZone) -> Result<String, Failure> {
        let mut text = String::new();
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "{:<10} {value}", format!("{name}:"));
        };
        line("Schedule", &self.status(view));
        line("Last run", &self.last_run(view)?);
        for (index, sentence) in self.now(view, zone)?.iter().enumerate() {
            line(if index == 0 { "Now" } else { "" }, sentence);
        }
        Ok(text.replace("\n:  ", "\n   "))
    }

    fn status(&self, view: &View) -> String {
        let (schedule, note) = (&self.schedule, &self.schedule.status_note);
        let status = view.style.paint(Tone::from(schedule.status.as_str()), &schedule.status);
        let sentence = schedule.sentence.as_deref().or(schedule.problem.as_deref()).unwrap_or_default();
        if schedule.status == "active" {
            return format!("{status}. {sentence}");
        }
        let until = note.until.map(|until| format!(" until {}", view.time.at(until))).unwrap_or_default();
        let reason = note.text.as_deref().map(|text| format!(": {}", one_line(text))).unwrap_or_default();
        format!("{status}{until} by {}{reason}. {sentence}", note.by)
    }

    fn last_run(&self, view: &View) -> Result<String, Failure> {
        let Some(last) = &self.last else { return Ok("none has ended yet".to_owned()) };
        let run: Occurrence = read(last)?;
        let mut text = format!("run {} {}", run.id, view.style.paint(Tone::from(run.state.as_str()), &run.state));
        let _ = write!(text, " {}", view.time.at(run.ended_at.unwrap_or(run.due_at)));
        if run.attempt > 1 {
            let _ = write!(text, " after {} attempts", run.attempt);
        }
        if let Some(reason) = &run.reason {
            let _ = write!(text, " ({reason})");
        }
        if let Some(message) = &run.message {
            let _ = write!(text, ": {}", one_line(message));
        }
        // For a success there is nothing to add.
        let answer = self.last_answer.as_ref().and_then(|answer| answer["sentence"].as_str());
        if run.state != "succeeded" && run.message.is_none() {
            text.extend(answer.map(|answer| format!(". {answer}")));
        }
        if run.state == "failed" {
            let _ = write!(text, ". See `refrain run logs {}`", run.id);
        }
        Ok(text)
    }

    /// Returns why the schedule is running, or why it is not.
    fn now(&self, view: &View, zone: &TimeZone) -> Result<Vec<String>, Failure> {
        let mut sentences = Vec::new();
        for run in &self.open {
            let run: Occurrence = read(run)?;
            sentences.push(open(&run, view));
        }
        let is_running = !sentences.is_empty();
        let sentence = match self.schedule.next_at {
            _ if self.schedule.status != "active" => format!("it does not run, because it is {}", self.schedule.status),
            None => "it has no further occurrence".to_owned(),
            Some(next_at) => {
                let next = format!("{} ({})", view.time.at(next_at), local(next_at, zone));
                let is_held = self.next_answer.as_ref().is_some_and(|answer| answer["answer"] == "will_be_held");
                let hold = self.next_answer.as_ref().and_then(|answer| answer["sentence"].as_str());
                match hold.filter(|_| is_held) {
                    Some(hold) => format!("the next occurrence is {next}, but a hold will skip it. {hold}"),
                    None if is_running => format!("the next occurrence is {next}"),
                    None => format!("it is not running, because nothing is due; the next occurrence is {next}"),
                }
            }
        };
        sentences.push(sentence);
        Ok(sentences)
    }
}

/// Describes a run that has not ended.
fn open(run: &Occurrence, view: &View) -> String {
    let since = |at: Timestamp| duration(view.time.now().duration_since(at));
    if run.state == "running" {
        let length = run.started_at.map(|at| format!(" for {}", since(at))).unwrap_or_default();
        let stop = if run.cancel_requested { ", and was asked to stop" } else { "" };
        let node = run.node.as_deref().map(|node| format!(" on {node}")).unwrap_or_default();
        return format!("run {} is running{length}{node} (attempt {}){stop}", run.id, run.attempt);
    }
    let reason = match (run.blocker, run.attempt) {
        (Some(blocker), _) => format!("it waits for run {blocker}"),
        (None, 0) => "no worker has started it yet".to_owned(),
        (None, attempt) => {
            let message = run.message.as_deref().map(|message| format!(": {}", one_line(message))).unwrap_or_default();
            format!("it waits for a retry after attempt {attempt}{message}")
        }
    };
    format!("run {} has been due for {}; {reason}", run.id, since(run.due_at))
}

fn at_text(explanation: &Explanation, zone: &TimeZone) -> String {
    let mut text = format!("{}\n", explanation.sentence);
    if let Some(evaluation) = &explanation.evaluation {
        for check in &evaluation.checks {
            let verdict = if check.passed { "matches" } else { "does not match" };
            let _ = writeln!(text, "  {}: {} {verdict}", check.name, check.value);
        }
        let around = [("Previous", evaluation.previous), ("Next", evaluation.next)];
        for (name, at) in around.into_iter().filter_map(|(name, at)| Some((name, at?))) {
            let _ = writeln!(text, "{:<10} {}", format!("{name}:"), local(at, zone));
        }
    }
    for run in &explanation.occurrences {
        let _ = writeln!(text, "{:<10} {} {}", "Run:", run.id, state(run));
    }
    text
}
