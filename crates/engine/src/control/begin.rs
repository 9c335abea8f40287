//! Where planning of a new schedule begins, and times that a definition names and that have passed by then.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{FirstRunAt, Recurrence, Spec};

use crate::definition::Definition;
use crate::error::Error;
use crate::lateness::ON_TIME_FOR;
use crate::planted::{self, Bug};

/// The instants that a definition names: the time of a `once`, and that of a first run.
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

/// The earliest named instant that has passed so recently that it still runs on time.
///
/// # Errors
/// `in_the_past` when one passed before that: it would never run.
pub(super) fn check(spec: &Spec, now: Timestamp) -> Result<Option<Timestamp>, Error> {
    let mut earliest = None;
    for (field, at) in named_times(spec).filter(|(_, at)| *at <= now) {
        if now.duration_since(at) > ON_TIME_FOR {
            let detail = format!("{field} {at} has passed; it is {now}");
            let hint = "name a time to come, or save the schedule without it and run it now";
            return Err(Error::invalid("in_the_past", detail).with_hint(hint));
        }
        earliest = Some(earliest.map_or(at, |earliest: Timestamp| earliest.min(at)));
    }
    Ok(earliest)
}

/// Where planning begins: now, so that the past is not caught up. A first run that is asked for now, or a named time that has
/// just passed, is not past.
pub(super) fn first_watermark(definition: &Definition, now: Timestamp) -> Timestamp {
    let second_ago = now.saturating_sub(SignedDuration::from_secs(1)).unwrap_or(now);
    if let Ok(Some(passed)) = check(&definition.spec, now)
        && !planted::is(Bug::JustPassedForgotten)
    {
        return passed.saturating_sub(SignedDuration::from_micros(1)).unwrap_or(passed);
    }
    match definition.spec.first_run.map(|first| first.when) {
        // Rules know whole seconds; the first run stands at the one that has begun.
        Some(FirstRunAt::Now) => second_ago,
        Some(FirstRunAt::After(_) | FirstRunAt::At(_)) | None => now,
    }
}
