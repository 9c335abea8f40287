//! Finds the planned occurrences that a recurrence still yields, and their times: after an edit, or under another
//! time zone database. Pure.
//!
//! Invariant: an occurrence stays the same as long as its period key is the same, wherever its time has moved.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{Occurrence as Instant, Rule};

use crate::model::Occurrence;
use crate::store::KeptOccurrence;

/// Maximum number of planned occurrences of one schedule that are examined.
pub const PLANNED_MAX: usize = 10_000;
/// Upper bound on how far a change of a time zone moves a local time.
pub const MOVED_MAX: SignedDuration = SignedDuration::from_hours(26);

/// Returns the planned occurrences that the recurrence still yields, by their period keys. `names` are the
/// schedule's discriminators.
pub fn kept(planned: &[Occurrence], names: &[String], rule: &Rule) -> Vec<KeptOccurrence> {
    let mut found: BTreeMap<String, Instant> = BTreeMap::new();
    // Most occurrences do not move. Only the others need a search, which is bounded and might not reach them.
    for row in planned {
        let there = rule.occurrence_at(row.planned.nominal_at);
        if let Some(there) = there.filter(|there| rule.period_key(there) == row.planned.period_key) {
            found.insert(row.planned.period_key.clone(), there);
        }
    }
    find_moved(planned, rule, &mut found);
    let is_named = |name: &String| if names.is_empty() { name.is_empty() } else { names.contains(name) };
    let keep = |row: &Occurrence| {
        let planned = &row.planned;
        // An occurrence that a person requested does not depend on the recurrence.
        let (nominal_at, due_at) = if planned.trigger.is_user_requested() {
            (planned.nominal_at, planned.due_at)
        } else {
            let occurrence = found.get(&planned.period_key).filter(|_| is_named(&planned.discriminator))?;
            (occurrence.at(), rule.due_at(occurrence))
        };
        let (period_key, discriminator) = (planned.period_key.clone(), planned.discriminator.clone());
        Some(KeptOccurrence { period_key, discriminator, nominal_at, due_at })
    };
    planned.iter().filter_map(keep).collect()
}

/// Adds the periods that kept their key and have another time now.
fn find_moved(planned: &[Occurrence], rule: &Rule, found: &mut BTreeMap<String, Instant>) {
    let is_missing = |row: &&Occurrence| !found.contains_key(&row.planned.period_key);
    let missing: Vec<&Occurrence> = planned.iter().filter(is_missing).collect();
    let nominal = || missing.iter().map(|row| row.planned.nominal_at);
    let (Some(first), Some(last)) = (nominal().min(), nominal().max()) else { return };
    // A period that kept its key may have moved by as much as time zones ever do.
    let from = first.saturating_sub(MOVED_MAX).unwrap_or(Timestamp::MIN);
    let until = last.saturating_add(MOVED_MAX).unwrap_or(Timestamp::MAX);
    let wanted: BTreeSet<&str> = missing.iter().map(|row| row.planned.period_key.as_str()).collect();
    for occurrence in rule.between(from, until).take(PLANNED_MAX * 4) {
        let key = rule.period_key(&occurrence);
        if wanted.contains(key.as_str()) {
            found.insert(key, occurrence);
        }
    }
}
