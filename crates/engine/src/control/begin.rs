//! The first watermark of a new schedule, and instants named by a definition that have already passed.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{FirstRunAt, Recurrence, Spec};

use crate::error::Error;
use crate::model::Definition;
use crate::timing::ON_TIME_FOR;

/// Returns the instants that a definition names: the time of a `once`, and that of a first run.
pub(super) fn named_times(spec: &Spec) -> impl Iterator<Item = (&'static str, Timestamp)> {
    let once = match &spec.recurrence {
        Recurrence::Once(once) => Some(("recurrence.at", once.at)),
        Recurrence::Cron(_)
        | Recurrence::Every(_)
        | Recurrence::Calendar(_)
        | Recurrence::Rrule(_)
        | Recurrence::AfterCompletion(_)
        | Recurrence::Any(_)
        | Recurrence::All(_) => None,
    };
    let first_run = match spec.first_run.map(|first| first.when) {
        Some(FirstRunAt::At(at)) => Some(("first_run.at", at)),
        Some(FirstRunAt::Now | FirstRunAt::After(_)) | None => None,
    };
    once.into_iter().chain(first_run)
}

/// Returns the earliest named instant that has passed so recently that its run is still on time.
///
/// # Errors
/// Returns the error `in_the_past` if a named instant passed earlier than that, because it would never run.
pub(super) fn check(spec: &Spec, now: Timestamp) -> Result<Option<Timestamp>, Error> {
    let mut earliest = None;
    for (field, at) in named_times(spec).filter(|(_, at)| *at <= now) {
        if now.duration_since(at) > ON_TIME_FOR {
            let detail = format!("{field} {at} is in the past; the current time is {now}");
            let hint = "use a future time, or save the schedule without it and run it now";
            return Err(Error::invalid("in_the_past", detail).with_hint(hint));
        }
        earliest = Some(earliest.map_or(at, |earliest: Timestamp| earliest.min(at)));
    }
    Ok(earliest)
}

/// Returns where planning starts: now, so that the past is not caught up. A first run with `now`, or a named
/// instant that has just passed, does not count as past.
pub(super) fn first_watermark(definition: &Definition, now: Timestamp) -> Timestamp {
    let second_ago = now.saturating_sub(SignedDuration::from_secs(1)).unwrap_or(now);
    if let Ok(Some(passed)) = check(&definition.spec, now) {
        return passed.saturating_sub(SignedDuration::from_micros(1)).unwrap_or(passed);
    }
    match definition.spec.first_run.map(|first| first.when) {
        // Recurrences work in whole seconds. The first run is at the second that has already begun.
        Some(FirstRunAt::Now) => second_ago,
        Some(FirstRunAt::After(_) | FirstRunAt::At(_)) | None => now,
    }
}
