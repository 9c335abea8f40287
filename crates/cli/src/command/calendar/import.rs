//! `refrain calendar import`.

use std::path::PathBuf;

use clap::Args;
use jiff::civil::Date;
use refrain_client::types::CalendarImportResult;
use serde_json::Value;

use crate::command::input::file;
use crate::exit::Failure;
use crate::session::{Outcome, Session};

/// Import days off from an iCalendar file; they replace the dates of the calendar
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain calendar import holidays.ics
  refrain calendar import feiertage.ics --name germany --from 2026-01-01 --until 2031-01-01
  curl -s https://example.com/holidays.ics | refrain calendar import - --name holidays")]
pub(super) struct Import {
    /// iCalendar file; `-` for standard input
    file: PathBuf,
    /// Name of the calendar. Default: the name of the file
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Expand recurring events from this date. Default: January 1 of last year
    #[arg(long, value_name = "DATE")]
    from: Option<Date>,
    /// Expand recurring events up to this date, exclusive. Default: 6 years after --from
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,
}

impl Import {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let name = self.name()?;
        let mut call = session.client().import_calendar(&name, file(&self.file)?.text());
        if let Some(from) = self.from {
            call = call.from(from);
        }
        if let Some(until) = self.until {
            call = call.until(until);
        }
        let response = call.response().await?;
        let value: Value = serde_json::from_slice(response.body()).map_err(|error| Failure::unreadable(&error))?;
        session.output().value(&value, |_| text(&name, &response.value));
        Ok(())
    }

    fn name(&self) -> Result<String, Failure> {
        if let Some(name) = &self.name {
            return Ok(name.clone());
        }
        let stem = self.file.file_stem().and_then(|stem| stem.to_str()).filter(|stem| *stem != "-");
        stem.map(str::to_owned).ok_or_else(|| {
            Failure::usage("the calendar has no name").with_hint("add --name, for example `--name holidays`")
        })
    }
}

fn text(name: &str, result: &CalendarImportResult) -> String {
    let definition = result.calendar.definition.as_ref();
    let dates = definition.and_then(|calendar| calendar.dates.as_ref()).map_or(0, Vec::len);
    let mut text = format!("Imported {dates} dates from {} events into calendar {name}.\n", result.events);
    for event in &result.named {
        let summary = event.summary.as_deref().unwrap_or("(no summary)");
        text.push_str(&format!("Skipped line {}: {summary} ({})\n", event.line, event.reason));
    }
    if let Ok(unlisted) = usize::try_from(result.skipped).map(|all| all.saturating_sub(result.named.len()))
        && unlisted > 0
    {
        text.push_str(&format!("Skipped {unlisted} more events.\n"));
    }
    text
}
