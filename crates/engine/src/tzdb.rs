//! Which time zone database is newer, and what a store remembers of those that have planned in it. Pure; the engine reads
//! and writes the mark.
//!
//! Invariant: the newest that is remembered is only ever replaced by a newer one, or when nobody can read it.

use serde::{Deserialize, Serialize};

use crate::id::{ScheduleUid, Tenant};
use crate::store::MarkName;

/// A release of the time zone database: `2025b` comes before `2026a`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Release {
    year: u16,
    letters: String,
}

impl Release {
    /// Reads a release; none when it is not one that can be compared.
    pub fn read(text: &str) -> Option<Self> {
        let (year, letters) = text.split_at_checked(4)?;
        let is_year = year.bytes().all(|byte| byte.is_ascii_digit());
        let is_letters = (1..=4).contains(&letters.len()) && letters.bytes().all(|byte| byte.is_ascii_lowercase());
        let year = year.parse().ok().filter(|_| is_year && is_letters)?;
        Some(Self { year, letters: letters.to_owned() })
    }
}

/// What is remembered: the newest that has planned, and how far the schedules were looked at anew with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The newest.
    pub newest: String,
    /// The last schedule that was looked at; none when it was none yet.
    #[serde(default)]
    pub after: Option<i64>,
    /// Whether all were.
    #[serde(default)]
    pub is_done: bool,
}

impl Record {
    /// Nothing was looked at yet.
    pub fn begun(newest: &str) -> Self {
        Self { newest: newest.to_owned(), after: None, is_done: false }
    }

    /// Everything up to a schedule was looked at, or, without one, everything.
    pub fn until(&self, last: Option<ScheduleUid>) -> Self {
        Self { newest: self.newest.clone(), after: last.map_or(self.after, |uid| Some(uid.0)), is_done: last.is_none() }
    }

    /// As it is kept.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("a text, a number and a flag become JSON")
    }
}

/// Where it is remembered. The engine's own tenant is nobody's.
pub fn mark_name() -> MarkName {
    let tenant = Tenant::new("_refrain", "engine").expect("both names are made of letters and an underscore");
    MarkName { tenant, name: "tzdb".to_owned() }
}

/// Where a node stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody has planned with one as new: that is to be remembered first.
    Newer,
    /// It has the newest.
    Newest(Record),
    /// A newer one has planned: the node must not.
    Older {
        /// That one.
        newest: String,
    },
    /// What is remembered, or the node's own, is nothing that can be compared.
    Unknown {
        /// As it was found.
        found: String,
        /// Whether the node can tell its own, which is to be remembered instead.
        is_own_known: bool,
    },
}

/// Where a node with its own release stands to what is remembered.
pub fn standing(own: &str, remembered: Option<&str>) -> Standing {
    let Some(own_release) = Release::read(own) else {
        return Standing::Unknown { found: own.to_owned(), is_own_known: false };
    };
    let Some(text) = remembered else { return Standing::Newer };
    let record = serde_json::from_str::<Record>(text).ok();
    let read = record.and_then(|record| Release::read(&record.newest).map(|newest| (record, newest)));
    let Some((record, newest)) = read else {
        return Standing::Unknown { found: text.to_owned(), is_own_known: true };
    };
    match own_release.cmp(&newest) {
        std::cmp::Ordering::Greater => Standing::Newer,
        std::cmp::Ordering::Equal => Standing::Newest(record),
        std::cmp::Ordering::Less => Standing::Older { newest: record.newest },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_compared_as_years_and_letters() {
        let order = ["2024a", "2025b", "2026a", "2026b", "2026z", "2026za"];
        let read: Vec<Release> = order.iter().map(|text| Release::read(text).unwrap()).collect();
        assert!(read.is_sorted());
        for bad in ["", "unknown", "2026", "2026A", "26a", "2026-a", "+026a", "2026abcde", "２０２６a"] {
            assert_eq!(Release::read(bad), None, "{bad}");
        }
        assert!(Release::read(refrain_recurrence::tzdb_version()).is_some(), "our own can be compared");
    }

    #[test]
    fn where_a_node_stands_follows_from_what_is_remembered() {
        let record = Record::begun("2026a").until(Some(ScheduleUid(7)));
        let text = record.to_text();
        assert_eq!(standing("2026a", None), Standing::Newer);
        assert_eq!(standing("2026b", Some(&text)), Standing::Newer);
        assert_eq!(standing("2026a", Some(&text)), Standing::Newest(record.clone()));
        assert_eq!(standing("2025c", Some(&text)), Standing::Older { newest: "2026a".to_owned() });
        for damaged in ["", "2026a", "{}", r#"{"newest":"soon"}"#] {
            let unknown = Standing::Unknown { found: damaged.to_owned(), is_own_known: true };
            assert_eq!(standing("2026a", Some(damaged)), unknown);
        }
        let unknown = Standing::Unknown { found: "unknown".to_owned(), is_own_known: false };
        assert_eq!(standing("unknown", Some(&text)), unknown);
        assert_eq!(record.until(None), Record { is_done: true, ..record });
    }
}
