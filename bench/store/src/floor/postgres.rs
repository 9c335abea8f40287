//! Writes a batch in one statement, by `unnest` and by lists of numbers, with `fsync` on and one connection per
//! caller.

use async_trait::async_trait;
use tokio_postgres::{Client, Statement};

use super::{Floor, Row, Writer};
use crate::Outcome;

const TABLE: &str = "DROP TABLE IF EXISTS floor; CREATE TABLE floor (
    id bigint PRIMARY KEY, schedule bigint, tenant bigint, period_key text, discriminator text,
    nominal_at bigint, due_at bigint, ready_at bigint, created_at bigint, started_at bigint, ended_at bigint,
    state bigint, priority bigint, trigger bigint, attempt bigint, fence bigint, revision bigint,
    owner text, tzdb text)";
/// The period comes first, so that new rows are close together.
const KEY: &str = "CREATE UNIQUE INDEX floor_key ON floor (period_key, schedule, discriminator)";
/// Only open rows have to be found.
const FOUND: &str = "CREATE INDEX floor_found ON floor (tenant, priority, ready_at) WHERE state < 2";
/// Reserves space for the two later versions of a row on its own page, so that updates touch no index.
const ROOM: &str = "ALTER TABLE floor SET (fillfactor = 33)";
const INSERT: &str = "INSERT INTO floor SELECT * FROM unnest(
    $1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
    $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[],
    $16::bigint[], $17::bigint[], $18::text[], $19::text[]) ON CONFLICT DO NOTHING";
const LEASE: &str =
    "UPDATE floor SET state = 1, attempt = 1, fence = 1, ready_at = $2, started_at = $2, owner = 'bench'
    WHERE id = ANY($1)";
const END: &str = "UPDATE floor SET state = 2, ended_at = $2 WHERE id = ANY($1)";

struct PostgresWriter {
    client: Client,
    insert: Statement,
    lease: Statement,
    end: Statement,
}

/// Creates callers of an empty table.
pub async fn writers(clients: Vec<Client>, floor: Floor) -> Outcome<Vec<Box<dyn Writer>>> {
    let mut writers: Vec<Box<dyn Writer>> = Vec::new();
    for client in clients {
        if writers.is_empty() {
            client.batch_execute(TABLE).await?;
            if floor != Floor::Bare {
                client.batch_execute(KEY).await?;
            }
            if floor.is_cycle() {
                client.batch_execute(ROOM).await?;
            }
            if floor == Floor::Found {
                client.batch_execute(FOUND).await?;
            }
        }
        let (insert, lease, end) =
            (client.prepare(INSERT).await?, client.prepare(LEASE).await?, client.prepare(END).await?);
        writers.push(Box::new(PostgresWriter { client, insert, lease, end }));
    }
    Ok(writers)
}

fn column<T>(rows: &[Row], of: impl Fn(&Row) -> T) -> Vec<T> {
    rows.iter().map(of).collect()
}

impl PostgresWriter {
    async fn update(&self, statement: &Statement, rows: &[Row]) -> Outcome<()> {
        let at = rows.first().map_or(0, |row| row.instants[0]);
        let written = self.client.execute(statement, &[&column(rows, |row| row.id), &at]).await?;
        assert_eq!(written, rows.len() as u64, "every row must be written");
        Ok(())
    }
}

#[async_trait]
impl Writer for PostgresWriter {
    async fn insert(&mut self, rows: &[Row]) -> Outcome<()> {
        let instants: [Vec<i64>; 6] = std::array::from_fn(|index| column(rows, |row| row.instants[index]));
        let numbers: [Vec<i64>; 6] = std::array::from_fn(|index| column(rows, |row| row.numbers[index]));
        let written = self
            .client
            .execute(
                &self.insert,
                &[
                    &column(rows, |row| row.id),
                    &column(rows, |row| row.schedule),
                    &column(rows, |row| row.tenant),
                    &column(rows, |row| row.period_key.clone()),
                    &column(rows, |row| row.discriminator.clone()),
                    &instants[0],
                    &instants[1],
                    &instants[2],
                    &instants[3],
                    &instants[4],
                    &instants[5],
                    &numbers[0],
                    &numbers[1],
                    &numbers[2],
                    &numbers[3],
                    &numbers[4],
                    &numbers[5],
                    &column(rows, |row| row.owner.clone()),
                    &column(rows, |row| row.tzdb.clone()),
                ],
            )
            .await?;
        assert_eq!(written, rows.len() as u64, "every row must be written");
        Ok(())
    }

    async fn lease(&mut self, rows: &[Row]) -> Outcome<()> {
        self.update(&self.lease, rows).await
    }

    async fn end(&mut self, rows: &[Row]) -> Outcome<()> {
        self.update(&self.end, rows).await
    }
}
