//! Groups the occurrences of one recurrence in a window. Those of a crowded hour or day are merged into one
//! span. Pure: recurrences in, spans out.
//!
//! Invariant: no slot costs more steps than its limit, so a recurrence with an occurrence every second costs
//! as much as one with an occurrence every minute.

use jiff::Timestamp;
use refrain_recurrence::CompiledRecurrence;

use crate::http::slots::{SINGLES_MAX, Slot, Window};

/// Maximum number of steps for a recurrence with a limited number of runs left, which must be followed step
/// by step.
const RUN_LIMIT_STEPS_MAX: usize = 10_000;

/// Returns the maximum number of occurrences counted in one slot: those of a recurrence that runs every
/// minute.
fn occurrences_max(slot: Slot) -> usize {
    match slot {
        Slot::Hour => 60,
        // A day may have 25 hours.
        Slot::Day => 25 * 60,
    }
}

/// An occurrence, or the occurrences of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// First occurrence.
    pub(super) from: Timestamp,
    /// Last occurrence. Equal to `from` for a single occurrence.
    pub(super) until: Timestamp,
    pub(super) occurrences: u64,
    /// Whether there are more.
    pub(super) is_cut: bool,
}

/// Returns the occurrences of a recurrence in order, at most `runs_left`.
pub(super) fn collect_spans(rule: &CompiledRecurrence, runs_left: Option<u64>, window: &Window) -> Vec<Span> {
    match runs_left {
        Some(left) => spans_with_run_limit(rule, usize::try_from(left).unwrap_or(usize::MAX), window),
        None => slot_by_slot(rule, window),
    }
}

fn slot_by_slot(rule: &CompiledRecurrence, window: &Window) -> Vec<Span> {
    let (mut spans, mut from) = (Vec::new(), window.from);
    while from < window.until {
        let Some(first) = rule.between(from, window.until).next() else { break };
        let (_, end) = window.slot_of(first.at());
        let end = end.min(window.until);
        let most = occurrences_max(window.slot);
        let occurrences: Vec<Timestamp> =
            rule.between(first.at(), end).take(most + 1).map(|occurrence| occurrence.at()).collect();
        if occurrences.len() > most {
            let last = rule.prev_before(end).map_or(end, |last| last.at());
            spans.push(Span { from: first.at(), until: last, occurrences: most as u64, is_cut: true });
        } else {
            fold(&mut spans, &occurrences);
        }
        from = end;
    }
    spans
}

fn spans_with_run_limit(rule: &CompiledRecurrence, left: usize, window: &Window) -> Vec<Span> {
    let occurrences: Vec<Timestamp> = rule
        .between(window.from, window.until)
        .take(left.min(RUN_LIMIT_STEPS_MAX))
        .map(|occurrence| occurrence.at())
        .collect();
    let mut spans = Vec::new();
    for slot in occurrences.chunk_by(|one, other| window.slot_of(*one) == window.slot_of(*other)) {
        fold(&mut spans, slot);
    }
    if let Some(last) = spans.last_mut() {
        last.is_cut = left > RUN_LIMIT_STEPS_MAX && occurrences.len() == RUN_LIMIT_STEPS_MAX;
    }
    spans
}

/// Adds the occurrences of one slot.
fn fold(spans: &mut Vec<Span>, occurrences: &[Timestamp]) {
    if occurrences.len() <= SINGLES_MAX {
        spans.extend(occurrences.iter().map(|at| Span { from: *at, until: *at, occurrences: 1, is_cut: false }));
    } else if let (Some(from), Some(until)) = (occurrences.first(), occurrences.last()) {
        spans.push(Span { from: *from, until: *until, occurrences: occurrences.len() as u64, is_cut: false });
    }
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn check(cron: &str, slot: Slot, zone: &str, window: (&str, &str), expected: &[(&str, &str, u64, bool)]) {
        let rule = CompiledRecurrence::cron(cron, "UTC").unwrap();
        let zone = TimeZone::get(zone).unwrap();
        let spans = collect_spans(&rule, None, &Window::new(at(window.0), at(window.1), slot, &zone));
        let expected: Vec<Span> = expected
            .iter()
            .map(|(from, until, occurrences, is_cut)| Span {
                from: at(from),
                until: at(until),
                occurrences: *occurrences,
                is_cut: *is_cut,
            })
            .collect();
        assert_eq!(spans, expected, "{cron}");
    }

    #[test]
    fn crowded_slots_are_merged_into_one_span() {
        let window = ("2026-01-05T08:30:00Z", "2026-01-05T10:30:00Z");
        let nine = "2026-01-05T09:00:00Z";
        check("0 9 * * *", Slot::Hour, "UTC", window, &[(nine, nine, 1, false)]);
        check("*/10 9 * * *", Slot::Hour, "UTC", window, &[(nine, "2026-01-05T09:50:00Z", 6, false)]);
        check("0 12 * * *", Slot::Hour, "UTC", window, &[]);
        let minutes = [
            ("2026-01-05T08:30:00Z", "2026-01-05T08:59:00Z", 30, false),
            (nine, "2026-01-05T09:59:00Z", 60, false),
            ("2026-01-05T10:00:00Z", "2026-01-05T10:29:00Z", 30, false),
        ];
        check("* * * * *", Slot::Hour, "UTC", window, &minutes);
    }

    #[test]
    fn frequent_recurrence_is_counted_up_to_the_slot_limit() {
        let window = ("2026-01-05T09:00:00Z", "2026-01-05T11:00:00Z");
        let seconds = [
            ("2026-01-05T09:00:00Z", "2026-01-05T09:59:59Z", 60, true),
            ("2026-01-05T10:00:00Z", "2026-01-05T10:59:59Z", 60, true),
        ];
        check("* * * * * *", Slot::Hour, "UTC", window, &seconds);
    }

    #[test]
    fn days_are_those_of_the_zone() {
        let window = ("2026-03-28T23:00:00Z", "2026-03-30T22:00:00Z");
        // The 29th has 23 hours in Berlin, and ends at 22:00 UTC.
        let days = [
            ("2026-03-28T23:00:00Z", "2026-03-29T21:00:00Z", 23, false),
            ("2026-03-29T22:00:00Z", "2026-03-30T21:00:00Z", 24, false),
        ];
        check("0 * * * *", Slot::Day, "Europe/Berlin", window, &days);
    }

    #[test]
    fn runs_left_limit_the_occurrences() {
        let rule = CompiledRecurrence::cron("* * * * *", "UTC").unwrap();
        let window = Window::new(at("2026-01-05T09:00:00Z"), at("2026-01-12T09:00:00Z"), Slot::Day, &TimeZone::UTC);
        let spans = collect_spans(&rule, Some(3), &window);
        assert_eq!((spans.len(), spans[2].until, spans[2].is_cut), (3, at("2026-01-05T09:02:00Z"), false));
        assert_eq!(collect_spans(&rule, Some(0), &window), []);
        let spans = collect_spans(&rule, Some(u64::MAX), &window);
        assert_eq!(
            (spans.iter().map(|span| span.occurrences).sum::<u64>(), spans.last().unwrap().is_cut),
            (10_000, true)
        );
    }
}
