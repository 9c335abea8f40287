//! The limit of each database: inserting rows of the same columns, and nothing else.
//!
//! A row is what an ended occurrence holds. The table has its primary key and no other index, a batch is one
//! transaction, and it is as durable as the store's own writes.

pub mod postgres;
pub mod redis;
pub mod sqlite;

/// An ended occurrence, as values to insert.
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

/// The rows of one batch.
pub fn rows(first: i64, size: usize) -> Vec<Row> {
    (first..first + size as i64)
        .map(|id| Row {
            id,
            schedule: id % 1_000,
            tenant: id % 10,
            period_key: "2026-05-28T20:27:00Z".to_owned(),
            discriminator: String::new(),
            instants: [1_780_000_000_000_000 + id; 6],
            numbers: [2, 1, 0, 1, 1, 1],
            owner: "bench".to_owned(),
            tzdb: "2026e".to_owned(),
        })
        .collect()
}
