//! Stands in for parts of the library that are being written beside this: lint and diff.
//!
//! Traits, so that the library's own methods of the same names take their place without a change elsewhere.

use jiff::Timestamp;
use refrain_recurrence::{Occurrence, Rule};

pub(crate) struct Warning {
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

pub(crate) trait Lint {
    fn lint(&self, from: Timestamp) -> Vec<Warning>;
}

impl Lint for Rule {
    fn lint(&self, from: Timestamp) -> Vec<Warning> {
        let none = self.next_after(from).is_none();
        let warning = || Warning { code: "never_fires", message: format!("nothing after {from}"), hint: None };
        none.then(warning).into_iter().collect()
    }
}

pub(crate) struct Moved {
    pub(crate) from: Occurrence,
    pub(crate) to: Occurrence,
}

#[derive(Default)]
pub(crate) struct Diff {
    pub(crate) added: Vec<Occurrence>,
    pub(crate) removed: Vec<Occurrence>,
    pub(crate) moved: Vec<Moved>,
    pub(crate) truncated: bool,
}

pub(crate) fn diff(old: &Rule, new: &Rule, from: Timestamp, until: Timestamp) -> Diff {
    let mut diff = Diff::default();
    let had: Vec<Occurrence> = old.between(from, until).take(1000).collect();
    let has: Vec<Occurrence> = new.between(from, until).take(1000).collect();
    diff.truncated = had.len() == 1000 || has.len() == 1000;
    for occurrence in &had {
        let same_key = |other: &&Occurrence| new.period_key(other) == old.period_key(occurrence);
        match has.iter().find(same_key) {
            Some(other) if other.at() != occurrence.at() => {
                diff.moved.push(Moved { from: *occurrence, to: *other });
            }
            Some(_) => {}
            None if new.occurrence_at(occurrence.at()).is_none() => diff.removed.push(*occurrence),
            None => {}
        }
    }
    diff.added.extend(has.iter().filter(|occurrence| {
        old.occurrence_at(occurrence.at()).is_none() && !diff.moved.iter().any(|moved| moved.to == **occurrence)
    }));
    diff
}
