//! Laws between the results of one recurrence.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::{TestCaseError, prop_assert, prop_assert_eq, proptest};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use refrain_recurrence::{CompiledRecurrence, Context, Dialect, Occurrence, Recurrence, Spec};

use crate::cases;
use crate::definitions::{calendars, endless_spec, spec};
use crate::instants::instant;

/// Compiles a definition, if it is valid.
pub(crate) fn compiled(spec: &Spec, anchor: Timestamp) -> Option<CompiledRecurrence> {
    let calendars = calendars();
    CompiledRecurrence::compile(
        spec,
        &Context { anchor: Some(anchor), seed: "a schedule", calendars: Some(&calendars) },
    )
    .ok()
}

/// Returns the next occurrences, each searched from the previous one.
fn next(rule: &CompiledRecurrence, after: Timestamp, count: usize) -> Vec<Occurrence> {
    std::iter::successors(rule.next_after(after), |last| rule.next_after(last.at())).take(count).collect()
}

fn seconds_between(earlier: Timestamp, later: Timestamp) -> i64 {
    later.as_second() - earlier.as_second()
}

fn plus(at: Timestamp, seconds: i64) -> Timestamp {
    at.saturating_add(SignedDuration::from_secs(seconds)).expect("a number of seconds is a length")
}

/// Returns whether a condition holds for the dialect of every cron part.
fn all_dialects(recurrence: &Recurrence, holds: fn(Dialect) -> bool) -> bool {
    match recurrence {
        Recurrence::Cron(rule) => holds(rule.dialect.unwrap_or_default()),
        Recurrence::Any(parts) | Recurrence::All(parts) => parts.of.iter().all(|part| all_dialects(part, holds)),
        Recurrence::Every(_)
        | Recurrence::Calendar(_)
        | Recurrence::Rrule(_)
        | Recurrence::Once(_)
        | Recurrence::AfterCompletion(_) => true,
    }
}

/// Cronos does not find an occurrence that a gap moved when the search starts exactly on it. The `cronos` dialect
/// does the same.
fn finds_moved_occurrences(rule: &CompiledRecurrence) -> bool {
    all_dialects(&rule.spec().recurrence, |dialect| dialect != Dialect::Cronos)
}

/// robfig and croniter stop searching after some years, and intersections after too many steps without a match.
fn has_unlimited_search(rule: &CompiledRecurrence) -> bool {
    !matches!(rule.spec().recurrence, Recurrence::All(_))
        && all_dialects(&rule.spec().recurrence, |dialect| !matches!(dialect, Dialect::Robfig | Dialect::Croniter))
}

/// Walks forward. Every occurrence must be later than the previous one and must be found backward too.
fn check_order(rule: &CompiledRecurrence, after: Timestamp) -> Result<(), TestCaseError> {
    let found = next(rule, after, 12);
    let mut last = after;
    for occurrence in &found {
        prop_assert!(occurrence.at() > last, "{} is not after {last}", occurrence.at());
        last = occurrence.at();
    }
    for pair in found.windows(2) {
        let [earlier, later] = pair else { continue };
        prop_assert_eq!(rule.prev_before(later.at()), Some(*earlier), "before {}", later.at());
        prop_assert_eq!(rule.prev_until(later.at()), Some(*later));
        if finds_moved_occurrences(rule) {
            prop_assert_eq!(rule.next_from(later.at()), Some(*later));
            prop_assert_eq!(rule.occurrence_at(later.at()), Some(*later));
            prop_assert!(rule.matches(later.at()).matches());
        }
        prop_assert_eq!(rule.prev_before(plus(later.at(), 1)), Some(*later));
        prop_assert_eq!(rule.next_after(plus(later.at(), -1)), Some(*later));
    }
    if let Some(first) = found.first() {
        // A search from before the start must lead to the same first occurrence.
        if let Some(before) = rule.prev_until(after).filter(|_| has_unlimited_search(rule)) {
            prop_assert!(before.at() <= after);
            prop_assert_eq!(rule.next_after(before.at()), Some(*first), "from {}", before.at());
        }
    }
    Ok(())
}

/// Checks that `between` is the same as iterating, from either end and in pieces.
fn check_ranges(rule: &CompiledRecurrence, from: Timestamp, cut: f64) -> Result<(), TestCaseError> {
    let found = next(rule, from, 10);
    let Some(last) = found.last() else { return Ok(()) };
    let (start, end) = (plus(from, 1), last.at());
    let expected: Vec<&Occurrence> = found.iter().filter(|found| found.at() >= start && found.at() < end).collect();
    let whole: Vec<Occurrence> = rule.between(start, end).collect();
    prop_assert_eq!(whole.iter().collect::<Vec<_>>(), expected);
    let mut backward: Vec<Occurrence> = rule.between(start, end).rev().collect();
    backward.reverse();
    prop_assert_eq!(&backward, &whole, "backward");
    let middle = plus(start, (seconds_between(start, end).max(0) as f64 * cut) as i64);
    let halves: Vec<Occurrence> = rule.between(start, middle).chain(rule.between(middle, end)).collect();
    prop_assert_eq!(&halves, &whole, "cut at {}", middle);
    let iterated: Vec<Occurrence> = rule.iter_after(from).take(10).collect();
    prop_assert_eq!(iterated, found);
    Ok(())
}

/// Checks that no key is repeated, and that none depends on where the search began.
fn check_keys(rule: &CompiledRecurrence, after: Timestamp, shift: f64) -> Result<(), TestCaseError> {
    let mut seen = HashSet::new();
    let mut last = after;
    for occurrence in next(rule, after, 30) {
        let key = rule.period_key(&occurrence);
        let shifted = plus(last, (seconds_between(last, occurrence.at()) as f64 * shift) as i64);
        let again = rule.next_after(shifted.min(plus(occurrence.at(), -1)).max(last));
        prop_assert_eq!(again, Some(occurrence), "from {}", shifted);
        prop_assert!(rule.period_of(&occurrence).key() == key);
        prop_assert!(seen.insert(key.clone()), "{key} is used twice, the second time at {}", occurrence.at());
        last = occurrence.at();
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn occurrences_ascend_and_previous_inverts_next(spec in spec(), anchor in crate::instants::near_instant(), after in instant()) {
        if let Some(rule) = compiled(&spec, anchor) {
            check_order(&rule, after)?;
        }
    }

    #[test]
    fn a_range_equals_iteration_and_can_be_split(
        spec in spec(), anchor in crate::instants::near_instant(), from in instant(), cut in 0.0..1.0_f64,
    ) {
        if let Some(rule) = compiled(&spec, anchor) {
            check_ranges(&rule, from, cut)?;
        }
    }

    #[test]
    fn period_keys_are_unique_and_stable(
        spec in endless_spec(), anchor in crate::instants::near_instant(), after in instant(), shift in 0.0..1.0_f64,
    ) {
        if let Some(rule) = compiled(&spec, anchor) {
            check_keys(&rule, after, shift)?;
        }
    }
}

/// If all definitions were rejected, the laws would test nothing.
#[test]
fn most_generated_definitions_are_valid() {
    let mut runner = TestRunner::new(cases(1));
    let anchor = "2026-01-05T08:00:00Z".parse().expect("an instant");
    let is_legal = |_: &i32| compiled(&spec().new_tree(&mut runner).expect("a definition").current(), anchor).is_some();
    let legal = (0..1000).filter(is_legal).count();
    assert!(legal > 500, "{legal} of 1000");
}
