//! Runs many seeds on all cores. Environment variables:
//!
//! - `SIM_SEEDS`: number of seeds. Default: 1,000, as in every test run.
//! - `SIM_SEED`: a single seed to run.
//! - `SIM_FROM`: first seed. Default: 0.
//! - `SIM_SHOWN`: number of seconds of the trace to show before a violation.
//! - `SIM_TABLE`: prints how often each feature was met.

use std::panic;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once};
use std::thread;

use jiff::SignedDuration;

use crate::bugs::Bug;
use crate::coverage::Coverage;
use crate::receiver::PANIC_TEXT;
use crate::trace::TRACE_WINDOW;
use crate::world::{Report, simulate};

/// Default number of seeds.
const SEEDS: u64 = 1_000;
/// Every seed that is a multiple of this number runs twice, and both runs must have the same trace.
const TWICE_EVERY: u64 = 100;

/// Silences the panics of the receiver. Every other panic is reported as usual.
pub(crate) fn silence_receiver_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let reported = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if info.payload().downcast_ref::<String>().is_none_or(|text| text != PANIC_TEXT) {
                reported(info);
            }
        }));
    });
}

/// Formats the violations of a failing seed, with the trace before the first one.
pub(crate) fn failure_report(seed: u64, report: &Report) -> String {
    let mut failure_report = format!("seed {seed} violates {} invariants:\n", report.violations.len());
    for violation in report.violations.iter().take(5) {
        let at = violation.at.as_secs_f64();
        failure_report.push_str(&format!("  at {at:.3} s: {}: {}\n", violation.invariant, violation.text));
    }
    failure_report.push_str("trace before the first violation:\n");
    for line in &report.trace {
        failure_report.push_str(&format!("  {line}\n"));
    }
    failure_report.push_str(&format!("to reproduce: make sim SEED={seed}\n"));
    failure_report
}

/// Reads a number from an environment variable.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().filter(|text| !text.is_empty()).map(|text| text.parse().expect("a number"))
}

/// Returns how much of the trace to show before a violation.
pub(crate) fn trace_window() -> SignedDuration {
    let requested = number("SIM_SHOWN").and_then(|seconds| i64::try_from(seconds).ok());
    requested.map_or(TRACE_WINDOW, SignedDuration::from_secs)
}

#[test]
fn seeds_violate_no_invariant() {
    silence_receiver_panics();
    if let Some(seed) = number("SIM_SEED") {
        let report = simulate(seed, None);
        eprintln!("seed {seed}: {} rows, {} sends, trace {:016x}", report.rows, report.sends, report.trace_hash);
        assert!(report.violations.is_empty(), "{}", failure_report(seed, &report));
        return;
    }
    let from = number("SIM_FROM").unwrap_or(0);
    let seeds = number("SIM_SEEDS").unwrap_or(SEEDS);
    let totals = Totals::default();
    let next = AtomicU64::new(from);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= from + seeds {
                        break;
                    }
                    totals.simulate(seed);
                }
            });
        }
    });
    totals.judge(seeds);
}

#[derive(Default)]
struct Totals {
    lived: AtomicU64,
    rows: AtomicU64,
    sends: AtomicU64,
    duplicates: AtomicU64,
    coverage: Mutex<Coverage>,
    stories: Mutex<Vec<String>>,
}

impl Totals {
    fn simulate(&self, seed: u64) {
        let report = simulate(seed, None);
        if seed.is_multiple_of(TWICE_EVERY) {
            let again = simulate(seed, None);
            assert_eq!(report.trace_hash, again.trace_hash, "two runs of seed {seed} differ");
        }
        if !report.violations.is_empty() {
            eprintln!("{}", failure_report(seed, &report));
            self.stories.lock().unwrap().push(format!("{seed}: {}", report.violations[0].invariant));
        }
        self.rows.fetch_add(report.rows as u64, Ordering::Relaxed);
        self.sends.fetch_add(report.sends, Ordering::Relaxed);
        self.duplicates.fetch_add(report.duplicates, Ordering::Relaxed);
        self.coverage.lock().unwrap().add(&report.coverage);
        let lived = self.lived.fetch_add(1, Ordering::Relaxed) + 1;
        if lived.is_multiple_of(500) {
            eprintln!("{lived} seeds, {} failed", self.stories.lock().unwrap().len());
        }
    }

    fn judge(&self, seeds: u64) {
        let number = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let coverage = self.coverage.lock().unwrap();
        let faults = coverage.faults();
        let (rows, sends, doubled) = (number(&self.rows), number(&self.sends), number(&self.duplicates));
        eprintln!("{seeds} seeds: {rows} rows, {sends} sends, {doubled} keys received more than once, {faults} faults");
        if std::env::var("SIM_TABLE").is_ok() {
            eprintln!("{}", coverage.table());
        }
        let stories = self.stories.lock().unwrap();
        assert!(stories.is_empty(), "{} of {seeds} seeds fail: {stories:?}", stories.len());
        // A small number of seeds does not cover everything.
        if seeds >= SEEDS {
            assert_eq!(coverage.missing(), [], "faults that never hit a step");
            assert_eq!(coverage.missing_pairs(), [], "pairs of features that never met on a schedule");
            assert_eq!(coverage.unexpected_pairs(), [], "pairs of features that are listed as impossible but met");
        }
    }
}

/// Searches for a planted bug. Returns the seed that found it, and the violated invariant.
pub(crate) fn find(bug: Bug, seeds: u64) -> Option<(u64, &'static str)> {
    silence_receiver_panics();
    (0..seeds).find_map(|seed| simulate(seed, Some(bug)).violations.first().map(|found| (seed, found.invariant)))
}
