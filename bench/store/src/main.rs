//! Benchmarks the work of every store for each occurrence (plan, claim, settle) against the limit of its database,
//! in the same run on the same disk, with one caller and with two concurrent ones.
//!
//! SQLite needs nothing. The PostgreSQL and Redis servers are those of REFRAIN_TEST_POSTGRES and
//! REFRAIN_TEST_REDIS, which `.ci/services` starts. Options:
//!
//! - `--history N` also fills every store until its ledger contains N completed occurrences, and then measures
//!   claims alternating with an empty ledger.
//! - `--tenants` measures only claims and wake-ups, with 10, 1,000 and 100,000 tenants.
//! - `--store NAME` measures only one store.
//! - `--quick` shortens every round.

mod clock;
mod cpu;
mod cycle;
mod floor;
mod history;
mod pace;
mod subjects;
mod table;
mod tenants;

use std::error::Error;
use std::time::Duration;

use crate::cpu::Cpu;
use crate::cycle::Caller;
use crate::floor::Floor;
use crate::pace::Pace;
use crate::subjects::Subject;
use crate::table::Column;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

const SIZES: [usize; 3] = [1, 100, 1_000];
const CALLERS_MAX: usize = 2;
const ROUND_FOR: Duration = Duration::from_secs(5);
const QUICK_ROUND_FOR: Duration = Duration::from_millis(500);

#[tokio::main]
async fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value_of = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1)
    };
    let history: usize = value_of("--history").map_or(Ok(0), |value| value.parse())?;
    let only = value_of("--store");
    let round_for = if arguments.iter().any(|argument| argument == "--quick") { QUICK_ROUND_FOR } else { ROUND_FOR };
    let has_flag = |name: &str| arguments.iter().any(|argument| argument == name);
    for subject in subjects::all()? {
        if has_flag("--tenants") {
            if only.is_none_or(|only| only == subject.name()) {
                println!("\n{}, {}", subject.name(), tenants::measure(subject.as_ref(), has_flag("--quick")).await?);
            }
            continue;
        }
        if only.is_none_or(|only| only == subject.name()) {
            println!("\n{}, rows per second\n\n{}", subject.name(), measure(subject.as_ref(), round_for).await?);
            if history > 0 {
                println!("{}", history::measure(subject.as_ref(), history, 2 * round_for).await?);
            }
            subject.clear(&["ledger", "full", "empty"]).await?;
        }
    }
    Ok(())
}

async fn measure(subject: &dyn Subject, round_for: Duration) -> Outcome<String> {
    let store = subject.open("ledger").await?;
    let mut callers = Caller::prepare(&store, CALLERS_MAX).await?;
    let mut columns = Vec::new();
    for size in SIZES {
        for count in 1..=CALLERS_MAX {
            eprintln!("{}: batches of {size}, concurrent callers: {count}", subject.name());
            let round = Round { subject, size, callers: count, run_for: round_for / 2 };
            // Measured before and after, so that a machine that gets busy or a file that grows is not mistaken for
            // a difference.
            let before = round.floors().await?;
            let cpu = Cpu::now(subject).await?;
            let cycle = cycle::run(&mut callers[..count], size, round_for).await?;
            let cycle_cpu = Cpu::now(subject).await?.since(cpu);
            let after = round.floors().await?;
            let [bare, keyed, bare_cycle, found_cycle] =
                [0, 1, 2, 3].map(|floor| before[floor].0.clone().and(after[floor].0.clone()));
            let bare_cycle_cpu = before[2].1.plus(after[2].1);
            columns.push(Column {
                size,
                callers: count,
                cycle,
                cycle_cpu,
                bare,
                keyed,
                bare_cycle,
                bare_cycle_cpu,
                found_cycle,
            });
        }
    }
    Ok(table::table(&columns))
}

/// One batch size and number of callers.
struct Round<'a> {
    subject: &'a dyn Subject,
    size: usize,
    callers: usize,
    run_for: Duration,
}

impl Round<'_> {
    /// Measures bare, keyed, bare cycle and found cycle, each with its processor time.
    async fn floors(&self) -> Outcome<[(Pace, Cpu); 4]> {
        Ok([
            self.floor(Floor::Bare).await?,
            self.floor(Floor::Keyed).await?,
            self.floor(Floor::Cycle).await?,
            self.floor(Floor::Found).await?,
        ])
    }

    async fn floor(&self, floor: Floor) -> Outcome<(Pace, Cpu)> {
        let writers = self.subject.writers(floor, self.callers).await?;
        let cpu = Cpu::now(self.subject).await?;
        let pace = floor::run(writers, floor, self.size, self.run_for).await?;
        Ok((pace, Cpu::now(self.subject).await?.since(cpu)))
    }
}
