//! Bills that are written exactly once: the effect and the record of the run share one transaction, in one file.
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use std::sync::Arc;

use refrain::clock::ManualClock;
use refrain::recurrence::builder::days;
use refrain::store::sqlite::rusqlite::Connection;
use refrain::{Failure, Refrain, RunContext};

const TABLES: &str = "CREATE TABLE shop_bills (month TEXT NOT NULL, customer INTEGER NOT NULL)";

fn bill(context: &RunContext, customer: i64, conn: &Connection) -> Result<(), Failure> {
    conn.execute("INSERT INTO shop_bills VALUES (?1, ?2)", (context.period_key(), customer))?;
    if context.attempt() == 1 {
        return Err("the power failed".into()); // everything is rolled back
    }
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let file = std::env::temp_dir().join(format!("billing-{}.db", std::process::id()));
    let clock = Arc::new(ManualClock::new("2026-01-01T00:00:00Z".parse()?));
    let refrain = Refrain::builder().clock(clock.clone()).open(&format!("sqlite:{}", file.display())).await?;
    refrain.sqlite(|conn| conn.execute_batch(TABLES)).await?;
    let bill = refrain.sqlite_handler("bill", bill)?;
    refrain.schedule("bills").every(1).months().on_day(1).run(&bill, 7).save().await?;
    for _ in 0..365 {
        clock.advance(days(1).duration());
        refrain.tick().await?;
    }
    let count = |conn: &Connection| conn.query_row("SELECT count(*) FROM shop_bills", [], |row| row.get(0));
    let bills: i64 = refrain.sqlite(count).await?;
    println!("{bills} bills in a year, each at the second attempt");
    drop(refrain);
    std::fs::remove_file(file)?;
    Ok(())
}
