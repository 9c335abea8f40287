//! The trace of a simulation: events in order, short enough to read, and hashed so that two runs of one seed
//! can be compared.

use std::hash::{DefaultHasher, Hash, Hasher};

use jiff::SignedDuration;

use crate::coverage::{Fault, Point};

/// Default length of the trace that is shown before a violation.
pub(crate) const TRACE_WINDOW: SignedDuration = SignedDuration::from_secs(9);

/// One line of the trace.
#[derive(Clone, Debug, Hash)]
pub(crate) enum Line {
    Fault { node: usize, fault: Fault, point: Point },
    Planned { node: usize, schedule: i64, rows: usize, gaps: usize, watermark_to: i64 },
    Claimed { node: usize, row: i64, fence: i64, attempt: u32 },
    EndedByClaim { node: usize, row: i64, reason: &'static str },
    ConfirmResult { node: usize, row: i64, fence: i64, may_start: bool },
    RenewResult { node: usize, row: i64, fence: i64, is_held: bool },
    Sent { node: usize, row: i64, fence: i64 },
    Effect { node: usize, row: i64, fence: i64 },
    SettleResult { node: usize, row: i64, fence: i64, to: &'static str, answer: &'static str },
    Released { node: usize, row: i64, fence: i64, was_held: bool },
    Changed { schedule: i64, revision: i64, to: &'static str },
    Replanned { schedule: i64, rows: usize, gaps: usize },
    ChangedRow { row: i64, to: &'static str },
    InsertResult { schedule: i64, rows: usize },
    Hold { what: &'static str },
    Calendar { dates: usize },
    Pruned { rows: usize },
    Restored { copied_at: i64 },
    Node { node: usize, what: &'static str },
    ClockStepped { by_ms: i64 },
    FaultConditions { what: &'static str },
}

/// Lines so far, with their hash.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    hash: DefaultHasher,
    lines: Vec<(SignedDuration, Line)>,
}

impl Trace {
    pub(crate) fn add(&mut self, at: SignedDuration, line: Line) {
        at.hash(&mut self.hash);
        line.hash(&mut self.hash);
        self.lines.push((at, line));
    }

    pub(crate) fn hash(&self) -> u64 {
        self.hash.finish()
    }

    /// Returns the lines of the last `trace_window` before `until`.
    pub(crate) fn until(&self, until: SignedDuration, trace_window: SignedDuration) -> Vec<String> {
        let lines = self.lines.iter().filter(|(at, _)| *at <= until && *at >= until - trace_window);
        lines.map(|(at, line)| format!("{:>9.3} {line:?}", at.as_secs_f64())).collect()
    }
}
