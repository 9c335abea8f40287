//! `refrain schedule next`.

use clap::Args;
use jiff::Timestamp;
use refrain_client::types::Schedule;
use serde::Deserialize;
use serde_json::{Value, json};

use super::effect::{local, zone_of};
use crate::command::response::{read, value};
use crate::output::{Column, Table};
use crate::session::{Outcome, Session};

/// Show when a schedule runs next
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain schedule next digest
  refrain schedule next digest -n 3 -o json")]
pub(super) struct Next {
    /// Schedule ID
    id: String,
    /// Number of occurrences. Maximum: 1,000
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 10)]
    count: u32,
}

/// A future occurrence.
#[derive(Debug, Deserialize)]
struct Row {
    at: Timestamp,
    local: String,
}

const NEXT: Table<Row> = Table {
    name: |row| row.at.to_string(),
    columns: &[
        Column::new("local time", |row, _| row.local.as_str().into()),
        Column::new("utc", |row, _| row.at.to_string().into()),
        Column::new("when", |row, view| if view.time.is_relative() { view.time.at(row.at).into() } else { "".into() }),
    ],
};

impl Next {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let stored = value(session.client().get_schedule(&self.id)).await?;
        let found = session.client().list_next_occurrences(&self.id).count(self.count).await?;
        let zone = zone_of(&stored);
        let row = |at: &Timestamp| json!({ "at": at, "local": local(*at, &zone) });
        let rows: Vec<Value> = found.next.iter().map(row).collect();
        session.output().list(&rows, &NEXT)?;
        if rows.is_empty() {
            let schedule: Schedule = read(&stored)?;
            session.output().line(match schedule.status.as_str() {
                "active" => format!("{} has no next occurrence.", schedule.id),
                status => format!("{} is {status}, so it has no next occurrence.", schedule.id),
            });
        }
        Ok(())
    }
}
