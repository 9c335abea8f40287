//! Checks whether handlers that take ten seconds delay others.

use std::error::Error;
use std::io::{Write, stdout};
use std::time::Duration;

use jiff::Timestamp;
use refrain::clock::Clock;

use crate::stores::Place;
use crate::world::{BenchNode, SLOW, ScheduleTemplate, daily_at, save};

const SLOW_COUNT: usize = 100;
const QUICK_COUNT: usize = 100;
const WATCH_FOR: Duration = Duration::from_secs(20);

pub async fn measure(kind: &str) -> Result<(), Box<dyn Error>> {
    let place = Place::new(kind, 400)?;
    let mut node = BenchNode::new(&place).await?;
    let every_second = "* * * * * *".to_owned();
    let quick = ScheduleTemplate { prefix: "quick", expression: every_second, target: "", tenant: Some(0) };
    save(node.engine.store(), &quick, QUICK_COUNT, node.clock.now()).await?;
    node.start();
    tokio::time::sleep(Duration::from_secs(5)).await;
    node.lags.take();
    tokio::time::sleep(WATCH_FOR).await;
    let alone = node.lags.take();
    let due_at = Timestamp::from_second(node.clock.now().as_second() + 12)?;
    let slow = ScheduleTemplate { prefix: "slow", expression: daily_at(due_at), target: SLOW, tenant: Some(1) };
    save(node.engine.store(), &slow, SLOW_COUNT, node.clock.now()).await?;
    tokio::time::sleep(WATCH_FOR).await;
    let beside = node.lags.take();
    writeln!(stdout(), "\n{kind}: {QUICK_COUNT} schedules every second")?;
    writeln!(stdout(), "alone: p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms", alone.median, alone.p99, alone.longest)?;
    writeln!(
        stdout(),
        "with {SLOW_COUNT} handlers of ten seconds: p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms",
        beside.median,
        beside.p99,
        beside.longest
    )?;
    node.stop().await;
    Ok(())
}
