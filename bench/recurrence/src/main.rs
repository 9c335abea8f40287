//! Times the search for the next fire: Refrain, five other libraries, and jiff's bare way from an instant to the wall
//! clock and back.
//!
//! Every library walks through the same rule from the same instant, each next from the answer before, in the same
//! loop. Rounds of all libraries alternate and the best round counts, so that a busy machine slows all of them alike.
//! An argument `--quick` makes rounds shorter, for a first look.

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

/// One round of one library on one rule.
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
