//! Checks whether retention keeps up: schedules run every second at the store's sustained rate, with a short
//! retention. The size of the ledger is sampled, and must not grow once the first occurrences are past retention.

use std::error::Error;
use std::io::{Write, stdout};
use std::time::Duration;

use jiff::SignedDuration;
use refrain::clock::Clock;
use refrain::engine::EngineOptions;

use crate::BenchOptions;
use crate::lag::Spread;
use crate::stores::Place;
use crate::world::{BenchNode, ScheduleTemplate, save};

/// Rate that each store sustains while retention deletes as many occurrences as are created, in occurrences per
/// second.
const RATES: [(&str, usize); 3] = [("sqlite", 25_000), ("postgres", 10_000), ("redis", 7_000)];
const SAMPLE_EVERY: Duration = Duration::from_secs(10);
const SAMPLES: usize = 60;
const QUICK_SAMPLES: usize = 9;
const KEEP_FOR: SignedDuration = SignedDuration::from_secs(20);
/// Number of samples after which the ledger is full: the retained occurrences, and those that complete between two
/// passes.
const FULL_AFTER: usize = 4;

pub async fn measure(kind: &str, asked: BenchOptions) -> Result<(), Box<dyn Error>> {
    let held = RATES.iter().find(|(name, _)| *name == kind).map_or(1_000, |(_, rate)| *rate);
    let rate = asked.rate.unwrap_or(held);
    let samples = if asked.is_quick { QUICK_SAMPLES } else { SAMPLES };
    writeln!(stdout(), "\n{kind}: {rate} runs per second, kept for {KEEP_FOR:#}, a sample every {SAMPLE_EVERY:?}")?;
    writeln!(stdout(), "{:>8} {:>12} {:>12} {:>9} {:>14}", "second", "rows", "settled/s", "p99 ms", "retention lag")?;
    let place = Place::new(kind, 700)?;
    let options = EngineOptions::default().with(|it| it.keep_for = Some(KEEP_FOR));
    let mut node = BenchNode::with_options(&place, options).await?;
    let wanted = ScheduleTemplate { prefix: "beat", expression: "* * * * * *".to_owned(), target: "", tenant: None };
    save(node.engine.store(), &wanted, rate, node.clock.now()).await?;
    node.start();
    let mut rows = Vec::new();
    for sample in 1..=samples {
        let before = node.engine.stats().read().succeeded;
        node.lags.take();
        tokio::time::sleep(SAMPLE_EVERY).await;
        let settled = (node.engine.stats().read().succeeded - before) as f64 / SAMPLE_EVERY.as_secs_f64();
        let Spread { p99, .. } = node.lags.take();
        rows.push(place.rows().await?);
        let second = sample * SAMPLE_EVERY.as_secs() as usize;
        let lag = lag_of(&node.engine.metrics().text());
        writeln!(stdout(), "{second:>8} {:>12} {settled:>12.0} {p99:>9.1} {lag:>14}", rows[rows.len() - 1])?;
    }
    node.stop().await;
    let full = &rows[FULL_AFTER.min(rows.len() - 1)..];
    let (first, last) = full.split_at(full.len().div_ceil(2));
    let most = |part: &[i64]| part.iter().copied().max().unwrap_or(0);
    let verdict = if most(last) <= most(first) * 6 / 5 { "flat" } else { "growing" };
    writeln!(stdout(), "at most {} rows in the first half, {} in the second: {verdict}", most(first), most(last))?;
    Ok(())
}

fn lag_of(metrics: &str) -> String {
    let line = metrics.lines().find(|line| line.starts_with("refrain_retention_lag_seconds "));
    line.and_then(|line| line.split(' ').nth(1)).unwrap_or("?").to_owned()
}
