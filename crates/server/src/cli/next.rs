//! `refrain next`: the occurrences after an instant, or before it.

use clap::{Args, ValueEnum};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use refrain_recurrence::{CompiledRecurrence, ErrorCode, Occurrence};
use serde::Serialize;

use crate::cli::batch;
use crate::cli::definition::Definition;
use crate::cli::output::{Failure, Report, table};
use crate::cli::relative::relative;
use crate::input::problem::Problem;
use crate::preview::{COUNT_MAX, Direction, Feed, OccurrenceSearch};

/// Print the next occurrences of a recurrence
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain next '0 9 * * MON-FRI' --tz America/New_York -n 3
  refrain next '30 2 * * *' --tz Europe/Berlin --from 2026-03-28 --gap skip
  refrain next 'every 15 minutes' --from 2026-01-01T10:00:00Z --until 2026-01-01T12:00:00Z
  refrain next 'RRULE:FREQ=MONTHLY;BYDAY=-1FR' --tz Europe/Paris --format ics
  refrain next --json @schedule.json --prev
  refrain next --batch < requests.jsonl

In a batch, each line is a JSON object such as
  {\"id\": 1, \"expression\": \"@daily\", \"timezone\": \"UTC\", \"from\": \"2026-01-01T00:00:00Z\", \"count\": 3}
Each line is answered by one line, in the same order. A bad line is answered with an error; later lines are unaffected.")]
pub(crate) struct Next {
    #[command(flatten)]
    definition: Definition,
    /// Print occurrences strictly after this instant [default: now]
    #[arg(long, value_name = "T")]
    from: Option<String>,
    /// Print only occurrences before this instant, or not before it with --prev
    #[arg(long, value_name = "T")]
    until: Option<String>,
    /// Include an occurrence exactly at --from
    #[arg(long, hide_short_help = true)]
    inclusive: bool,
    /// Number of occurrences, 1 to 10000 [default: 5, or 10000 with --until]
    #[arg(short = 'n', long, value_name = "N")]
    count: Option<usize>,
    /// Search backward: print the occurrences before --from, the latest first
    #[arg(long)]
    prev: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: NextFormat,
    /// Read requests from a file, one JSON object per line; - is standard input
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-",
          conflicts_with_all = ["expression", "json", "timezone", "dialect", "day_match", "seconds", "gap", "fold", "id",
                                "from", "until", "inclusive", "count", "prev", "format"])]
    batch: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum NextFormat {
    /// Human-readable text
    #[default]
    Table,
    /// JSON; errors are also printed as JSON on standard output
    Json,
    /// iCalendar file
    Ics,
}

impl Next {
    pub(crate) fn is_json(&self) -> bool {
        self.format == NextFormat::Json
    }

    pub(crate) fn run(&self) -> Result<Report, Failure> {
        if let Some(file) = &self.batch {
            batch::stream(file, self.definition.parse_options.calendars()?)?;
            return Ok(Report::new(String::new()));
        }
        Ok(self.answer()?)
    }

    fn answer(&self) -> Result<Report, Problem> {
        const COUNT_DEFAULT: usize = 5;
        let draft = self.definition.read()?;
        let from = draft.instant_or_now("--from", self.from.as_deref())?;
        let until = draft.instant("--until", self.until.as_deref())?;
        let count = self.count.unwrap_or(if until.is_some() { COUNT_MAX } else { COUNT_DEFAULT });
        if !(1..=COUNT_MAX).contains(&count) {
            return Err(Problem::new(ErrorCode::OutOfRange, format!("-n {count} is out of range (1-{COUNT_MAX})")));
        }
        let rule = draft.compile(from)?;
        let direction = if self.prev { Direction::Prev } else { Direction::Next };
        let runs_max = draft.spec.max_runs;
        let question = OccurrenceSearch { from, inclusive: self.inclusive, direction, count, until, runs_max };
        let mut occurrences = Vec::new();
        let is_exhausted = question.ask(&rule, |occurrence| occurrences.push(*occurrence));
        let answer = Answer { rule: &rule, zone: draft.zone()?, question, occurrences, is_exhausted };
        match self.format {
            NextFormat::Table => Ok(Report::new(answer.render_text())),
            NextFormat::Json => Ok(Report::json(&answer.render_json())),
            NextFormat::Ics => Ok(Report::new(answer.render_ics())),
        }
    }
}

struct Answer<'a> {
    rule: &'a CompiledRecurrence,
    zone: TimeZone,
    question: OccurrenceSearch,
    occurrences: Vec<Occurrence>,
    is_exhausted: bool,
}

#[derive(Serialize)]
struct NextReport {
    timezone: String,
    from: Timestamp,
    occurrences: Vec<DiffOccurrence>,
    exhausted: bool,
}

#[derive(Serialize)]
struct DiffOccurrence {
    at: Timestamp,
    local: Zoned,
    period_key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    due_at: Option<Timestamp>,
}

impl Answer<'_> {
    fn render_text(&self) -> String {
        if let Some(delay) = self.rule.after_completion() {
            return format!(
                "each run starts {delay} after the previous run ends, so run times cannot be computed in advance\n"
            );
        }
        let side = match self.question.direction {
            Direction::Next => "after",
            Direction::Prev => "before",
        };
        if self.occurrences.is_empty() {
            return format!("no occurrence {side} {}\n", self.question.from);
        }
        let header = format!("local time ({})", self.rule.timezone());
        let rows: Vec<Vec<String>> = self.occurrences.iter().map(|occurrence| self.row(occurrence)).collect();
        let mut text = table(&[&header, "UTC", "when", "period key", "due", "note"], &rows);
        // A list limited by --until is expected to end there.
        if self.is_exhausted && self.question.until.is_none() {
            text.push_str(&format!("none {side} that\n"));
        }
        text
    }

    fn row(&self, occurrence: &Occurrence) -> Vec<String> {
        let at = occurrence.at();
        let local = at.to_zoned(self.zone.clone());
        let key = self.rule.period_key(occurrence);
        // The nominal time is in the recurrence's own zone, which a zone prefix in cron can make different from the
        // displayed zone.
        let is_own_zone = key.ends_with(&format!("[{}]", self.rule.timezone()));
        let is_moved = is_own_zone && occurrence.nominal() != local.datetime();
        let note = if is_moved { format!("moved from {}", occurrence.nominal().time()) } else { String::new() };
        let due_at = self.rule.due_at(occurrence);
        let due = if due_at == at { String::new() } else { due_at.to_string() };
        vec![format_local(&local), at.to_string(), relative(at, self.question.from), key, due, note]
    }

    fn render_json(&self) -> NextReport {
        let reported = |occurrence: &Occurrence| DiffOccurrence {
            at: occurrence.at(),
            local: occurrence.at().to_zoned(self.zone.clone()),
            period_key: self.rule.period_key(occurrence),
            due_at: self.rule.spec().jitter.as_ref().map(|_| self.rule.due_at(occurrence)),
        };
        NextReport {
            timezone: self.rule.timezone().to_owned(),
            from: self.question.from,
            occurrences: self.occurrences.iter().map(reported).collect(),
            exhausted: self.is_exhausted,
        }
    }

    fn render_ics(&self) -> String {
        let spec = self.rule.spec();
        let key = |occurrence: &Occurrence| (occurrence.at(), self.rule.period_key(occurrence));
        let feed = Feed {
            summary: &self.rule.describe(),
            identity: &serde_json::to_string(spec).expect("a definition has string keys"),
            made_at: self.question.from,
            events: &self.occurrences.iter().map(key).collect::<Vec<_>>(),
        };
        feed.to_text()
    }
}

/// Formats a local time with its weekday and offset: `Sun 2026-03-29 03:00:00 +02:00`.
pub(crate) fn format_local(local: &Zoned) -> String {
    local.strftime("%a %Y-%m-%d %H:%M:%S %:z").to_string()
}
