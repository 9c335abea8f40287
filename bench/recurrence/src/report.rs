//! The result table and its summary: geometric means of ratios.

use std::io::{self, Write};

use crate::rows::Row;
use crate::walk::Measurement;

pub(crate) struct Report {
    names: Vec<&'static str>,
    lines: Vec<Line>,
}

struct Line {
    is_common: bool,
    measured: Vec<Option<Measurement>>,
}

const RULE_WIDTH: usize = 24;
const ZONE_WIDTH: usize = 20;

impl Report {
    pub(crate) fn new(names: Vec<&'static str>) -> Self {
        Self { names, lines: Vec::new() }
    }

    pub(crate) fn heading(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{:RULE_WIDTH$}{:ZONE_WIDTH$}", "rule", "zone")?;
        for name in &self.names {
            write!(out, "{name:>12}")?;
        }
        writeln!(out)
    }

    /// Prints a line and stores it for the ratios. The line names the libraries whose instants differ from Refrain's.
    pub(crate) fn add(
        &mut self,
        row: &Row,
        zone: &str,
        measured: Vec<Option<Measurement>>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        write!(out, "{:RULE_WIDTH$}{zone:ZONE_WIDTH$}", row.cron)?;
        let mut differing = Vec::new();
        for (name, measured) in self.names.iter().zip(&measured) {
            match measured {
                Some(Measurement { ns_per_next, differs }) => {
                    write!(out, "{ns_per_next:>12.1}")?;
                    if *differs {
                        differing.push(*name);
                    }
                }
                None => write!(out, "{:>12}", "-")?,
            }
        }
        if !differing.is_empty() {
            write!(out, "   differs: {}", differing.join(", "))?;
        }
        writeln!(out)?;
        self.lines.push(Line { is_common: row.is_common, measured });
        out.flush()
    }

    pub(crate) fn ratios(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\ntime relative to Refrain, geometric mean over the recurrences that the library supports\n")?;
        writeln!(out, "{:14}{:>10}{:>14}{:>10}{:>10}", "", "all rows", "common rows", "least", "most")?;
        for (index, name) in self.names.iter().enumerate().skip(1) {
            let all = self.against(index, |_| true);
            let common = self.against(index, |line| line.is_common);
            let least = all.iter().copied().fold(f64::INFINITY, f64::min);
            let most = all.iter().copied().fold(0.0, f64::max);
            writeln!(
                out,
                "{name:14}{:>10.2}{:>14.2}{least:>10.2}{most:>10.2}   {} rows",
                geometric_mean(&all),
                geometric_mean(&common),
                all.len()
            )?;
        }
        for (index, name) in self.names.iter().enumerate().filter(|(_, name)| name.starts_with("jiff ")) {
            let mean = geometric_mean(&self.against(index, |line| line.is_common));
            let worst = self.against(index, |line| line.is_common).into_iter().fold(f64::INFINITY, f64::min);
            writeln!(
                out,
                "\na common recurrence takes {:.2} times the bare round trip ({name}), at most {:.2} times",
                1.0 / mean,
                1.0 / worst
            )?;
        }
        Ok(())
    }

    fn against(&self, index: usize, counts: impl Fn(&Line) -> bool) -> Vec<f64> {
        let lines = self.lines.iter().filter(|line| counts(line));
        lines
            .filter_map(|line| match (line.measured[0], line.measured[index]) {
                (Some(ours), Some(theirs)) => Some(theirs.ns_per_next / ours.ns_per_next),
                (Some(_) | None, _) => None,
            })
            .collect()
    }
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}
