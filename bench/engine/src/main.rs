//! Times whole fires on real nodes: planned, claimed, run by a handler that does nothing, and settled durably.
//!
//! Seven questions, for each store: how late are fires of a burst, which rate is held, whether slow handlers or the herd of a
//! tenant make others late, what does an idle node cost, what do more nodes bring, and does
//! retention keep up with the rate. SQLite needs nothing; PostgreSQL and Redis are those that `.ci/services` starts.
//! `--store NAME` asks one store alone, `--only burst|sustained|slow|herd|idle|nodes|retention` one question, `--rate N`
//! one rate to be held, `--quick` asks less of each.

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

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub is_quick: bool,
    /// This rate alone is to be held.
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
    let asked = Asked { is_quick: arguments.iter().any(|argument| argument == "--quick"), rate };
    let is_asked = |name: &str| value_of("--only").is_none_or(|only| only == name);
    for kind in KINDS.into_iter().filter(|kind| value_of("--store").is_none_or(|only| only == *kind)) {
        if is_asked("burst") {
            burst::measure(kind, asked).await?;
        }
        if is_asked("sustained") {
            sustained::measure(kind, asked).await?;
        }
        if is_asked("slow") {
            slow::measure(kind).await?;
        }
        if is_asked("herd") {
            herd::measure(kind, asked).await?;
        }
        if is_asked("idle") {
            idle::measure(kind, asked).await?;
        }
        if is_asked("nodes") && kind == "postgres" {
            nodes::measure(kind, asked).await?;
        }
        if is_asked("retention") {
            retention::measure(kind, asked).await?;
        }
    }
    Ok(())
}
