//! Many schedules due in the same second.

use std::error::Error;
use std::io::{Write, stdout};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::clock::Clock;

use crate::BenchOptions;
use crate::stores::Place;
use crate::world::{BenchNode, ScheduleTemplate, daily_at, save};

/// Time between saving and the due time: enough to be planned ahead, as in normal operation.
const LEAD_FOR: SignedDuration = SignedDuration::from_secs(12);
/// Time that a node needs to plan the schedules.
const READY_FOR: SignedDuration = SignedDuration::from_secs(5);
/// Number of schedules saved first to estimate the duration of a save.
const PROBES: usize = 500;

/// Schedules of all tenants. Their due time is determined later.
pub const BURST: ScheduleTemplate =
    ScheduleTemplate { prefix: "burst", expression: String::new(), target: "", tenant: None };

pub async fn measure(kind: &str, asked: BenchOptions) -> Result<(), Box<dyn Error>> {
    let sizes: &[usize] = if asked.is_quick { &[1, 1_000, 10_000] } else { &[1, 1_000, 10_000, 100_000] };
    writeln!(stdout(), "\n{kind}: bursts, lag in ms from the due time to the start of the handler")?;
    writeln!(stdout(), "{:>8} {:>9} {:>9} {:>9} {:>10} {:>10}", "runs", "p50", "p99", "max", "all done", "runs/s")?;
    for (number, size) in sizes.iter().enumerate() {
        let place = Place::new(kind, number)?;
        let mut node = BenchNode::new(&place).await?;
        let due_at = save_for_one_instant(&node, *size, &BURST).await?;
        node.start();
        let done_at = node.settled(*size as u64, Duration::from_secs(180)).await?;
        let spread = node.lags.take();
        let took = done_at.duration_since(due_at);
        writeln!(
            stdout(),
            "{:>8} {:>9.1} {:>9.1} {:>9.1} {:>7.0} ms {:>10.0}",
            spread.count,
            spread.median,
            spread.p99,
            spread.longest,
            took.as_secs_f64() * 1_000.0,
            *size as f64 / took.as_secs_f64()
        )?;
        node.stop().await;
    }
    Ok(())
}

/// Saves schedules that are all due at one instant, and returns that instant. Saving takes time, so a few schedules
/// are saved first to estimate how far in the future it must be.
pub async fn save_for_one_instant(
    node: &BenchNode,
    count: usize,
    like: &ScheduleTemplate,
) -> Result<Timestamp, Box<dyn Error>> {
    let store = node.engine.store();
    let begun_at = node.clock.now();
    let yesterday = daily_at(begun_at - SignedDuration::from_hours(1));
    let probe = ScheduleTemplate { prefix: "probe", expression: yesterday, ..like.clone() };
    save(store, &probe, PROBES, begun_at).await?;
    let now = node.clock.now();
    let save_for = now.duration_since(begun_at) * i32::try_from(2 * count / PROBES)?;
    let due_at = whole_second(now + save_for + LEAD_FOR);
    let wanted = ScheduleTemplate { expression: daily_at(due_at), ..like.clone() };
    save(store, &wanted, count, now).await?;
    if node.clock.now() + READY_FOR > due_at {
        return Err(format!("{count} schedules were not saved in time for {due_at}").into());
    }
    Ok(due_at)
}

fn whole_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second() + 1).unwrap_or(at)
}
