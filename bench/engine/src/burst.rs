//! Many schedules due in the same second.

use std::error::Error;
use std::io::{Write, stdout};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::clock::Clock;

use crate::Asked;
use crate::stores::Place;
use crate::world::{BenchNode, Wanted, daily_at, save};

/// Schedules are saved so long before they are due: enough to be planned ahead, as they would be.
const LEAD_FOR: SignedDuration = SignedDuration::from_secs(12);

pub async fn measure(kind: &str, asked: Asked) -> Result<(), Box<dyn Error>> {
    let sizes: &[usize] = if asked.is_quick { &[1, 1_000, 10_000] } else { &[1, 1_000, 10_000, 100_000] };
    writeln!(stdout(), "\n{kind}: bursts, lag in ms from the due instant to the start of the handler")?;
    writeln!(stdout(), "{:>8} {:>9} {:>9} {:>9} {:>10} {:>10}", "fires", "p50", "p99", "max", "all done", "fires/s")?;
    for (number, size) in sizes.iter().enumerate() {
        let place = Place::new(kind, number)?;
        let mut node = BenchNode::new(&place).await?;
        // Saving takes its time, so schedules are first made for an instant that is far enough away.
        let save_for = SignedDuration::from_millis(*size as i64 / 5) + LEAD_FOR;
        let due_at = whole_second(node.clock.now() + save_for);
        let wanted = Wanted { prefix: "burst", expression: daily_at(due_at), target: "", tenant: None };
        save(node.engine.store(), &wanted, *size, node.clock.now()).await?;
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

fn whole_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second() + 1).unwrap_or(at)
}
