//! `INSERT … SELECT FROM unnest`, a batch in one statement, `fsync` on.

use std::time::Duration;

use tokio_postgres::{Client, Error};

use super::{Row, rows};
use crate::clock::Stopwatch;

const TABLE: &str = "DROP TABLE IF EXISTS raw; CREATE TABLE raw (
    id bigint PRIMARY KEY, schedule bigint, tenant bigint, period_key text, discriminator text,
    nominal_at bigint, due_at bigint, ready_at bigint, created_at bigint, started_at bigint, ended_at bigint,
    state bigint, priority bigint, trigger bigint, attempt bigint, fence bigint, revision bigint,
    owner text, tzdb text)";
const INSERT: &str = "INSERT INTO raw SELECT * FROM unnest(
    $1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
    $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[],
    $16::bigint[], $17::bigint[], $18::text[], $19::text[])";

/// Rows per second.
pub async fn inserts_per_second(client: &Client, size: usize, run_for: Duration) -> Result<f64, Error> {
    client.batch_execute(TABLE).await?;
    let statement = client.prepare(INSERT).await?;
    let mut inserted = 0;
    let watch = Stopwatch::start();
    while watch.elapsed() < run_for {
        let batch = rows(inserted, size);
        let numbers = |of: &dyn Fn(&Row) -> i64| batch.iter().map(of).collect::<Vec<i64>>();
        let texts = |of: &dyn Fn(&Row) -> String| batch.iter().map(of).collect::<Vec<String>>();
        let instants: [Vec<i64>; 6] = std::array::from_fn(|index| numbers(&|row| row.instants[index]));
        let small: [Vec<i64>; 6] = std::array::from_fn(|index| numbers(&|row| row.numbers[index]));
        client
            .execute(
                &statement,
                &[
                    &numbers(&|row| row.id),
                    &numbers(&|row| row.schedule),
                    &numbers(&|row| row.tenant),
                    &texts(&|row| row.period_key.clone()),
                    &texts(&|row| row.discriminator.clone()),
                    &instants[0],
                    &instants[1],
                    &instants[2],
                    &instants[3],
                    &instants[4],
                    &instants[5],
                    &small[0],
                    &small[1],
                    &small[2],
                    &small[3],
                    &small[4],
                    &small[5],
                    &texts(&|row| row.owner.clone()),
                    &texts(&|row| row.tzdb.clone()),
                ],
            )
            .await?;
        inserted += size as i64;
    }
    let per_second = inserted as f64 / watch.elapsed().as_secs_f64();
    client.batch_execute("DROP TABLE raw").await?;
    Ok(per_second)
}
