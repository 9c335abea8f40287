//! The first watermark of a new schedule, and instants named by a definition that have already passed.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{FirstRunAt, Recurrence, Spec};

use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::Definition;
use crate::timing::ON_TIME_FOR;

/// Returns the instants that a definition names: the time of a `once`, the last time of a combination that contains
/// nothing else, and that of a first run.
pub(super) fn named_times(spec: &Spec) -> impl Iterator<Item = (&'static str, Timestamp)> {
    let field = match &spec.recurrence {
        Recurrence::Any(_) | Recurrence::All(_) => "the last time of recurrence.of",
        Recurrence::Once(_)
        | Recurrence::Cron(_)
        | Recurrence::Every(_)
        | Recurrence::Calendar(_)
        | Recurrence::Rrule(_)
        | Recurrence::AfterCompletion(_) => "recurrence.at",
    };
    let last = last_time(&spec.recurrence).map(|at| (field, at));
    let first_run = match spec.first_run.map(|first| first.when) {
        Some(FirstRunAt::At(at)) => Some(("first_run.at", at)),
        Some(FirstRunAt::Now | FirstRunAt::After(_)) | None => None,
    };
    last.into_iter().chain(first_run)
}

/// Returns the instant after which a recurrence never runs again, as far as the times of `once` show it.
fn last_time(recurrence: &Recurrence) -> Option<Timestamp> {
    match recurrence {
        Recurrence::Once(once) => Some(once.at),
        // All parts must have ended.
        Recurrence::Any(list) => {
            let ends: Option<Vec<Timestamp>> = list.of.iter().map(last_time).collect();
            ends?.into_iter().max()
        }
        // One part that has ended is enough.
        Recurrence::All(list) => list.of.iter().filter_map(last_time).min(),
        Recurrence::Cron(_)
        | Recurrence::Every(_)
        | Recurrence::Calendar(_)
        | Recurrence::Rrule(_)
        | Recurrence::AfterCompletion(_) => None,
    }
}

/// Returns the times of every `once` in a recurrence.
fn once_times(recurrence: &Recurrence) -> Vec<Timestamp> {
    match recurrence {
        Recurrence::Once(once) => vec![once.at],
        Recurrence::Any(list) | Recurrence::All(list) => list.of.iter().flat_map(once_times).collect(),
        Recurrence::Cron(_)
        | Recurrence::Every(_)
        | Recurrence::Calendar(_)
        | Recurrence::Rrule(_)
        | Recurrence::AfterCompletion(_) => Vec::new(),
    }
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
            return Err(Error::invalid(ErrorCode::InThePast, detail).with_hint(hint));
        }
        earliest = Some(earliest.map_or(at, |earliest: Timestamp| earliest.min(at)));
    }
    Ok(earliest)
}

/// Returns where planning starts: now, so that the past is not caught up. A first run with `now`, or a named
/// instant that has just passed, does not count as past. Neither does a `once` that is combined with other
/// recurrences.
pub(super) fn first_watermark(definition: &Definition, now: Timestamp) -> Timestamp {
    let second_ago = now.saturating_sub(SignedDuration::from_secs(1)).unwrap_or(now);
    let is_on_time = |at: &Timestamp| *at <= now && now.duration_since(*at) <= ON_TIME_FOR;
    let named = check(&definition.spec, now).ok().flatten();
    let combined = once_times(&definition.spec.recurrence).into_iter().filter(is_on_time);
    if let Some(passed) = named.into_iter().chain(combined).min() {
        return passed.saturating_sub(SignedDuration::from_micros(1)).unwrap_or(passed);
    }
    match definition.spec.first_run.map(|first| first.when) {
        // Recurrences work in whole seconds. The first run is at the second that has already begun.
        Some(FirstRunAt::Now) => second_ago,
        Some(FirstRunAt::After(_) | FirstRunAt::At(_)) | None => now,
    }
}
