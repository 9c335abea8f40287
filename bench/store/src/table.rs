//! The results of a store as a table, with one column for each batch size and number of callers.

use std::fmt::Write as _;

use crate::cpu::Cpu;
use crate::cycle::Paces;
use crate::pace::Pace;

/// All measurements with one batch size and number of callers.
pub struct Column {
    pub size: usize,
    pub callers: usize,
    pub cycle: Paces,
    pub cycle_cpu: Cpu,
    pub bare: Pace,
    pub keyed: Pace,
    pub bare_cycle: Pace,
    pub bare_cycle_cpu: Cpu,
    pub found_cycle: Pace,
}

type Line = (&'static str, fn(&Column) -> Option<String>);

const LINES: [Line; 16] = [
    ("plan", |column| rate(&column.cycle.plan)),
    ("claim", |column| rate(&column.cycle.claim)),
    ("settle", |column| rate(&column.cycle.settle)),
    ("cycle", |column| rate(&column.cycle.cycle)),
    ("bare", |column| rate(&column.bare)),
    ("keyed", |column| rate(&column.keyed)),
    ("bare cycle", |column| rate(&column.bare_cycle)),
    ("found cycle", |column| rate(&column.found_cycle)),
    ("found cycle / bare", |column| Some(share(&column.found_cycle, &column.bare))),
    ("cycle / bare", |column| ratio(column, &column.bare)),
    ("cycle / keyed", |column| ratio(column, &column.keyed)),
    ("cycle / bare cycle", |column| ratio(column, &column.bare_cycle)),
    ("cycle: µs here", |column| micros(Some(column.cycle_cpu.here), &column.cycle.cycle)),
    ("cycle: µs in the server", |column| micros(column.cycle_cpu.server, &column.cycle.cycle)),
    ("bare cycle: µs here", |column| micros(Some(column.bare_cycle_cpu.here), &column.bare_cycle)),
    ("bare cycle: µs in the server", |column| micros(column.bare_cycle_cpu.server, &column.bare_cycle)),
];

/// Formats the table of a store. Rates are rows per second; µs are processor time per row.
pub fn table(columns: &[Column]) -> String {
    let mut text = String::new();
    let mut line = |name: &str, values: &mut dyn Iterator<Item = String>| {
        let values: String = values.map(|value| format!(" {value:>10}")).collect();
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{name:<29}{values}");
    };
    line("batch", &mut columns.iter().map(|column| column.size.to_string()));
    line("callers", &mut columns.iter().map(|column| column.callers.to_string()));
    for (name, value) in LINES {
        if columns.iter().any(|column| value(column).is_some()) {
            line(name, &mut columns.iter().map(|column| value(column).unwrap_or_default()));
        }
    }
    text
}

fn rate(pace: &Pace) -> Option<String> {
    Some(format!("{:.0}", pace.per_second()))
}

fn ratio(column: &Column, floor: &Pace) -> Option<String> {
    Some(share(&column.cycle.cycle, floor))
}

fn share(one: &Pace, other: &Pace) -> String {
    format!("{:.2}", one.per_second() / other.per_second())
}

fn micros(used: Option<std::time::Duration>, pace: &Pace) -> Option<String> {
    used.map(|used| format!("{:.1}", used.as_secs_f64() * 1e6 / pace.rows().max(1) as f64))
}
