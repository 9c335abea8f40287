//! `refrain stats`.

use std::fmt::Write as _;

use clap::Args;
use refrain_client::types::{BoundedCount, Stats as Statistics};
use serde_json::Value;

use crate::exit::Failure;
use crate::output::{Cell, Column, Table, Tone, View};
use crate::session::{Outcome, Session, SessionArgs};

/// Count schedules, occurrences and nodes
#[derive(Args, Debug)]
#[command(after_help = "A count with `+` stopped at a limit of the server: there are more.

Examples:
  refrain stats
  refrain stats --watch 5
  refrain stats -o json | jq .overdue.count")]
pub struct Stats {
    #[command(flatten)]
    pub(super) session: SessionArgs,
}

/// Columns of the statistics, for CSV and names.
const STATISTICS: Table<Statistics> = Table {
    name: |stats| stats.node.id.clone(),
    columns: &[
        Column::new("at", |stats, view| view.time.at(stats.at).into()),
        Column::new("active", |stats, _| count(&stats.schedules.active).into()),
        Column::new("paused", |stats, _| count(&stats.schedules.paused).into()),
        Column::new("disabled", |stats, _| count(&stats.schedules.disabled).into()),
        Column::new("planned", |stats, _| count(&stats.planned).into()),
        Column::new("running", |stats, _| count(&stats.running).into()),
        Column::new("overdue", |stats, _| count(&stats.overdue).into()),
        Column::new("nodes", |stats, _| Cell::from(stats.nodes.to_string())),
    ],
};

impl Stats {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let response = session.client().get_statistics().response().await?;
        let value: Value = serde_json::from_slice(response.body()).map_err(|error| Failure::unreadable(&error))?;
        session.output().one::<Statistics>(&value, &STATISTICS, text)
    }
}

fn text(stats: &Statistics, view: &View) -> String {
    let mut text = String::new();
    let mut line = |name: &str, counts: &[(&BoundedCount, &str, Tone)]| {
        let shown: Vec<String> = counts
            .iter()
            .map(|(bounded, name, tone)| {
                let tone = if bounded.count > 0 { *tone } else { Tone::Plain };
                view.style.paint(tone, &format!("{} {name}", count(bounded)))
            })
            .collect();
        let _ = writeln!(text, "{name:<12} {}", shown.join(", "));
    };
    let schedules = &stats.schedules;
    line(
        "Schedules:",
        &[
            (&schedules.active, "active", Tone::Plain),
            (&schedules.paused, "paused", Tone::Warn),
            (&schedules.disabled, "disabled", Tone::Bad),
            (&schedules.finished, "finished", Tone::Plain),
            (&schedules.canceled, "canceled", Tone::Plain),
        ],
    );
    line(
        "Occurrences:",
        &[
            (&stats.planned, "planned", Tone::Plain),
            (&stats.running, "running", Tone::Plain),
            (&stats.overdue, "overdue", Tone::Bad),
        ],
    );
    let node = &stats.node;
    let nodes = if stats.nodes == 1 { "1 node".to_owned() } else { format!("{} nodes", stats.nodes) };
    let _ = writeln!(text, "{:<12} {nodes}", "Nodes:");
    let _ = writeln!(
        text,
        "{:<12} {} succeeded, {} failed, {} skipped, {} retried, {} missed on {} since it started",
        "Runs:", node.succeeded, node.failed, node.skipped, node.retried, node.missed, node.id
    );
    text
}

/// Returns a count, with `+` if it stopped at a limit.
pub(super) fn count(bounded: &BoundedCount) -> String {
    format!("{}{}", bounded.count, if bounded.is_cut { "+" } else { "" })
}
