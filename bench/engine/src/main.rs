//! Benchmarks complete runs on real nodes: planned, claimed, run by a handler that does nothing, and settled
//! durably.
//!
//! There are seven measurements for each store: the lag of a burst, the sustained rate, whether slow handlers or a
//! burst of one tenant delay others, the cost of an idle node, the gain of more nodes, and whether retention keeps
//! up with the rate. SQLite needs nothing; `.ci/services` starts PostgreSQL and Redis. Options:
//!
//! - `--store NAME` measures only one store.
//! - `--only burst|sustained|slow|herd|idle|nodes|retention` runs only one measurement.
//! - `--rate N` tests only one rate.
//! - `--quick` shortens every measurement.

mod burst;
mod herd;
mod idle;
mod lag;
mod nodes;
mod retention;
mod slow;
mod stores;
mod sustained;
mod world;

use std::error::Error;

use crate::stores::KINDS;

/// Options of the benchmark.
#[derive(Clone, Copy, Debug)]
pub struct BenchOptions {
    pub is_quick: bool,
    /// The only rate to test.
    pub rate: Option<usize>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value_of = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).map(String::as_str)
    };
    let rate = value_of("--rate").map(str::parse).transpose()?;
    let asked = BenchOptions { is_quick: arguments.iter().any(|argument| argument == "--quick"), rate };
    let is_selected = |name: &str| value_of("--only").is_none_or(|only| only == name);
    for kind in KINDS.into_iter().filter(|kind| value_of("--store").is_none_or(|only| only == *kind)) {
        if is_selected("burst") {
            burst::measure(kind, asked).await?;
        }
        if is_selected("sustained") {
            sustained::measure(kind, asked).await?;
        }
        if is_selected("slow") {
            slow::measure(kind).await?;
        }
        if is_selected("herd") {
            herd::measure(kind, asked).await?;
        }
        if is_selected("idle") {
            idle::measure(kind, asked).await?;
        }
        if is_selected("nodes") && kind == "postgres" {
            nodes::measure(kind, asked).await?;
        }
        if is_selected("retention") {
            retention::measure(kind, asked).await?;
        }
    }
    Ok(())
}
