//! Checks whether a burst of one tenant delays another tenant.

use std::error::Error;
use std::io::{Write, stdout};
use std::time::Duration;

use jiff::SignedDuration;
use refrain::clock::Clock;

use crate::BenchOptions;
use crate::burst::save_for_one_instant;
use crate::stores::Place;
use crate::world::{BenchNode, HERD, ScheduleTemplate, save};

const OTHERS: usize = 100;

pub async fn measure(kind: &str, asked: BenchOptions) -> Result<(), Box<dyn Error>> {
    let size = if asked.is_quick { 10_000 } else { 50_000 };
    let place = Place::new(kind, 500)?;
    let mut node = BenchNode::new(&place).await?;
    let herd = ScheduleTemplate { prefix: "herd", expression: String::new(), target: HERD, tenant: Some(1) };
    let due_at = save_for_one_instant(&node, size, &herd).await?;
    let every_second = "* * * * * *".to_owned();
    let others = ScheduleTemplate { prefix: "other", expression: every_second, target: "", tenant: Some(0) };
    save(node.engine.store(), &others, OTHERS, node.clock.now()).await?;
    node.start();
    // Occurrences missed between saving and the start are caught up before the burst.
    let before = due_at - SignedDuration::from_secs(2);
    tokio::time::sleep(before.duration_since(node.clock.now()).unsigned_abs()).await;
    node.lags.take();
    let is_herd_done = |node: &BenchNode, begun: u64| node.engine.stats().read().succeeded - begun >= size as u64;
    let begun = node.engine.stats().read().succeeded;
    while !is_herd_done(&node, begun) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let took = node.clock.now().duration_since(due_at);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let beside = node.lags.take();
    writeln!(
        stdout(),
        "\n{kind}: {OTHERS} schedules every second during a burst of {size} runs of another tenant, which took {:.0} ms\n\
         p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms",
        took.as_secs_f64() * 1_000.0,
        beside.median,
        beside.p99,
        beside.longest
    )?;
    node.stop().await;
    Ok(())
}
