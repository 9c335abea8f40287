//! Measures the search for the next occurrence: Refrain, five other libraries, and jiff's bare round trip from an
//! instant to the wall clock and back.
//!
//! Every library walks the same recurrence from the same instant in the same loop, each search starting at the
//! previous result. The libraries take turns in rounds and the best round counts, so a busy machine slows all of
//! them equally. The argument `--quick` shortens the rounds for a first impression.

mod allocations;
mod clock;
mod parsing;
mod peers;
mod report;
mod rows;
mod walk;
mod worst;

use std::io::{self, Write};
use std::time::Duration;

use crate::report::Report;

/// Duration of one round of one library on one recurrence.
const ROUND_FOR: Duration = Duration::from_millis(50);
const QUICK_ROUND_FOR: Duration = Duration::from_millis(4);

fn main() -> io::Result<()> {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let round_for = if quick { QUICK_ROUND_FOR } else { ROUND_FOR };
    let peers = peers::all();
    let mut out = io::stdout().lock();
    writeln!(out, "time zone database {}", refrain_recurrence::tzdb_version())?;
    writeln!(out, "\nns per next\n")?;
    let mut report = Report::new(peers.iter().map(|peer| peer.name()).collect());
    report.heading(&mut out)?;
    for row in rows::ROWS {
        for zone in rows::ZONES {
            let measured = walk::measure(&peers, row, zone, round_for);
            report.add(row, zone, measured, &mut out)?;
        }
    }
    report.ratios(&mut out)?;
    allocations::print(&peers, &mut out)?;
    parsing::print(round_for, &mut out)?;
    worst::print(&mut out)
}
