//! Filters for lists of schedules, identical in every store, and the limit on what one page examines.
//!
//! Schedules are read in the order of their IDs, from where the previous page ended. A page that has examined its
//! maximum ends there, full or not, and the next page continues where it stopped. So no filter makes one request
//! read everything, however rare its matches are.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::ledger::stored::StoredSchedule;
use crate::ledger::{ListPage, Page, ScheduleFilter};
use crate::model::{Definition, Status};

/// Maximum number of definitions that one page examines. Reading this many, scattered over a file with a million
/// schedules, takes about ten milliseconds.
pub const DEFINITIONS_SCANNED_MAX: usize = 1_000;
/// Maximum number of schedules that one page examines if it does not need their definitions.
pub const SCHEDULES_SCANNED_MAX: usize = 4_000;

/// The parts of a stored definition that filters use. The rest is not read.
#[derive(Default, Deserialize)]
#[serde(default)]
struct DefinitionFacts {
    labels: BTreeMap<String, String>,
    description: String,
    action: ActionFacts,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ActionFacts {
    provider: String,
}

/// A filter prepared for repeated use.
#[derive(Debug)]
pub struct ScheduleMatcher<'a> {
    filter: &'a ScheduleFilter,
    text: Option<String>,
}

impl<'a> ScheduleMatcher<'a> {
    /// Prepares a filter.
    pub fn by(filter: &'a ScheduleFilter) -> Self {
        Self { filter, text: filter.text.as_deref().map(str::to_lowercase) }
    }

    /// Returns whether the filter needs definitions.
    pub fn needs_definitions(&self) -> bool {
        !self.filter.labels.is_empty() || self.filter.provider.is_some() || self.text.is_some()
    }

    /// Returns whether a schedule in this status may match. A deleted schedule never matches.
    pub fn matches_status(&self, status: Status) -> bool {
        let statuses = &self.filter.statuses;
        status != Status::Deleted && (statuses.is_empty() || statuses.contains(&status))
    }

    /// Returns whether a schedule matches, as far as it can be read.
    pub fn takes(&self, stored: &StoredSchedule) -> bool {
        let schedule = stored.known();
        let (id, Definition { labels, action, description, .. }) = (schedule.key.id.as_str(), &*schedule.definition);
        if stored.is_readable() {
            self.matches_status(schedule.status) && self.matches_facts(id, labels, &action.provider, description)
        } else {
            self.matches_status(schedule.status) && self.matches_stored(id, None)
        }
    }

    /// Returns whether a schedule matches by its ID and the text of its definition, whatever its status. For an
    /// unreadable schedule, only the ID is known.
    pub fn matches_stored(&self, id: &str, definition: Option<&str>) -> bool {
        if !self.needs_definitions() {
            return true;
        }
        let facts: DefinitionFacts = definition.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        self.matches_facts(id, &facts.labels, &facts.action.provider, &facts.description)
    }

    fn matches_facts(&self, id: &str, labels: &BTreeMap<String, String>, provider: &str, description: &str) -> bool {
        let holds = |text: &str| id.to_lowercase().contains(text) || description.to_lowercase().contains(text);
        self.filter.labels.iter().all(|(name, value)| labels.get(name) == Some(value))
            && self.filter.provider.as_deref().is_none_or(|wanted| wanted == provider)
            && self.text.as_deref().is_none_or(holds)
    }
}

/// A page under construction: its rows, and how many schedules were examined.
#[derive(Debug)]
pub struct PageScan<T> {
    prefix: String,
    rows_max: usize,
    scan_max: usize,
    looked: usize,
    last: Option<String>,
    is_over: bool,
    found: Vec<(String, T)>,
}

impl<T> PageScan<T> {
    /// Starts a page.
    pub fn new(filter: &ScheduleFilter, page: &Page) -> Self {
        Self {
            prefix: filter.id_prefix.clone().unwrap_or_default(),
            rows_max: page.rows(),
            scan_max: scan_max(filter, page),
            looked: 0,
            last: None,
            is_over: false,
            found: Vec::new(),
        }
    }

    /// Returns how many schedules may still be examined: 0 if the page is complete.
    pub fn scans_left(&self) -> usize {
        if self.is_over || self.found.len() > self.rows_max { 0 } else { self.scan_max - self.looked }
    }

    /// Returns how many schedules to read next, for stores that read several at once. The number grows, because
    /// matches that were rare so far are likely to stay rare.
    pub fn chunk(&self) -> usize {
        const CHUNK_MAX: usize = 1_000;
        let enough = (self.rows_max + 1).saturating_mul(4);
        self.scans_left().min(enough.max(self.looked)).min(CHUNK_MAX)
    }

    /// Returns the ID that was examined last.
    pub fn last(&self) -> Option<&str> {
        self.last.as_deref()
    }

    /// Examines the next schedule. The first ID beyond the prefix of the filter ends the page.
    pub fn look(&mut self, id: &str, row: impl FnOnce() -> Option<T>) {
        if self.scans_left() == 0 {
            return;
        }
        if !id.starts_with(&self.prefix) {
            self.is_over = true;
            return;
        }
        self.looked += 1;
        self.last = Some(id.to_owned());
        self.found.extend(row().map(|row| (id.to_owned(), row)));
    }

    /// Returns the rows, and the cursor of the next page.
    pub fn page(mut self) -> ListPage<T> {
        let has_more = self.found.len() > self.rows_max;
        self.found.truncate(self.rows_max);
        let next = if has_more {
            self.found.last().map(|(id, _)| id.clone())
        } else {
            self.last.filter(|_| !self.is_over && self.looked == self.scan_max)
        };
        ListPage { rows: self.found.into_iter().map(|(_, row)| row).collect(), next }
    }
}

/// Returns the maximum number of schedules to examine: enough to fill a page if everything matches, unless the
/// filter sets less.
fn scan_max(filter: &ScheduleFilter, page: &Page) -> usize {
    let needs_definitions = ScheduleMatcher::by(filter).needs_definitions();
    let most = if needs_definitions { DEFINITIONS_SCANNED_MAX } else { SCHEDULES_SCANNED_MAX };
    match filter.scan_limit {
        Some(asked) => asked.clamp(1, most),
        None => most.max(page.rows() + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(filter: &ScheduleFilter, rows: usize, takes: impl Fn(&str) -> bool) -> (Vec<String>, Option<String>) {
        let mut walk = PageScan::new(filter, &Page::first(rows));
        for id in ["a", "b1", "b2", "b3", "c"] {
            if id >= walk.prefix.as_str() {
                walk.look(id, || takes(id).then(|| id.to_owned()));
            }
        }
        let page = walk.page();
        (page.rows, page.next)
    }

    fn expected_page(rows: &[&str], next: Option<&str>) -> (Vec<String>, Option<String>) {
        (rows.iter().map(|id| (*id).to_owned()).collect(), next.map(str::to_owned))
    }

    #[test]
    fn a_page_ends_when_full_at_its_scan_limit_or_at_the_end() {
        let any = ScheduleFilter::default();
        assert_eq!(walked(&any, 9, |_| true), expected_page(&["a", "b1", "b2", "b3", "c"], None));
        assert_eq!(walked(&any, 2, |_| true), expected_page(&["a", "b1"], Some("b1")));
        assert_eq!(walked(&any, 5, |_| true), expected_page(&["a", "b1", "b2", "b3", "c"], None));
        let three = ScheduleFilter { scan_limit: Some(3), ..any };
        assert_eq!(walked(&three, 2, |id| id == "c"), expected_page(&[], Some("b2")));
        assert_eq!(walked(&three, 2, |id| id == "b2"), expected_page(&["b2"], Some("b2")));
        let prefix = ScheduleFilter { id_prefix: Some("b".to_owned()), ..three };
        assert_eq!(walked(&prefix, 2, |id| id != "b2"), expected_page(&["b1", "b3"], Some("b3")));
        let whole = ScheduleFilter { scan_limit: Some(4), ..prefix };
        assert_eq!(walked(&whole, 2, |id| id != "b2"), expected_page(&["b1", "b3"], None));
    }

    #[test]
    fn the_text_filter_searches_ids_and_descriptions_ignoring_case() {
        let filter = ScheduleFilter { text: Some("ÄRGER".to_owned()), ..ScheduleFilter::default() };
        let wanted = ScheduleMatcher::by(&filter);
        assert!(wanted.matches_stored("x", Some(r#"{"description": "Großer Ärger", "spec": 5}"#)));
        assert!(!wanted.matches_stored("x", Some(r#"{"description": "Freude"}"#)));
        assert!(!wanted.matches_stored("x", Some("torn {")) && !wanted.matches_stored("x", None));
        let filter = ScheduleFilter { text: Some("Dig".to_owned()), ..ScheduleFilter::default() };
        assert!(ScheduleMatcher::by(&filter).matches_stored("my-digest", None));
    }

    #[test]
    fn the_provider_filter_matches_the_full_name() {
        let filter = ScheduleFilter { provider: Some("log".to_owned()), ..ScheduleFilter::default() };
        let wanted = ScheduleMatcher::by(&filter);
        assert!(wanted.matches_stored("x", Some(r#"{"action": {"provider": "log", "payload": [1, 2]}}"#)));
        assert!(!wanted.matches_stored("x", Some(r#"{"action": {"provider": "logs"}}"#)));
    }
}
