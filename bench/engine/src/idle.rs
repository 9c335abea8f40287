//! The cost of a node with many schedules and nothing to do.

use std::error::Error;
use std::io::{Write, stdout};
use std::time::Duration;

use jiff::SignedDuration;
use refrain::clock::Clock;

use crate::BenchOptions;
use crate::stores::Place;
use crate::world::{BenchNode, ScheduleTemplate, daily_at, save};

pub async fn measure(kind: &str, asked: BenchOptions) -> Result<(), Box<dyn Error>> {
    let count = if asked.is_quick { 20_000 } else { 1_000_000 };
    let watch_for = Duration::from_secs(if asked.is_quick { 10 } else { 60 });
    let place = Place::new(kind, 200)?;
    let far = {
        let node = BenchNode::new(&place).await?;
        let now = node.clock.now();
        let far = now + SignedDuration::from_hours(12);
        let wanted = ScheduleTemplate { prefix: "idle", expression: daily_at(far), target: "", tenant: None };
        save(node.engine.store(), &wanted, count, now).await?;
        far
    };
    let memory_before = resident_bytes()?;
    let opening = processor_seconds()?;
    let mut node = BenchNode::new(&place).await?;
    let opened_at = node.clock.now();
    node.start();
    // The node is ready when it can run: one more schedule, due now, has run.
    let due_at = jiff::Timestamp::from_second(node.clock.now().as_second() + 2)?;
    let wanted = ScheduleTemplate { prefix: "probe", expression: daily_at(due_at), target: "", tenant: None };
    save(node.engine.store(), &wanted, 1, node.clock.now()).await?;
    node.settled(1, Duration::from_secs(60)).await?;
    let probe = node.lags.take();
    let before = processor_seconds()?;
    tokio::time::sleep(watch_for).await;
    let used = (processor_seconds()? - before) * 60.0 / watch_for.as_secs_f64();
    let memory = resident_bytes()?.saturating_sub(memory_before);
    writeln!(stdout(), "\n{kind}: {count} schedules, the next due at {far}, opened at {opened_at}")?;
    writeln!(
        stdout(),
        "processor {used:.2} s per minute, additional memory {:.1} MB ({:.1} bytes per schedule), startup {:.2} s of processor time, \
         a run in the meantime was {:.1} ms late",
        memory as f64 / 1e6,
        memory as f64 / count as f64,
        before - opening,
        probe.longest
    )?;
    node.stop().await;
    Ok(())
}

fn resident_bytes() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS in /proc/self/status")?;
    let kilobytes: u64 = line.split_whitespace().nth(1).ok_or("no number after VmRSS")?.parse()?;
    Ok(kilobytes * 1_024)
}

/// Returns the processor time of this process on all cores.
fn processor_seconds() -> Result<f64, Box<dyn Error>> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let rest = stat.rsplit(')').next().ok_or("no name in /proc/self/stat")?;
    let mut numbers = rest.split_whitespace().skip(11);
    let user: f64 = numbers.next().ok_or("no user time")?.parse()?;
    let system: f64 = numbers.next().ok_or("no system time")?.parse()?;
    // The kernel counts hundredths of a second here, whatever its own tick.
    Ok((user + system) / 100.0)
}
