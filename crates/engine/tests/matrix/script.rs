//! The life of the schedule, the same for every case. All times are seconds since [`origin`].
//!
//! There is a slot every six hours. Runs take ten minutes, except where the script makes them long enough to
//! overlap with the next slots.
//!
//! | hour | event |
//! |---|---|
//! | 3 | the schedule is created |
//! | 12 | this run takes 15 hours |
//! | 30 | this run fails once and is retried eight hours later |
//! | 42 | this run is rejected |
//! | 48 | the node of this run dies an hour later |
//! | 66 | this run fails until its attempts are used up |
//! | 68.5 | the event of the case; until hour 100, runs take more than four hours |
//! | 114 | the pause of the case begins one second before the slot and ends at hour 122.5 |
//! | 120 to 144 | a day off, if the case has a calendar |
//! | 150 | the slot is planned, and no worker is present for five minutes |
//! | 159 | the end, if the case has one |

use jiff::{SignedDuration, Timestamp};

use crate::case::Bound;

pub(crate) const MINUTE: i64 = 60;
pub(crate) const HOUR: i64 = 60 * MINUTE;

/// Time between two slots.
pub(crate) const PERIOD: i64 = 6 * HOUR;
pub(crate) const CREATED_AT: i64 = 3 * HOUR;
pub(crate) const CRASH_AT: i64 = 49 * HOUR;
/// Longer than the longest run: the stepped engine does not renew leases.
pub(crate) const LEASE_FOR: i64 = 16 * HOUR;
pub(crate) const EVENT_AT: i64 = 68 * HOUR + 30 * MINUTE;
/// Time of the second manual run.
pub(crate) const SECOND_AT: i64 = 69 * HOUR;
/// If the event is an outage, no node is running between the event and this time.
pub(crate) const OUTAGE_UNTIL: i64 = 89 * HOUR + 30 * MINUTE;
/// The slot before which the pause begins.
pub(crate) const PAUSED_SLOT: i64 = 114 * HOUR;
pub(crate) const PAUSE_AT: i64 = PAUSED_SLOT - 1;
pub(crate) const RESUME_AT: i64 = 122 * HOUR + 30 * MINUTE;
/// The slot that starts late.
pub(crate) const LATE_SLOT: i64 = 150 * HOUR;
pub(crate) const LATE_UNTIL: i64 = LATE_SLOT + 5 * MINUTE;
pub(crate) const ENDS_AT: i64 = 159 * HOUR;
/// The last slot of the script.
pub(crate) const LAST_SLOT: i64 = 162 * HOUR;
/// Time by which everything must have ended.
pub(crate) const OVER_AT: i64 = LAST_SLOT + 12 * HOUR;
/// The range of the backfill; the end is exclusive.
pub(crate) const BACKFILL: (i64, i64) = (-36 * HOUR, -1);
/// `max_runs` for each discriminator.
pub(crate) const RUNS_MAX: usize = 14;
/// How far ahead a slot may be planned, in seconds. Both ticks before a slot are closer than this.
pub(crate) const AHEAD_FOR: i64 = 10;
/// Not the default window, within which all policies except `skip` choose the same slot.
pub(crate) const CATCH_UP_FOR: i64 = 12 * HOUR;
/// Upper limit of the default window, which is the time to the next slot.
const DEFAULT_CATCH_UP_MAX: i64 = 24 * HOUR;
pub(crate) const JITTER_FOR: i64 = 3 * MINUTE;
/// The slot whose row is reopened.
pub(crate) const REJECTED_SLOT: i64 = 42 * HOUR;

/// The answer of the receiver to one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Delivered,
    Rejected,
    /// A failure that asks for a retry after this many seconds.
    RetryAfter(i64),
}

/// Any origin works; a Monday is easy to read.
pub(crate) fn origin() -> Timestamp {
    "2026-03-02T00:00:00Z".parse().unwrap()
}

pub(crate) fn instant(seconds: i64) -> Timestamp {
    origin() + SignedDuration::from_secs(seconds)
}

pub(crate) fn seconds(instant: Timestamp) -> i64 {
    instant.duration_since(origin()).as_secs()
}

/// Returns the duration of a run that starts at this time.
pub(crate) fn duration_at(start: i64) -> i64 {
    match start / HOUR {
        12 => 15 * HOUR + 20 * MINUTE,
        48 => 3 * HOUR + 20 * MINUTE,
        68..100 => 4 * HOUR + 20 * MINUTE,
        _ => 10 * MINUTE,
    }
}

/// Returns the answer to the n-th dispatch of an occurrence.
pub(crate) fn answer(nominal: i64, dispatch: u32) -> Answer {
    match (nominal, dispatch) {
        (n, 1) if n == 30 * HOUR => Answer::RetryAfter(8 * HOUR + 10 * MINUTE),
        (REJECTED_SLOT, 1) => Answer::Rejected,
        (n, _) if n == 66 * HOUR => Answer::RetryAfter(5 * MINUTE),
        _ => Answer::Delivered,
    }
}

/// Returns whether the calendar of the case has a day off at this time.
pub(crate) fn is_day_off(nominal: i64) -> bool {
    (-48 * HOUR..-24 * HOUR).contains(&nominal) || (120 * HOUR..144 * HOUR).contains(&nominal)
}

/// Returns all slots of a range that the recurrence yields; both ends are inclusive.
pub(crate) fn slots(from: i64, to: i64, has_calendar: bool, bound: Bound) -> Vec<i64> {
    let first = from.div_euclid(PERIOD) + i64::from(from.rem_euclid(PERIOD) > 0);
    let all = (first..=to.div_euclid(PERIOD)).map(|number| number * PERIOD);
    all.filter(|slot| !(has_calendar && is_day_off(*slot)) && (bound != Bound::EndsAt || *slot < ENDS_AT)).collect()
}

/// Returns how late a slot may start. A case with a calendar uses the default window, which includes the days off.
pub(crate) fn catch_up_for(nominal: i64, has_calendar: bool) -> i64 {
    let next = slots(nominal + 1, nominal + DEFAULT_CATCH_UP_MAX, true, Bound::None);
    let until_next = next.first().map_or(DEFAULT_CATCH_UP_MAX, |next| next - nominal);
    if has_calendar { until_next } else { CATCH_UP_FOR }
}
