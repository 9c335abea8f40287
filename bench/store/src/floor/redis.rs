//! Writes a batch as one pipeline with one `HSET` per write of a row, as durable as the server is configured, with
//! one connection per caller. The unique keys of a schedule are a set, for which `SADD` returns whether a key is
//! new.

use async_trait::async_trait;
use redis::Pipeline;
use redis::aio::MultiplexedConnection;

use super::{Floor, Row, Writer};
use crate::Outcome;

/// Prefix of the keys.
pub const PREFIX: &str = "floor:";
/// Names of a row's fields, as short as in a careful layout.
const INSTANTS: [&str; 6] = ["n", "d", "y", "c", "s", "e"];
const NUMBERS: [&str; 6] = ["t", "p", "g", "a", "f", "v"];

struct RedisWriter {
    connection: MultiplexedConnection,
    has_key: bool,
    is_found: bool,
}

/// Creates callers of an empty keyspace.
pub fn writers(connections: Vec<MultiplexedConnection>, floor: Floor) -> Vec<Box<dyn Writer>> {
    let (has_key, is_found) = (floor != Floor::Bare, floor == Floor::Found);
    let writer = |connection| Box::new(RedisWriter { connection, has_key, is_found }) as Box<dyn Writer>;
    connections.into_iter().map(writer).collect()
}

impl RedisWriter {
    /// Adds an open row to the index, or moves it there.
    fn place(&self, pipeline: &mut Pipeline, row: &Row) {
        if self.is_found {
            pipeline.cmd("ZADD").arg(open_rows(row)).arg(row.instants[0]).arg(row.id).ignore();
        }
    }
}

/// Returns the key of a tenant's open rows, ordered by the time they are ready.
fn open_rows(row: &Row) -> String {
    format!("{PREFIX}o:{}", row.tenant)
}

fn key(row: &Row) -> String {
    format!("{PREFIX}{}", row.id)
}

#[async_trait]
impl Writer for RedisWriter {
    async fn insert(&mut self, rows: &[Row]) -> Outcome<()> {
        let mut pipeline = Pipeline::with_capacity(2 * rows.len());
        for row in rows {
            if self.has_key {
                let unique = format!("{}\0{}", row.period_key, row.discriminator);
                pipeline.cmd("SADD").arg(format!("{PREFIX}k:{}", row.schedule)).arg(unique);
            }
            set(&mut pipeline, row);
            self.place(&mut pipeline, row);
        }
        let added: Vec<i64> = pipeline.query_async(&mut self.connection).await?;
        assert!(added.iter().all(|added| *added == 1), "every key must be new");
        Ok(())
    }

    async fn lease(&mut self, rows: &[Row]) -> Outcome<()> {
        let mut pipeline = Pipeline::with_capacity(rows.len());
        for row in rows {
            let command = pipeline.cmd("HSET").arg(key(row)).arg("t").arg(1).arg("a").arg(1).arg("f").arg(1);
            command.arg("y").arg(row.instants[0]).arg("s").arg(row.instants[0]).arg("o").arg("bench").ignore();
            self.place(&mut pipeline, row);
        }
        Ok(pipeline.exec_async(&mut self.connection).await?)
    }

    async fn end(&mut self, rows: &[Row]) -> Outcome<()> {
        let mut pipeline = Pipeline::with_capacity(rows.len());
        for row in rows {
            pipeline.cmd("HSET").arg(key(row)).arg("t").arg(2).arg("e").arg(row.instants[0]).ignore();
            if self.is_found {
                pipeline.cmd("ZREM").arg(open_rows(row)).arg(row.id).ignore();
            }
        }
        Ok(pipeline.exec_async(&mut self.connection).await?)
    }
}

fn set(pipeline: &mut Pipeline, row: &Row) {
    let command = pipeline.cmd("HSET").arg(key(row));
    command.arg("u").arg(row.schedule).arg("w").arg(row.tenant);
    command.arg("k").arg(&row.period_key).arg("x").arg(&row.discriminator);
    for (name, value) in INSTANTS.iter().zip(row.instants).chain(NUMBERS.iter().zip(row.numbers)) {
        command.arg(*name).arg(value);
    }
    command.arg("o").arg(&row.owner).arg("z").arg(&row.tzdb).ignore();
}
