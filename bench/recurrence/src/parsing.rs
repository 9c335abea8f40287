//! Measures parsing of an expression. For Refrain, that includes compiling it for a time zone.

use std::hint::black_box;
use std::io::{self, Write};
use std::str::FromStr;
use std::time::Duration;

use refrain_recurrence::CompiledRecurrence;

use crate::clock;
use crate::rows::ROWS;

const ROUNDS: usize = 5;
const ZONE: &str = "America/New_York";

pub(crate) fn print(round_for: Duration, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nns per parse\n")?;
    writeln!(out, "{:24}{:>12}{:>12}{:>12}", "rule", "refrain", "croner", "cron")?;
    for row in ROWS {
        let with_seconds = row.with_seconds();
        let ours = best(round_for, || CompiledRecurrence::cron(row.cron, ZONE).is_ok());
        let croner = best(round_for, || croner::Cron::from_str(row.cron).is_ok());
        let cron = best(round_for, || cron::Schedule::from_str(&with_seconds).is_ok());
        writeln!(out, "{:24}{}{}{}", row.cron, cell(ours), cell(croner), cell(cron))?;
    }
    Ok(())
}

fn cell(nanoseconds: Option<f64>) -> String {
    nanoseconds.map_or_else(|| format!("{:>12}", "-"), |nanoseconds| format!("{nanoseconds:>12.0}"))
}

/// Returns the best round in nanoseconds, or `None` if the library rejects the text.
fn best(round_for: Duration, parse: impl Fn() -> bool) -> Option<f64> {
    if !parse() {
        return None;
    }
    let once = clock::time(|| {
        black_box(parse());
    });
    let count = (round_for.as_nanos() / 4 / once.as_nanos().max(1)).clamp(10, 1_000_000) as u32;
    let rounds = (0..ROUNDS).map(|_| {
        let took = clock::time(|| {
            for _ in 0..count {
                black_box(parse());
            }
        });
        took.as_nanos() as f64 / f64::from(count)
    });
    Some(rounds.fold(f64::INFINITY, f64::min))
}
