//! The cost of a server: its size on disk, its startup on a full file, and its memory when idle.

use std::error::Error;
use std::time::Duration;

use crate::BenchOptions;
use crate::fill::FilledStore;
use crate::process::Process;

/// Number of starts. The best one counts.
const STARTS: usize = 5;
/// Time after which a server has finished its startup work.
const IDLE_AFTER: Duration = Duration::from_secs(3);
const START_AIM: Duration = Duration::from_millis(200);
const MEMORY_MB_AIM: f64 = 60.0;

pub async fn measure(asked: &BenchOptions) -> Result<(), Box<dyn Error>> {
    let count = if asked.is_quick { 10_000 } else { 100_000 };
    let size = std::fs::metadata(&asked.binary)?.len() as f64 / 1e6;
    println!("start: binary size {size:.1} MB");
    let filled = FilledStore::with(count, asked).await?;
    let mut best: Option<Duration> = None;
    let mut resident = 0;
    for _ in 0..STARTS {
        let server = Process::serve(&asked.binary, &filled.store()).await?;
        best = Some(best.map_or(server.ready_after, |best| best.min(server.ready_after)));
        tokio::time::sleep(IDLE_AFTER).await;
        resident = resident.max(server.resident_bytes()?);
    }
    let (best, memory) = (best.unwrap_or_default(), resident as f64 / 1e6);
    let is = |reached: bool| if reached { "reached" } else { "not reached" };
    println!(
        "start: ready after {best:.1?} with {count} schedules on SQLite; target {START_AIM:?}, {}",
        is(best < START_AIM)
    );
    println!("start: {memory:.1} MB of memory when idle; target {MEMORY_MB_AIM} MB, {}", is(memory < MEMORY_MB_AIM));
    Ok(())
}
