//! One `HSET` per row, a batch in one pipeline, as durable as the server is set up.

use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{RedisResult, pipe};

use super::{Row, rows};
use crate::clock::Stopwatch;

/// The names of a row's fields, as short as a careful layout would make them.
const INSTANTS: [&str; 6] = ["n", "d", "y", "c", "s", "e"];
const NUMBERS: [&str; 6] = ["t", "p", "g", "a", "f", "v"];

/// Rows per second.
pub async fn sets_per_second(
    connection: &mut MultiplexedConnection,
    size: usize,
    run_for: Duration,
) -> RedisResult<f64> {
    let mut inserted = 0;
    let watch = Stopwatch::start();
    while watch.elapsed() < run_for {
        let mut pipeline = pipe();
        for row in rows(inserted, size) {
            set(&mut pipeline, &row);
        }
        pipeline.exec_async(connection).await?;
        inserted += size as i64;
    }
    let per_second = inserted as f64 / watch.elapsed().as_secs_f64();
    for first in (0..inserted).step_by(10_000) {
        let mut pipeline = pipe();
        for id in first..(first + 10_000).min(inserted) {
            pipeline.cmd("UNLINK").arg(format!("raw:{id}")).ignore();
        }
        pipeline.exec_async(connection).await?;
    }
    Ok(per_second)
}

fn set(pipeline: &mut redis::Pipeline, row: &Row) {
    let command = pipeline.cmd("HSET").arg(format!("raw:{}", row.id));
    command.arg("u").arg(row.schedule).arg("w").arg(row.tenant);
    command.arg("k").arg(&row.period_key).arg("x").arg(&row.discriminator);
    for (name, value) in INSTANTS.iter().zip(row.instants).chain(NUMBERS.iter().zip(row.numbers)) {
        command.arg(*name).arg(value);
    }
    command.arg("o").arg(&row.owner).arg("z").arg(&row.tzdb).ignore();
}
