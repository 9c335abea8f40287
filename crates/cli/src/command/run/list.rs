//! `refrain run list`.

use clap::Args;
use jiff::tz::TimeZone;

use super::table::RUNS;
use crate::command::list::{items, page};
use crate::command::moment::Moment;
use crate::command::values::{label, labels_query};
use crate::session::{Outcome, Session};

/// Number of runs that are listed if no limit is given. A ledger has no end.
pub(in crate::command) const DEFAULT_LIMIT: usize = 20;

/// List runs, newest first, including planned ones
#[derive(Args, Debug)]
#[command(
    visible_alias = "ls",
    after_help = "Examples:
  refrain run list --state failed --from '1d ago'
  refrain run list --schedule digest --state planned,running
  refrain run list --label team=billing --reason overlap -n 0 -o csv"
)]
pub(super) struct List {
    /// Only runs of this schedule
    #[arg(short, long, value_name = "ID")]
    schedule: Option<String>,
    /// Only runs in these states: planned, running, succeeded, skipped, failed
    #[arg(long, value_name = "STATES")]
    state: Option<String>,
    /// Only runs that ended for these reasons, such as overlap or paused
    #[arg(long, value_name = "REASONS")]
    reason: Option<String>,
    /// Only runs of schedules with this label
    #[arg(short = 'l', long = "label", value_name = "NAME=VALUE", value_parser = label)]
    label: Option<(String, String)>,
    /// Only runs at or after this time, such as `1d ago` or 2026-03-01
    #[arg(long, value_name = "TIME", value_parser = Moment::parse)]
    from: Option<Moment>,
    /// Only runs before this time
    #[arg(long, value_name = "TIME", value_parser = Moment::parse)]
    until: Option<Moment>,
    /// Maximum number of runs; 0 for all
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = DEFAULT_LIMIT)]
    limit: usize,
}

impl List {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let output = session.output();
        let mut call = session.client().list_occurrences().limit(page(self.limit));
        if let Some(schedule) = &self.schedule {
            call = call.schedule(schedule);
        }
        if let Some(state) = &self.state {
            call = call.state(state);
        }
        if let Some(reason) = &self.reason {
            call = call.reason(reason);
        }
        if let Some(label) = &self.label {
            call = call.label(&labels_query(std::slice::from_ref(label)));
        }
        // Runs of several schedules may have several time zones.
        let now = output.view().time.now();
        if let Some(from) = self.from {
            call = call.from(from.resolve(&TimeZone::UTC, now)?);
        }
        if let Some(until) = self.until {
            call = call.until(until.resolve(&TimeZone::UTC, now)?);
        }
        let (items, has_more) = items(call, self.limit).await?;
        output.list(&items, &RUNS)?;
        if items.is_empty() {
            output.line("No runs found.");
        }
        if has_more {
            output.line("There are more. Use `--limit 0` to show all.");
        }
        Ok(())
    }
}
