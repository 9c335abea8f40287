//! How to test schedules: an in-memory store and a clock that is moved by hand. A year passes immediately.
#![expect(clippy::print_stdout, reason = "an example prints its result")]

use std::sync::Arc;

use refrain::Weekday::Monday;
use refrain::clock::ManualClock;
use refrain::recurrence::builder::days;
use refrain::store::Page;
use refrain::{Failure, Refrain, Reject, RunContext};

async fn report(context: RunContext, customer: u64) -> Result<(), Failure> {
    if customer == 0 {
        return Err(Reject::new("there is no customer 0").into());
    }
    context.log(format!("the report of {} for {customer}", context.period_key()));
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let clock = Arc::new(ManualClock::new("2026-01-01T00:00:00Z".parse()?));
    let refrain = Refrain::builder().clock(clock.clone()).open("memory:").await?;
    let report = refrain.handler("report", report);
    let monthly = refrain.schedule("report").every(1).months().on_first(Monday).at(9, 0).in_zone("Europe/Berlin");
    monthly.run(&report, 7).save().await?;
    for _ in 0..365 {
        clock.advance(days(1).duration());
        refrain.tick().await?;
    }
    let runs = refrain.runs("report", &Page::first(100)).await?.rows;
    assert_eq!(runs.len(), 12, "one run per month");
    for run in runs.iter().rev() {
        println!("{} {}", run.planned.period_key, run.state.as_str());
    }
    Ok(())
}
