//! Commands on calendars.

mod import;

use clap::{Args, Subcommand};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;

use super::control::{Control, Kind, Stored, Verbs};
use crate::document::DocumentKind;
use crate::output::{Column, Table};
use crate::session::{Outcome, Session, SessionArgs};

/// List, change and import calendars of days off
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain calendar list
  refrain calendar import holidays.ics --name holidays
  refrain calendar get holidays -o yaml")]
pub struct CalendarCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    #[command(flatten)]
    Control(Verbs<Calendar>),
    Import(import::Import),
}

/// The kind of calendars.
#[derive(Debug)]
enum Calendar {}

impl Kind for Calendar {
    const CONTROL: &'static Control = &Control {
        kind: DocumentKind::Calendar,
        noun: "calendar",
        one: "calendar",
        many: "calendars",
        path: "/v1/calendars",
        example: "holidays",
        rank: |_| 0,
        table: Table {
            name: |calendar| calendar.name.clone(),
            columns: &[
                Column::new("name", |calendar, _| calendar.name.as_str().into()),
                Column::new("weekend", |calendar, _| calendar.text("/weekend").into()),
                Column::new("dates", |calendar, _| dates(calendar).count().to_string().into()),
                Column::new("next", |calendar, view| {
                    next(calendar, view.time.now().to_zoned(TimeZone::UTC).date()).into()
                }),
                Column::wide("version", |calendar, _| calendar.version.to_string().into()),
                Column::new("updated", |calendar, view| view.time.at(calendar.updated_at).into()),
                Column::new("problem", |calendar, _| calendar.problem().into()),
            ],
        },
    };
}

/// Returns the days off.
fn dates(calendar: &Stored) -> impl Iterator<Item = Date> {
    let dates = calendar.definition.get("dates").and_then(Value::as_array).into_iter().flatten();
    dates.filter_map(|date| date.as_str()?.parse().ok())
}

/// Returns the first day off from a day on.
fn next(calendar: &Stored, today: Date) -> String {
    dates(calendar).filter(|date| *date >= today).min().map(|date| date.to_string()).unwrap_or_default()
}

impl CalendarCommand {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        match &self.verb {
            Verb::Control(verb) => verb.run(session).await,
            Verb::Import(verb) => verb.run(session).await,
        }
    }
}
