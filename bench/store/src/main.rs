//! Times what every store must do for each occurrence, plan, claim, settle, beside the raw limit of its database, in the
//! same run on the same disk.
//!
//! SQLite needs nothing. PostgreSQL and Redis are those that REFRAIN_TEST_POSTGRES and REFRAIN_TEST_REDIS name, which
//! `.ci/services` starts. `--history N` then lets every store work until its ledger holds that many ended occurrences,
//! and times claims again; `--store NAME` times one store alone; `--quick` makes every round shorter.

mod clock;
mod cycle;
mod raw;
mod subjects;

use std::error::Error;
use std::io::{Write, stdout};
use std::time::Duration;

use crate::cycle::{Cycle, Times};
use crate::subjects::Subject;

const SIZES: [usize; 3] = [1, 100, 1_000];
const ROUND_FOR: Duration = Duration::from_secs(5);
const QUICK_ROUND_FOR: Duration = Duration::from_millis(500);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value_of = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1)
    };
    let history: usize = value_of("--history").map_or(Ok(0), |value| value.parse())?;
    let only = value_of("--store");
    let round_for = if arguments.iter().any(|argument| argument == "--quick") { QUICK_ROUND_FOR } else { ROUND_FOR };
    for subject in subjects::all()? {
        if only.is_none_or(|only| only == subject.name()) {
            measure(subject.as_ref(), round_for, history).await?;
        }
    }
    Ok(())
}

async fn measure(subject: &dyn Subject, round_for: Duration, history: usize) -> Result<(), Box<dyn Error>> {
    let mut out = stdout().lock();
    writeln!(out, "\n{}: rows per second\n", subject.name())?;
    writeln!(
        out,
        "{:>6} {:>10} {:>10} {:>10} {:>10} {:>10} {:>12}",
        "batch", "plan", "claim", "settle", "cycle", "raw", "cycle / raw"
    )?;
    let store = subject.open().await?;
    let mut cycle = Cycle::prepare(store.as_ref()).await?;
    let mut claims_when_small = 0.0;
    for size in SIZES {
        // Before and after, so that a machine that gets busy or a file that grows is not taken for a difference.
        let raw_before = subject.raw(size, round_for / 2).await?;
        let times = cycle.run(size, round_for).await?;
        let raw = (raw_before + subject.raw(size, round_for / 2).await?) / 2.0;
        claims_when_small = times.per_second(times.claim);
        writeln!(out, "{}", line(size, &times, raw))?;
    }
    if history > 0 {
        while cycle.rows() < history {
            cycle.run(1_000, round_for).await?;
        }
        let times = cycle.run(1_000, round_for).await?;
        let claims = times.per_second(times.claim);
        writeln!(
            out,
            "claims of 1,000 with {} ended rows: {claims:.0} a second, {:.2} of {claims_when_small:.0}",
            cycle.rows(),
            claims / claims_when_small
        )?;
    }
    drop(store);
    subject.clear().await
}

fn line(size: usize, times: &Times, raw: f64) -> String {
    let rate = |took| times.per_second(took);
    let cycle = rate(times.cycle());
    format!(
        "{size:>6} {:>10.0} {:>10.0} {:>10.0} {cycle:>10.0} {raw:>10.0} {:>12.2}",
        rate(times.plan),
        rate(times.claim),
        rate(times.settle),
        cycle / raw
    )
}
