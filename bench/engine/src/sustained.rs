//! The highest sustained rate: schedules that run every second, with start delays below one second.

use std::error::Error;
use std::io::{Write, stdout};
use std::time::Duration;

use refrain::clock::Clock;

use crate::BenchOptions;
use crate::lag::Spread;
use crate::stores::Place;
use crate::world::{BenchNode, ScheduleTemplate, save};

const RATES: [usize; 9] = [2_000, 5_000, 10_000, 15_000, 20_000, 30_000, 40_000, 50_000, 60_000];

/// Maximum time to catch up. A node that has not caught up by then never will.
const CATCH_UP_SECONDS_MAX: usize = 60;

pub async fn measure(kind: &str, asked: BenchOptions) -> Result<(), Box<dyn Error>> {
    let hold_for = Duration::from_secs(if asked.is_quick { 10 } else { 30 });
    writeln!(stdout(), "\n{kind}: rates sustained for {hold_for:?}, lag in ms")?;
    writeln!(stdout(), "{:>8} {:>9} {:>9} {:>9} {:>12}", "target/s", "p50", "p99", "max", "settled/s")?;
    let rates = RATES.into_iter().filter(|_| asked.rate.is_none());
    for (number, rate) in rates.chain(asked.rate).enumerate() {
        let place = Place::new(kind, 100 + number)?;
        let mut node = BenchNode::new(&place).await?;
        let wanted =
            ScheduleTemplate { prefix: "beat", expression: "* * * * * *".to_owned(), target: "", tenant: None };
        save(node.engine.store(), &wanted, rate, node.clock.now()).await?;
        node.start();
        catch_up(&node).await;
        let before = node.engine.stats().read().succeeded;
        tokio::time::sleep(hold_for).await;
        let settled = (node.engine.stats().read().succeeded - before) as f64 / hold_for.as_secs_f64();
        let Spread { median, p99, longest, .. } = node.lags.take();
        writeln!(stdout(), "{rate:>8} {median:>9.1} {p99:>9.1} {longest:>9.1} {settled:>12.0}")?;
        node.stop().await;
        if p99 > 1_000.0 {
            break;
        }
    }
    Ok(())
}

/// Waits until the occurrences missed between saving and the start are caught up, or until the time is over.
async fn catch_up(node: &BenchNode) {
    for _ in 0..CATCH_UP_SECONDS_MAX {
        node.lags.take();
        tokio::time::sleep(Duration::from_secs(1)).await;
        let Spread { count, longest, .. } = node.lags.take();
        if count > 0 && longest < 1_000.0 {
            return;
        }
    }
}
