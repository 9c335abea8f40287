//! `refrain diff`: lists the occurrences that a change of a recurrence adds, removes and moves.

use clap::Args;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::ErrorCode;

use crate::cli::Format;
use crate::cli::definition::ParseOptions;
use crate::cli::next::format_local;
use crate::cli::output::{Report, table};
use crate::input::problem::Problem;
use crate::preview::{Change, DiffOccurrence};

/// Compare two recurrences: list the occurrences added, removed and moved
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain diff '0 9 * * *' '0 9 * * MON-FRI' --tz Europe/London
  refrain diff 'TZ=UTC 0 9 * * *' 'TZ=Europe/Berlin 0 9 * * *' --from 2026-03-01 --days 60
  refrain diff '@daily' '{\"kind\": \"calendar\", \"frequency\": \"daily\", \"time_of_day\": \"00:30\"}'")]
pub(crate) struct Diff {
    /// Current recurrence: any expression, or a JSON definition
    #[arg(value_name = "OLD")]
    old: String,
    /// New recurrence
    #[arg(value_name = "NEW")]
    new: String,
    #[command(flatten)]
    parse_options: ParseOptions,
    /// Compare from this instant on [default: now]
    #[arg(long, value_name = "T")]
    from: Option<String>,
    /// Compare up to this instant
    #[arg(long, value_name = "T", conflicts_with = "days")]
    until: Option<String>,
    /// Compare this number of 24-hour days, 1 to 36600
    #[arg(long, value_name = "N", default_value_t = 30)]
    days: u32,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

impl Diff {
    pub(crate) fn run(&self) -> Result<Report, Problem> {
        let (old, new) = (self.parse_options.read(&self.old)?, self.parse_options.read(&self.new)?);
        let from = new.instant_or_now("--from", self.from.as_deref())?;
        let until = new.instant("--until", self.until.as_deref())?;
        let until = match until {
            Some(until) => until,
            None => self.after_days(from)?,
        };
        if until <= from {
            return Err(Problem::new(ErrorCode::Conflict, format!("--until {until} is not after --from {from}")));
        }
        let (old_rule, new_rule) = (old.compile(from)?, new.compile(from)?);
        let reported = Change::between(&old_rule, &new_rule, from, until);
        match self.format {
            Format::Table => Ok(Report::new(render_text(&reported, &new.zone()?))),
            Format::Json => Ok(Report::json(&reported)),
        }
    }

    fn after_days(&self, from: Timestamp) -> Result<Timestamp, Problem> {
        const DAYS_MAX: u32 = 36_600;
        let days = self.days;
        if !(1..=DAYS_MAX).contains(&days) {
            return Err(Problem::new(ErrorCode::OutOfRange, format!("--days {days} is out of range (1-{DAYS_MAX})")));
        }
        Ok(from.saturating_add(SignedDuration::from_hours(24 * i64::from(days))).unwrap_or(Timestamp::MAX))
    }
}

fn render_text(reported: &Change, zone: &TimeZone) -> String {
    let local = |at: Timestamp| format_local(&at.to_zoned(zone.clone()));
    let mut rows: Vec<(Timestamp, Vec<String>)> = Vec::new();
    let mut push = |at: Timestamp, sign: &str, then: String, key: &str| {
        rows.push((at, vec![sign.to_owned(), local(at), then, key.to_owned()]));
    };
    for DiffOccurrence { at, period_key } in &reported.added {
        push(*at, "+", String::new(), period_key);
    }
    for DiffOccurrence { at, period_key } in &reported.removed {
        push(*at, "-", String::new(), period_key);
    }
    for moved in &reported.moved {
        push(moved.from.at, "~", local(moved.to.at), &moved.to.period_key);
    }
    let summary = format!(
        "{} added, {} removed, {} moved from {} to {}{}\n",
        reported.added.len(),
        reported.removed.len(),
        reported.moved.len(),
        reported.from,
        reported.until,
        if reported.truncated { "; there are more" } else { "" },
    );
    if rows.is_empty() {
        return summary;
    }
    rows.sort_by_key(|(at, _)| *at);
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(_, row)| row).collect();
    table(&[" ", "local time", "moves to", "period key"], &rows) + &summary
}
