//! Collects the upcoming occurrences of many schedules: the earliest schedules in full, and totals for all.
//! Never holds more than one page above its limit.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain::model::Schedule;
use refrain_recurrence::CompiledRecurrence;

use super::fold::{Span, collect_spans};
use crate::http::slots::Window;

/// Upcoming occurrences in a window.
#[derive(Debug)]
pub(super) struct UpcomingCollector {
    pub(super) window: Window,
    /// Schedules with the earliest occurrences.
    pub(super) shown: Vec<ScheduleSpans>,
    shown_max: usize,
    /// Number of schedules that were examined.
    pub(super) schedules: usize,
    /// Number of schedules with occurrences.
    pub(super) schedules_with_occurrences: usize,
    pub(super) occurrences: u64,
    /// Whether some schedules were not examined.
    pub(super) is_cut: bool,
    /// Occurrences of all schedules by start of their slot.
    pub(super) slots: BTreeMap<Timestamp, Load>,
}

/// Load of a slot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Load {
    pub(super) occurrences: u64,
    pub(super) schedules: u64,
    pub(super) is_cut: bool,
}

/// A schedule and its occurrences.
#[derive(Debug)]
pub(super) struct ScheduleSpans {
    pub(super) id: String,
    /// Described only for the schedules that are shown.
    pub(super) rule: CompiledRecurrence,
    pub(super) timezone: String,
    pub(super) spans: Vec<Span>,
}

impl UpcomingCollector {
    pub(super) fn new(window: Window, shown_max: usize) -> Self {
        let (shown, slots) = (Vec::new(), BTreeMap::new());
        Self {
            window,
            shown,
            shown_max,
            schedules: 0,
            schedules_with_occurrences: 0,
            occurrences: 0,
            is_cut: false,
            slots,
        }
    }

    /// Adds a schedule, which may or may not be shown.
    pub(super) fn add(&mut self, schedule: &Schedule, rule: CompiledRecurrence) {
        self.schedules += 1;
        let spans = collect_spans(&rule, runs_left(schedule), &self.window);
        if spans.is_empty() {
            return;
        }
        self.schedules_with_occurrences += 1;
        let mut last = None;
        for span in &spans {
            let (start, _) = self.window.slot_of(span.from);
            let slot = self.slots.entry(start).or_default();
            slot.occurrences += span.occurrences;
            slot.is_cut |= span.is_cut;
            slot.schedules += u64::from(last.replace(start) != Some(start));
            self.occurrences += span.occurrences;
        }
        let timezone = schedule.definition.spec.timezone.clone();
        self.shown.push(ScheduleSpans { id: schedule.key.id.to_string(), rule, timezone, spans });
    }

    /// Drops the schedules beyond the first `shown_max`.
    pub(super) fn keep_earliest(&mut self) {
        self.shown.sort_by(|one, other| (first(one), &one.id).cmp(&(first(other), &other.id)));
        self.shown.truncate(self.shown_max);
    }
}

fn first(shown: &ScheduleSpans) -> Option<Timestamp> {
    shown.spans.first().map(|span| span.from)
}

fn runs_left(schedule: &Schedule) -> Option<u64> {
    schedule.definition.spec.max_runs.map(|most| most.saturating_sub(schedule.counters.runs))
}
