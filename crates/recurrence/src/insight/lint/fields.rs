//! Warnings about cron fields that together mean something other than they seem to.

use super::{CronSource, Warning};
use crate::cron::Kind;

const EVERY_60: u64 = (1 << 60) - 1;
const EVERY_HOUR: u32 = (1 << 24) - 1;

pub(super) fn warnings(written: &CronSource<'_>) -> impl Iterator<Item = Warning> {
    let minutes_or_seconds = every_second(written).or_else(|| every_minute_of_hour(written));
    day_or(written).into_iter().chain(minutes_or_seconds)
}

fn day_or(written: &CronSource<'_>) -> Option<Warning> {
    written.set.days.either.then(|| {
        let message = format!(
            "`{}` runs when the day of month matches `{}`, and also whenever the day of week matches `{}`",
            written.expression(),
            written.text(Kind::MonthDay),
            written.text(Kind::Weekday),
        );
        Warning::new("day_or", message).with_hint("set day_match to `and` to run only when both match")
    })
}

fn every_second(written: &CronSource<'_>) -> Option<Warning> {
    let set = &written.set;
    (set.seconds == EVERY_60).then(|| {
        let times = set.times_per_day();
        let message = format!("`{}` runs at every second of its minutes, {times} times a day", written.expression());
        let once = written.replacing(Kind::Second, "0");
        Warning::new("every_second", message).with_hint(format!("did you mean `{once}`?"))
    })
}

fn every_minute_of_hour(written: &CronSource<'_>) -> Option<Warning> {
    let (minute, hour) = (written.text(Kind::Minute), written.text(Kind::Hour));
    // A range or a step of hours usually means all minutes of those hours.
    let names_hours = written.set.hours != EVERY_HOUR && !hour.contains(['*', '?', '-', '/']);
    (matches!(minute, "*" | "*/1") && names_hours).then(|| {
        let times = written.set.times_per_day();
        let message = format!("`{}` runs at every minute of hour {hour}, {times} times a day", written.expression());
        let once = written.replacing(Kind::Minute, "0");
        Warning::new("every_minute_of_hour", message).with_hint(format!("did you mean `{once}`?"))
    })
}
