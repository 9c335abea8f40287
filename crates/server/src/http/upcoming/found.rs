//! What was found of many schedules: the first of them whole, and how much there is of all. It never holds more than one page above its limit.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain::schedule::Schedule;
use refrain_recurrence::Rule;

use super::fold::{Span, folded};
use crate::http::slots::Window;

/// What fires in a window.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) window: Window,
    /// Those that fire first.
    pub(super) shown: Vec<Shown>,
    shown_max: usize,
    /// How many were looked at.
    pub(super) schedules: usize,
    /// How many of them fire.
    pub(super) firing: usize,
    pub(super) fires: u64,
    /// Whether not all were looked at.
    pub(super) is_cut: bool,
    /// Fires of all schedules by the beginning of their slot.
    pub(super) slots: BTreeMap<Timestamp, Load>,
}

/// How much falls into a slot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Load {
    pub(super) fires: u64,
    pub(super) schedules: u64,
    pub(super) is_cut: bool,
}

/// A schedule and what it does.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) id: String,
    /// Put into words only for those that are shown.
    pub(super) rule: Rule,
    pub(super) timezone: String,
    pub(super) spans: Vec<Span>,
}

impl Found {
    pub(super) fn new(window: Window, shown_max: usize) -> Self {
        let (shown, slots) = (Vec::new(), BTreeMap::new());
        Self { window, shown, shown_max, schedules: 0, firing: 0, fires: 0, is_cut: false, slots }
    }

    /// Adds a schedule, which may be shown or not.
    pub(super) fn add(&mut self, schedule: &Schedule, rule: Rule) {
        self.schedules += 1;
        let spans = folded(&rule, runs_left(schedule), &self.window);
        if spans.is_empty() {
            return;
        }
        self.firing += 1;
        let mut last = None;
        for span in &spans {
            let (start, _) = self.window.slot_of(span.from);
            let slot = self.slots.entry(start).or_default();
            slot.fires += span.fires;
            slot.is_cut |= span.is_cut;
            slot.schedules += u64::from(last.replace(start) != Some(start));
            self.fires += span.fires;
        }
        let timezone = schedule.definition.spec.timezone.clone();
        self.shown.push(Shown { id: schedule.key.id.to_string(), rule, timezone, spans });
    }

    /// Forgets those that are not among the first.
    pub(super) fn keep_first(&mut self) {
        self.shown.sort_by(|one, other| (first(one), &one.id).cmp(&(first(other), &other.id)));
        self.shown.truncate(self.shown_max);
    }
}

fn first(shown: &Shown) -> Option<Timestamp> {
    shown.spans.first().map(|span| span.from)
}

fn runs_left(schedule: &Schedule) -> Option<u64> {
    schedule.definition.spec.max_runs.map(|most| most.saturating_sub(schedule.counters.runs))
}
