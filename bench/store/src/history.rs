//! Checks whether claims get slower as the ledger grows. A store is filled through its own operations. Then claims
//! of it and of an empty store are measured in turns, so that other load on the machine affects both.

use std::sync::Arc;
use std::time::Duration;

use refrain::store::Store;

use crate::Outcome;
use crate::clock::Stopwatch;
use crate::cpu::Cpu;
use crate::cycle::{self, Caller, Times};
use crate::subjects::Subject;

/// Number of concurrent callers that fill the store: more than a machine has cores, so that the database stays busy
/// while one of them waits for the disk.
const FILLERS: usize = 4;
/// Batch size while filling. An occurrence that overlaps with a run of its schedule is skipped, which is history
/// too.
const FILL_BATCH: usize = 2_000;
/// Interval between two progress lines.
const PROGRESS_EVERY: Duration = Duration::from_secs(5);
const CLAIM_BATCH: usize = 1_000;
/// Minimum number of claims. Fewer would only measure noise.
const TURNS_MIN: usize = 20;

/// Claims of one store.
struct Side {
    callers: Vec<Caller>,
    claims: Vec<Duration>,
    cpu: Cpu,
}

impl Side {
    async fn new(store: &Arc<dyn Store>, callers: usize) -> Outcome<Self> {
        let cpu = Cpu { here: Duration::ZERO, server: Some(Duration::ZERO) };
        Ok(Self { callers: Caller::prepare(store, callers).await?, claims: Vec::new(), cpu })
    }

    /// Runs the whole cycle once and records the duration of the claim.
    async fn claim(&mut self, subject: &dyn Subject) -> Outcome<()> {
        let mut times = Times::default();
        let caller = &mut self.callers[0];
        caller.plan_once(CLAIM_BATCH, &mut times).await?;
        let before = Cpu::now(subject).await?;
        let claimed = caller.claim_once(CLAIM_BATCH, &mut times).await?;
        self.cpu = self.cpu.plus(Cpu::now(subject).await?.since(before));
        caller.settle_once(claimed, &mut times).await?;
        self.claims.push(times.claim);
        Ok(())
    }

    /// Returns the median, which ignores stalls of the disk.
    fn median(&mut self) -> Duration {
        self.claims.sort_unstable();
        self.claims[self.claims.len() / 2]
    }

    fn cpu_per_row(&self) -> Duration {
        self.cpu.per_row(self.claims.len() * CLAIM_BATCH)
    }
}

/// Fills one store, compares it with an empty one, and returns the text to print.
pub async fn measure(subject: &dyn Subject, rows: usize, run_for: Duration) -> Outcome<String> {
    let (full, empty) = (subject.open("full").await?, subject.open("empty").await?);
    let mut full = Side::new(&full, FILLERS).await?;
    let filled = fill(subject.name(), &mut full.callers, rows).await?;
    let mut empty = Side::new(&empty, 1).await?;
    let whole = Stopwatch::start();
    while whole.elapsed() < run_for || full.claims.len() < TURNS_MIN {
        empty.claim(subject).await?;
        full.claim(subject).await?;
    }
    let (full_median, empty_median) = (full.median(), empty.median());
    let (full_cpu, empty_cpu) = (full.cpu_per_row(), empty.cpu_per_row());
    let ratio = |one: Duration, other: Duration| one.as_secs_f64() / other.as_secs_f64();
    Ok(format!(
        "claims of {CLAIM_BATCH} with {filled} completed rows, {} alternating with an empty ledger\n\
         median: {full_median:.2?} vs. {empty_median:.2?}, ratio {:.2}\n\
         processor time per row: {full_cpu:.2?} vs. {empty_cpu:.2?}, ratio {:.2}\n",
        full.claims.len(),
        ratio(full_median, empty_median),
        ratio(full_cpu, empty_cpu),
    ))
}

/// Runs cycles until `rows` rows are completed, and prints the progress.
async fn fill(name: &str, callers: &mut [Caller], rows: usize) -> Outcome<usize> {
    let whole = Stopwatch::start();
    let mut filled = 0;
    while filled < rows {
        filled += cycle::run(callers, FILL_BATCH, PROGRESS_EVERY).await?.cycle.rows();
        let per_second = filled as f64 / whole.elapsed().as_secs_f64();
        eprintln!("{name}: {filled} of {rows} rows completed, {per_second:.0} per second");
    }
    Ok(filled)
}
