//! `refrain queue stats`.

use std::collections::BTreeMap;

use clap::Args;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::command::list::PAGE_MAX;
use crate::exit::{Exit, Failure};
use crate::output::{Cell, Column, Table, Tone};
use crate::session::{Outcome, Session};

/// Maximum number of work items that are counted.
const COUNTED_MAX: usize = 10_000;

/// Count the work items of each queue that are not done
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain queue stats
  refrain queue stats emails -o json | jq '.[0].queued'
  refrain queue stats --watch")]
pub(super) struct Stats {
    /// Queue name. Default: all queues
    queue: Option<String>,
}

/// Counts of a queue.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Counts {
    queue: String,
    queued: u64,
    running: u64,
    dead: u64,
    /// Time at which the work item was ready that waits for the longest time.
    oldest_ready_at: Option<Timestamp>,
}

const COUNTS: Table<Counts> = Table {
    name: |counts| counts.queue.clone(),
    columns: &[
        Column::new("queue", |counts, _| counts.queue.as_str().into()),
        Column::new("queued", |counts, _| counts.queued.to_string().into()),
        Column::new("running", |counts, _| counts.running.to_string().into()),
        Column::new("dead", |counts, _| {
            let tone = if counts.dead > 0 { Tone::Bad } else { Tone::Plain };
            Cell { text: counts.dead.to_string(), tone }
        }),
        Column::new("oldest ready", |counts, view| view.time.at_optional(counts.oldest_ready_at).into()),
    ],
};

impl Stats {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let output = session.output();
        let mut call = session.client().list_work_items().state("queued,running,dead").limit(PAGE_MAX);
        if let Some(queue) = &self.queue {
            call = call.queue(queue);
        }
        let mut found = call.items();
        let (mut queues, mut count) = (BTreeMap::<String, Counts>::new(), 0);
        while let Some(item) = found.next().await {
            let item = item?;
            count += 1;
            if count > COUNTED_MAX {
                output.line(format!("Only the newest {COUNTED_MAX} work items are counted."));
                break;
            }
            let queue = item.queue.clone();
            let counts = queues.entry(queue.clone()).or_insert_with(|| Counts { queue, ..Counts::default() });
            match item.state.as_str() {
                "running" => counts.running += 1,
                "dead" => counts.dead += 1,
                _ => {
                    counts.queued += 1;
                    let oldest = counts.oldest_ready_at.map_or(item.ready_at, |oldest| oldest.min(item.ready_at));
                    counts.oldest_ready_at = Some(oldest);
                }
            }
        }
        let rows: Result<Vec<Value>, _> = queues.values().map(serde_json::to_value).collect();
        let rows = rows.map_err(|error| Failure::new(Exit::Failure, format!("the counts cannot be shown: {error}")))?;
        output.list(&rows, &COUNTS)?;
        if rows.is_empty() {
            output.line("No work items are waiting, running or dead.");
        }
        Ok(())
    }
}
