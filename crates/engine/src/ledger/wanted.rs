//! Filters for lists of schedules, identical in every store, and the limit on what one page examines.
//!
//! Schedules are read in the order of their IDs, from where the previous page ended. A page that has examined its
//! maximum ends there, full or not, and the next page continues where it stopped. So no filter makes one request
//! read everything, however rare its matches are.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::definition::Definition;
use crate::ledger::stored::Stored;
use crate::schedule::Status;
use crate::store::{Page, Paged, ScheduleFilter};

/// Maximum number of definitions that one page examines. Reading this many, scattered over a file with a million
/// schedules, takes about ten milliseconds.
pub const DEFINITIONS_LOOKED_AT_MAX: usize = 1_000;
/// Maximum number of schedules that one page examines if it does not need their definitions.
pub const SCHEDULES_LOOKED_AT_MAX: usize = 4_000;

/// The parts of a stored definition that filters use. The rest is not read.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Facts {
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
pub struct Wanted<'a> {
    filter: &'a ScheduleFilter,
    text: Option<String>,
}

impl<'a> Wanted<'a> {
    /// Prepares a filter.
    pub fn by(filter: &'a ScheduleFilter) -> Self {
        Self { filter, text: filter.text.as_deref().map(str::to_lowercase) }
    }

    /// Returns whether the filter needs definitions.
    pub fn reads_definitions(&self) -> bool {
        !self.filter.labels.is_empty() || self.filter.provider.is_some() || self.text.is_some()
    }

    /// Returns whether a schedule in this status may match. A deleted schedule never matches.
    pub fn takes_status(&self, status: Status) -> bool {
        let statuses = &self.filter.statuses;
        status != Status::Deleted && (statuses.is_empty() || statuses.contains(&status))
    }

    /// Returns whether a schedule matches, as far as it can be read.
    pub fn takes(&self, stored: &Stored) -> bool {
        let schedule = stored.known();
        let (id, Definition { labels, action, description, .. }) = (schedule.key.id.as_str(), &*schedule.definition);
        if stored.is_readable() {
            self.takes_status(schedule.status) && self.takes_facts(id, labels, &action.provider, description)
        } else {
            self.takes_status(schedule.status) && self.takes_stored(id, None)
        }
    }

    /// Returns whether a schedule matches by its ID and the text of its definition, whatever its status. For an
    /// unreadable schedule, only the ID is known.
    pub fn takes_stored(&self, id: &str, definition: Option<&str>) -> bool {
        if !self.reads_definitions() {
            return true;
        }
        let facts: Facts = definition.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        self.takes_facts(id, &facts.labels, &facts.action.provider, &facts.description)
    }

    fn takes_facts(&self, id: &str, labels: &BTreeMap<String, String>, provider: &str, description: &str) -> bool {
        let holds = |text: &str| id.to_lowercase().contains(text) || description.to_lowercase().contains(text);
        self.filter.labels.iter().all(|(name, value)| labels.get(name) == Some(value))
            && self.filter.provider.as_deref().is_none_or(|wanted| wanted == provider)
            && self.text.as_deref().is_none_or(holds)
    }
}

/// A page under construction: its rows, and how many schedules were examined.
#[derive(Debug)]
pub struct Walk<T> {
    prefix: String,
    rows_max: usize,
    looks_max: usize,
    looked: usize,
    last: Option<String>,
    is_over: bool,
    found: Vec<(String, T)>,
}

impl<T> Walk<T> {
    /// Starts a page.
    pub fn new(filter: &ScheduleFilter, page: &Page) -> Self {
        Self {
            prefix: filter.id_prefix.clone().unwrap_or_default(),
            rows_max: page.rows(),
            looks_max: looks_max(filter, page),
            looked: 0,
            last: None,
            is_over: false,
            found: Vec::new(),
        }
    }

    /// Returns how many schedules may still be examined: 0 if the page is complete.
    pub fn looks_left(&self) -> usize {
        if self.is_over || self.found.len() > self.rows_max { 0 } else { self.looks_max - self.looked }
    }

    /// Returns how many schedules to read next, for stores that read several at once. The number grows, because
    /// matches that were rare so far are likely to stay rare.
    pub fn chunk(&self) -> usize {
        const CHUNK_MAX: usize = 1_000;
        let enough = (self.rows_max + 1).saturating_mul(4);
        self.looks_left().min(enough.max(self.looked)).min(CHUNK_MAX)
    }

    /// Returns the ID that was examined last.
    pub fn last(&self) -> Option<&str> {
        self.last.as_deref()
    }

    /// Examines the next schedule. The first ID beyond the prefix of the filter ends the page.
    pub fn look(&mut self, id: &str, row: impl FnOnce() -> Option<T>) {
        if self.looks_left() == 0 {
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
    pub fn page(mut self) -> Paged<T> {
        let has_more = self.found.len() > self.rows_max;
        self.found.truncate(self.rows_max);
        let next = if has_more {
            self.found.last().map(|(id, _)| id.clone())
        } else {
            self.last.filter(|_| !self.is_over && self.looked == self.looks_max)
        };
        Paged { rows: self.found.into_iter().map(|(_, row)| row).collect(), next }
    }
}

/// Returns the maximum number of schedules to examine: enough to fill a page if everything matches, unless the
/// filter sets less.
fn looks_max(filter: &ScheduleFilter, page: &Page) -> usize {
    let reads_definitions = Wanted::by(filter).reads_definitions();
    let most = if reads_definitions { DEFINITIONS_LOOKED_AT_MAX } else { SCHEDULES_LOOKED_AT_MAX };
    match filter.looks_at_max {
        Some(asked) => asked.clamp(1, most),
        None => most.max(page.rows() + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(filter: &ScheduleFilter, rows: usize, takes: impl Fn(&str) -> bool) -> (Vec<String>, Option<String>) {
        let mut walk = Walk::new(filter, &Page::first(rows));
        for id in ["a", "b1", "b2", "b3", "c"] {
            if id >= walk.prefix.as_str() {
                walk.look(id, || takes(id).then(|| id.to_owned()));
            }
        }
        let page = walk.page();
        (page.rows, page.next)
    }

    fn told(rows: &[&str], next: Option<&str>) -> (Vec<String>, Option<String>) {
        (rows.iter().map(|id| (*id).to_owned()).collect(), next.map(str::to_owned))
    }

    #[test]
    fn a_page_ends_when_it_is_full_has_looked_enough_or_is_at_the_end() {
        let any = ScheduleFilter::default();
        assert_eq!(walked(&any, 9, |_| true), told(&["a", "b1", "b2", "b3", "c"], None));
        assert_eq!(walked(&any, 2, |_| true), told(&["a", "b1"], Some("b1")));
        assert_eq!(walked(&any, 5, |_| true), told(&["a", "b1", "b2", "b3", "c"], None));
        let three = ScheduleFilter { looks_at_max: Some(3), ..any };
        assert_eq!(walked(&three, 2, |id| id == "c"), told(&[], Some("b2")));
        assert_eq!(walked(&three, 2, |id| id == "b2"), told(&["b2"], Some("b2")));
        let prefix = ScheduleFilter { id_prefix: Some("b".to_owned()), ..three };
        assert_eq!(walked(&prefix, 2, |id| id != "b2"), told(&["b1", "b3"], Some("b3")));
        let whole = ScheduleFilter { looks_at_max: Some(4), ..prefix };
        assert_eq!(walked(&whole, 2, |id| id != "b2"), told(&["b1", "b3"], None));
    }

    #[test]
    fn text_is_looked_for_in_names_and_descriptions_whatever_the_case() {
        let filter = ScheduleFilter { text: Some("ÄRGER".to_owned()), ..ScheduleFilter::default() };
        let wanted = Wanted::by(&filter);
        assert!(wanted.takes_stored("x", Some(r#"{"description": "Großer Ärger", "spec": 5}"#)));
        assert!(!wanted.takes_stored("x", Some(r#"{"description": "Freude"}"#)));
        assert!(!wanted.takes_stored("x", Some("torn {")) && !wanted.takes_stored("x", None));
        let filter = ScheduleFilter { text: Some("Dig".to_owned()), ..ScheduleFilter::default() };
        assert!(Wanted::by(&filter).takes_stored("my-digest", None));
    }

    #[test]
    fn a_provider_is_named_whole() {
        let filter = ScheduleFilter { provider: Some("log".to_owned()), ..ScheduleFilter::default() };
        let wanted = Wanted::by(&filter);
        assert!(wanted.takes_stored("x", Some(r#"{"action": {"provider": "log", "payload": [1, 2]}}"#)));
        assert!(!wanted.takes_stored("x", Some(r#"{"action": {"provider": "logs"}}"#)));
    }
}
