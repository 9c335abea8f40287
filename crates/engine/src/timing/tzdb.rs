//! Comparison of time zone database versions, and the record of the newest version that was used for planning
//! in a store. This module is pure; the engine reads and writes the record as a mark.
//!
//! Invariant: the recorded newest version is only ever replaced by a newer one, or when it cannot be read.

use serde::{Deserialize, Serialize};

use crate::model::{ScheduleUid, Tenant};
use crate::store::MarkName;

/// One release of the time zone database. `2025b` comes before `2026a`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TzdbRelease {
    year: u16,
    letters: String,
}

impl TzdbRelease {
    /// Parses a release. Returns `None` if the text is not a release that can be compared.
    pub fn read(text: &str) -> Option<Self> {
        let (year, letters) = text.split_at_checked(4)?;
        let is_year = year.bytes().all(|byte| byte.is_ascii_digit());
        let is_letters = (1..=4).contains(&letters.len()) && letters.bytes().all(|byte| byte.is_ascii_lowercase());
        let year = year.parse().ok().filter(|_| is_year && is_letters)?;
        Some(Self { year, letters: letters.to_owned() })
    }
}

/// Newest version that was used for planning, and how far the schedules have been replanned with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TzdbRecord {
    /// Newest version that was used for planning.
    pub newest: String,
    /// Last schedule that was replanned; `None` if there was none yet.
    #[serde(default)]
    pub after: Option<i64>,
    /// Whether all schedules were replanned.
    #[serde(default)]
    pub is_done: bool,
}

impl TzdbRecord {
    /// Creates a record for a version with which no schedule has been replanned yet.
    pub fn for_version(newest: &str) -> Self {
        Self { newest: newest.to_owned(), after: None, is_done: false }
    }

    /// Returns the record after all schedules up to `last` were replanned. Without `last`, all schedules
    /// were.
    pub fn until(&self, last: Option<ScheduleUid>) -> Self {
        Self { newest: self.newest.clone(), after: last.map_or(self.after, |uid| Some(uid.0)), is_done: last.is_none() }
    }

    /// Serializes the record as it is stored.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("a string, a number and a boolean serialize as JSON")
    }
}

/// Returns the name of the mark that holds the record. The mark belongs to the engine's own tenant, which no
/// user has.
pub fn mark_name() -> MarkName {
    let tenant = Tenant::new("_refrain", "engine").expect("both names consist of letters and an underscore");
    MarkName { tenant, name: "tzdb".to_owned() }
}

/// Result of comparing a node's version with the recorded one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TzdbComparison {
    /// The node's version is newer than every recorded one. It must be recorded before the node plans.
    Newer,
    /// The node has the newest version.
    Newest(TzdbRecord),
    /// A newer version was used for planning. The node must not plan.
    Older {
        /// Newest version that was used.
        newest: String,
    },
    /// The recorded version or the node's own version cannot be compared.
    Unknown {
        /// Text that was found instead of a version.
        found: String,
        /// Whether the node's own version can be compared. If so, it replaces the record.
        is_own_comparable: bool,
    },
}

/// Compares the node's own version with the recorded one.
pub fn compare_versions(own: &str, remembered: Option<&str>) -> TzdbComparison {
    let Some(own_release) = TzdbRelease::read(own) else {
        return TzdbComparison::Unknown { found: own.to_owned(), is_own_comparable: false };
    };
    let Some(text) = remembered else { return TzdbComparison::Newer };
    let record = serde_json::from_str::<TzdbRecord>(text).ok();
    let read = record.and_then(|record| TzdbRelease::read(&record.newest).map(|newest| (record, newest)));
    let Some((record, newest)) = read else {
        return TzdbComparison::Unknown { found: text.to_owned(), is_own_comparable: true };
    };
    match own_release.cmp(&newest) {
        std::cmp::Ordering::Greater => TzdbComparison::Newer,
        std::cmp::Ordering::Equal => TzdbComparison::Newest(record),
        std::cmp::Ordering::Less => TzdbComparison::Older { newest: record.newest },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_compared_as_years_and_letters() {
        let order = ["2024a", "2025b", "2026a", "2026b", "2026z", "2026za"];
        let read: Vec<TzdbRelease> = order.iter().map(|text| TzdbRelease::read(text).unwrap()).collect();
        assert!(read.is_sorted());
        for bad in ["", "unknown", "2026", "2026A", "26a", "2026-a", "+026a", "2026abcde", "２０２６a"] {
            assert_eq!(TzdbRelease::read(bad), None, "{bad}");
        }
        assert!(TzdbRelease::read(refrain_recurrence::tzdb_version()).is_some(), "the bundled version can be compared");
    }

    #[test]
    fn a_node_is_compared_with_the_recorded_version() {
        let record = TzdbRecord::for_version("2026a").until(Some(ScheduleUid(7)));
        let text = record.to_text();
        assert_eq!(compare_versions("2026a", None), TzdbComparison::Newer);
        assert_eq!(compare_versions("2026b", Some(&text)), TzdbComparison::Newer);
        assert_eq!(compare_versions("2026a", Some(&text)), TzdbComparison::Newest(record.clone()));
        assert_eq!(compare_versions("2025c", Some(&text)), TzdbComparison::Older { newest: "2026a".to_owned() });
        for damaged in ["", "2026a", "{}", r#"{"newest":"soon"}"#] {
            let unknown = TzdbComparison::Unknown { found: damaged.to_owned(), is_own_comparable: true };
            assert_eq!(compare_versions("2026a", Some(damaged)), unknown);
        }
        let unknown = TzdbComparison::Unknown { found: "unknown".to_owned(), is_own_comparable: false };
        assert_eq!(compare_versions("unknown", Some(&text)), unknown);
        assert_eq!(record.until(None), TzdbRecord { is_done: true, ..record });
    }
}
