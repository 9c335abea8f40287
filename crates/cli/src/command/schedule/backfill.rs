//! `refrain schedule backfill`.

use std::fmt::Write as _;
use std::time::Duration;

use clap::{Args, ValueEnum};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use refrain_client::ClientError;
use refrain_client::types::{BackfillRequest, BackfillResult};
use serde_json::Value;

use super::effect::{local, zone_of};
use crate::command::list::PAGE_MAX;
use crate::command::moment::Moment;
use crate::command::response::{read, value};
use crate::exit::{Exit, Failure};
use crate::output::duration;
use crate::progress::Progress;
use crate::prompt::ConfirmArgs;
use crate::session::{Outcome, Session};
use crate::wait::until_interrupted;

/// First pause between two counts of what is left, doubled for each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// Maximum pause between two counts.
const PAUSE_MAX: Duration = Duration::from_secs(2);

/// Run the occurrences of a past range that are missing
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain schedule backfill digest --from 2026-03-01 --to 2026-03-07
  refrain schedule backfill digest --from '7d ago' --dry-run
  refrain schedule backfill digest --from 2026-03-01 --reprocess failed --yes --wait")]
pub(super) struct Backfill {
    /// Schedule ID
    id: String,
    /// Start, such as 2026-03-01 or `7d ago`
    ///
    /// A time without an offset is in the time zone of the schedule.
    #[arg(long, value_name = "TIME", value_parser = Moment::parse)]
    from: Moment,
    /// End, inclusive. Default: now
    #[arg(long, value_name = "TIME", value_parser = Moment::parse)]
    to: Option<Moment>,
    /// Overlap policy: buffer_all or allow_all
    ///
    /// With buffer_all, the runs follow one another. Default: that of the schedule.
    #[arg(long, value_name = "POLICY")]
    overlap: Option<String>,
    /// Maximum number of concurrent runs. Default: 1
    ///
    /// For --overlap allow_all.
    #[arg(long, value_name = "COUNT")]
    concurrency: Option<u32>,
    /// Runs to repeat: none (default), failed or completed
    #[arg(long, value_name = "MODE", hide_possible_values = true)]
    reprocess: Option<Reprocess>,
    /// Maximum number of occurrences. Default: 10,000
    #[arg(long, value_name = "COUNT")]
    limit: Option<u32>,
    /// Reason, for the audit log
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Show only what would run
    #[arg(long)]
    dry_run: bool,
    /// Wait until all have run
    ///
    /// The exit code is 1 if one does not succeed.
    #[arg(short, long)]
    wait: bool,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Reprocess {
    None,
    Failed,
    Completed,
}

impl Backfill {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let (client, output) = (session.client(), session.output());
        let schedule = value(client.get_schedule(&self.id)).await?;
        let zone = zone_of(&schedule);
        let request = self.request(&zone, output.view().time.now())?;
        let shown = value(client.backfill_schedule(&self.id, &request)).await?;
        let preview: BackfillResult = read(&shown)?;
        let planned = preview.new + preview.reopened;
        if self.dry_run || planned == 0 {
            let before_grid =
                if planned == 0 { grid_start(&schedule).filter(|start| request.from < *start) } else { None };
            output.value(&shown, |_| text(&preview, &zone) + &grid_text(before_grid, &zone));
            return Ok(());
        }
        let question = format!("Run {planned} occurrences of {}?", self.id);
        self.confirm.confirm_effect(&text(&preview, &zone), &question)?;
        let started = output.view().time.now();
        let confirmed = request.with_confirm(preview.confirm.clone().unwrap_or_default());
        let done = value(client.backfill_schedule(&self.id, &confirmed)).await?;
        if !self.wait {
            output.value(&done, |_| format!("Started the backfill of {planned} occurrences of {}.\n", self.id));
            return Ok(());
        }
        self.waited(session, &done, started).await
    }

    fn request(&self, zone: &TimeZone, now: Timestamp) -> Result<BackfillRequest, Failure> {
        let from = self.from.resolve(zone, now)?;
        let mut request = BackfillRequest::new(from, self.to.map_or(Ok(now), |to| to.resolve(zone, now))?);
        request.overlap = self.overlap.as_deref().map(|overlap| overlap.replace('-', "_").into());
        request.concurrency = self.concurrency;
        request.limit = self.limit;
        request.note.clone_from(&self.note);
        request.reprocess = self.reprocess.map(|mode| match mode {
            Reprocess::None => "none".into(),
            Reprocess::Failed => "failed".into(),
            Reprocess::Completed => "completed".into(),
        });
        Ok(request)
    }

    /// Waits until nothing of the range is left to run.
    async fn waited(&self, session: &Session, done: &Value, started: Timestamp) -> Outcome {
        let result: BackfillResult = read(done)?;
        let interrupted = || {
            let message = format!("interrupted; the backfill of {} goes on", self.id);
            (message, format!("`refrain run list --schedule {} --state planned,running` shows what is left", self.id))
        };
        let failed = until_interrupted(self.until_completed(session, &result, started), interrupted).await??;
        let total = result.new + result.reopened;
        session.output().value(done, |_| match failed {
            0 => format!("Backfilled {total} occurrences of {}.\n", self.id),
            _ => format!("Backfilled {} of {total} occurrences of {}.\n", total.saturating_sub(failed), self.id),
        });
        if failed == 0 {
            return Ok(());
        }
        let failure =
            Failure::new(Exit::Failure, format!("{failed} of {total} occurrences of {} did not succeed", self.id));
        Err(failure.with_hint(format!("`refrain schedule runs {} --state failed,skipped` shows them", self.id)))
    }

    /// Returns the number of occurrences that did not succeed.
    async fn until_completed(
        &self,
        session: &Session,
        result: &BackfillResult,
        started: Timestamp,
    ) -> Result<u64, ClientError> {
        let (Some(first), Some(last)) = (result.first, result.last) else { return Ok(0) };
        // Stores do not keep nanoseconds, and occurrences are at whole seconds.
        let range = (first, last.saturating_add(SignedDuration::from_millis(1)).unwrap_or(Timestamp::MAX));
        let total = result.new + result.reopened;
        let (progress, mut pause) = (Progress::new("Running", total), FIRST_PAUSE);
        loop {
            let left = self.count(session, "planned,running", range, None).await?;
            progress.show(total.saturating_sub(left), "");
            if left == 0 {
                // An earlier run of the range is not part of this backfill.
                return self.count(session, "failed,skipped", range, Some(started)).await;
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(PAUSE_MAX);
        }
    }

    async fn count(
        &self,
        session: &Session,
        states: &str,
        (from, until): (Timestamp, Timestamp),
        ended_since: Option<Timestamp>,
    ) -> Result<u64, ClientError> {
        let call = session.client().list_occurrences().schedule(&self.id).state(states).from(from).until(until);
        let mut found = call.limit(PAGE_MAX).items();
        let mut count = 0;
        while let Some(run) = found.next().await {
            let run = run?;
            let is_meant = ended_since.is_none_or(|since| run.ended_at.is_some_and(|ended_at| ended_at >= since));
            let is_of_backfill = run.trigger != "manual";
            count += u64::from(is_meant && is_of_backfill);
        }
        Ok(count)
    }
}

/// Returns the time from which the intervals of a schedule are counted, if that is its creation.
fn grid_start(schedule: &Value) -> Option<Timestamp> {
    let is_interval = schedule.pointer("/spec/recurrence/kind")?.as_str() == Some("every");
    let has_start = schedule.pointer("/spec/starts_at").is_some_and(|starts_at| !starts_at.is_null());
    let created_at = schedule.get("created_at")?.as_str()?;
    if is_interval && !has_start { created_at.parse().ok() } else { None }
}

/// Returns why a range before the first interval has no occurrences.
fn grid_text(start: Option<Timestamp>, zone: &TimeZone) -> String {
    let Some(start) = start else { return String::new() };
    format!(
        "Its intervals are counted from its creation, {}, and it has no occurrences before that.\n\
         To count from an earlier time, set `spec.starts_at`.\n",
        local(start, zone)
    )
}

/// Returns a preview as text.
fn text(preview: &BackfillResult, zone: &TimeZone) -> String {
    let mut text = String::new();
    if preview.new + preview.reopened == 0 {
        let _ = writeln!(text, "There is nothing to run: {} occurrences exist already.", preview.untouched);
        return text;
    }
    let _ = writeln!(
        text,
        "Occurrences: {} new, {} run again, {} stay as they are",
        preview.new, preview.reopened, preview.untouched
    );
    if let (Some(first), Some(last)) = (preview.first, preview.last) {
        let _ = writeln!(text, "Range:       {} to {}", local(first, zone), local(last, zone));
    }
    let mode = match (preview.overlap.as_str(), preview.concurrency) {
        ("allow_all", concurrency) => format!("alongside other runs, {concurrency} at once"),
        _ => "one after the other".to_owned(),
    };
    let _ = writeln!(text, "Order:       {mode}");
    if let Some(seconds) = preview.estimated_duration_seconds {
        let length = SignedDuration::try_from_secs_f64(seconds).unwrap_or_default();
        let _ = writeln!(text, "Duration:    about {}, from the median of recent runs", duration(length));
    }
    if preview.is_cut {
        text.push_str("The range has more occurrences than the limit; only the first ones run.\n");
    }
    text
}
