//! Occurrences by schedule and time slot.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain::model::{Occurrence, State};

use crate::http::occurrences::Counts;
use crate::http::slots::{SINGLES_MAX, Window};

/// Occurrences found in a window.
#[derive(Debug)]
pub(super) struct HistoryCollector {
    pub(super) window: Window,
    id_prefix: Option<String>,
    /// In lower case.
    text: Option<String>,
    pub(super) occurrences: i64,
    /// By schedule ID, then by start of the time slot.
    pub(super) schedules: BTreeMap<String, BTreeMap<Timestamp, SlotOccurrences>>,
    /// By start of the time slot, for all schedules.
    pub(super) slots: BTreeMap<Timestamp, Counts>,
}

/// Occurrences of a schedule in a time slot.
#[derive(Debug)]
pub(super) struct SlotOccurrences {
    pub(super) counts: Counts,
    pub(super) from: Timestamp,
    pub(super) until: Timestamp,
    /// Individual occurrences, as long as there are few.
    pub(super) singles: Vec<(Timestamp, State)>,
}

impl HistoryCollector {
    pub(super) fn new(window: Window, id_prefix: Option<String>, text: Option<String>) -> Self {
        let (schedules, slots) = (BTreeMap::new(), BTreeMap::new());
        Self { window, id_prefix, text, occurrences: 0, schedules, slots }
    }

    pub(super) fn add(&mut self, row: &Occurrence) {
        let (at, id) = (row.planned.nominal_at, row.schedule.id.as_str());
        if at < self.window.from || at >= self.window.until || !self.matches_filter(id) {
            return;
        }
        self.occurrences += 1;
        let (slot, _) = self.window.slot_of(at);
        self.slots.entry(slot).or_default().add(row.state);
        let heaps = self.schedules.entry(id.to_owned()).or_default();
        heaps.entry(slot).or_insert_with(|| SlotOccurrences::at(at)).add(at, row.state);
    }

    fn matches_filter(&self, id: &str) -> bool {
        let begins = self.id_prefix.as_deref().is_none_or(|prefix| id.starts_with(prefix));
        begins && self.text.as_deref().is_none_or(|text| id.to_lowercase().contains(text))
    }
}

impl SlotOccurrences {
    fn at(at: Timestamp) -> Self {
        Self { counts: Counts::default(), from: at, until: at, singles: Vec::new() }
    }

    fn add(&mut self, at: Timestamp, state: State) {
        self.counts.add(state);
        self.from = self.from.min(at);
        self.until = self.until.max(at);
        // One more than the maximum shows that there are many.
        if self.singles.len() <= SINGLES_MAX {
            self.singles.push((at, state));
        }
    }
}
