//! The best that a database can do: the same rows with the same durability, without the work of a ledger.
//!
//! A row has the content of an occurrence, a batch is one transaction, and every caller has the rows of its own
//! schedules.

pub mod postgres;
pub mod redis;
pub mod sqlite;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

use crate::Outcome;
use crate::clock::Stopwatch;
use crate::cycle::{FIRST_SECOND, SCHEDULES, TENANTS};
use crate::pace::Pace;

/// The rows that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Floor {
    /// Completed rows, into a table with only its primary key.
    Bare,
    /// Completed rows, under the unique key of schedule, period and discriminator, which every ledger needs.
    Keyed,
    /// Planned rows under the same key, then their lease, then their completion, each by row number.
    Cycle,
    /// The same as `Cycle`, with an index of the open rows by tenant and time, which is needed to find rows to
    /// lease.
    Found,
}

impl Floor {
    /// Returns whether rows are planned, leased and completed.
    pub const fn is_cycle(self) -> bool {
        matches!(self, Self::Cycle | Self::Found)
    }
}

/// One caller.
#[async_trait]
pub trait Writer: Send {
    async fn insert(&mut self, rows: &[Row]) -> Outcome<()>;
    async fn lease(&mut self, rows: &[Row]) -> Outcome<()>;
    async fn end(&mut self, rows: &[Row]) -> Outcome<()>;
}

/// An occurrence as values to insert.
#[derive(Clone, Debug)]
pub struct Row {
    pub id: i64,
    pub schedule: i64,
    pub tenant: i64,
    pub period_key: String,
    pub discriminator: String,
    /// Nominal, due, ready, created, started, ended.
    pub instants: [i64; 6],
    /// State, priority, trigger, attempt, fence, revision.
    pub numbers: [i64; 6],
    pub owner: String,
    pub tzdb: String,
}

/// Lets all callers write batches of this size until the time is over.
pub async fn run(writers: Vec<Box<dyn Writer>>, floor: Floor, size: usize, run_for: Duration) -> Outcome<Pace> {
    let numbers = Arc::new(AtomicI64::new(0));
    let mut tasks = Vec::new();
    for (caller, mut writer) in writers.into_iter().enumerate() {
        let numbers = Arc::clone(&numbers);
        tasks.push(tokio::spawn(async move {
            let (mut written, mut busy_for) = (0, Duration::ZERO);
            let whole = Stopwatch::start();
            while whole.elapsed() < run_for {
                let batch = Batch { first: numbers.fetch_add(size as i64, Ordering::Relaxed), size, caller, written };
                let batch = batch.rows(floor);
                let watch = Stopwatch::start();
                writer.insert(&batch).await?;
                if floor.is_cycle() {
                    writer.lease(&batch).await?;
                    writer.end(&batch).await?;
                }
                busy_for += watch.elapsed();
                written += size;
            }
            Outcome::Ok((written, busy_for))
        }));
    }
    let mut pace = Pace::default();
    for task in tasks {
        let (written, busy_for) = task.await??;
        pace.add(written, busy_for);
    }
    Ok(pace)
}

/// The rows that a caller writes next.
struct Batch {
    first: i64,
    size: usize,
    caller: usize,
    /// Number of rows that the caller has written before.
    written: usize,
}

impl Batch {
    fn rows(&self, floor: Floor) -> Vec<Row> {
        let row = |index: usize| {
            let place = self.written + index;
            let minutes = (place / SCHEDULES) as i64;
            let nominal_at = Timestamp::from_second(FIRST_SECOND + 60 * minutes).unwrap_or(Timestamp::MAX);
            let at = nominal_at.as_microsecond();
            let is_ended = !floor.is_cycle();
            Row {
                id: self.first + index as i64,
                schedule: (self.caller * SCHEDULES + place % SCHEDULES) as i64,
                tenant: (place % TENANTS) as i64,
                period_key: nominal_at.to_string(),
                discriminator: String::new(),
                instants: if is_ended { [at; 6] } else { [at, at, at, at, 0, 0] },
                numbers: if is_ended { [2, 1, 0, 1, 1, 1] } else { [0, 1, 0, 0, 0, 1] },
                owner: if is_ended { "bench".to_owned() } else { String::new() },
                tzdb: "2026e".to_owned(),
            }
        };
        (0..self.size).map(row).collect()
    }
}
