//! Whether claims get slower as the ledger grows: a store is filled by its own verbs, and then claims of it and of an
//! empty one are timed in turns, so that whatever else the machine does hits both.

use std::sync::Arc;
use std::time::Duration;

use refrain::store::Store;

use crate::Outcome;
use crate::clock::Stopwatch;
use crate::cpu::Cpu;
use crate::cycle::{self, Caller, Times};
use crate::subjects::Subject;

/// More callers than a machine has cores keep the database busy while one of them waits for the disk.
const FILLERS: usize = 4;
/// Where a row meets a run of its schedule it is skipped, which is history too.
const FILL_BATCH: usize = 2_000;
/// How long the store is filled between two lines that say how far it is.
const PROGRESS_EVERY: Duration = Duration::from_secs(5);
const CLAIM_BATCH: usize = 1_000;
/// Fewer claims than this would compare chance.
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

    /// Goes the whole way once, and keeps what the claim took.
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

    /// The median: a stall of the disk does not count.
    fn median(&mut self) -> Duration {
        self.claims.sort_unstable();
        self.claims[self.claims.len() / 2]
    }

    fn cpu_per_row(&self) -> Duration {
        self.cpu.per_row(self.claims.len() * CLAIM_BATCH)
    }
}

/// Fills one store, compares it with another, and answers what to print.
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
        "claims of {CLAIM_BATCH} with {filled} ended rows, {} in turns with an empty ledger\n\
         median: {full_median:.2?} to {empty_median:.2?}, ratio {:.2}\n\
         processor time a row: {full_cpu:.2?} to {empty_cpu:.2?}, ratio {:.2}\n",
        full.claims.len(),
        ratio(full_median, empty_median),
        ratio(full_cpu, empty_cpu),
    ))
}

/// Works until so many rows have ended, and says how far it is.
async fn fill(name: &str, callers: &mut [Caller], rows: usize) -> Outcome<usize> {
    let whole = Stopwatch::start();
    let mut filled = 0;
    while filled < rows {
        filled += cycle::run(callers, FILL_BATCH, PROGRESS_EVERY).await?.cycle.rows();
        let per_second = filled as f64 / whole.elapsed().as_secs_f64();
        eprintln!("{name}: {filled} of {rows} rows have ended, {per_second:.0} a second");
    }
    Ok(filled)
}
