//! The runs of a pattern, computed as cron-parser does, which BullMQ asks for each run anew.
//!
//! Its search steps through local times with the rules of luxon: a local time is read with the offset of the step
//! before, if it exists with it. A day may therefore begin after midnight, or on the second pass.

use std::collections::BTreeSet;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::CompiledRecurrence;

use super::super::difference::SourceRuns;
use super::super::field::values;

const MINUTE: i64 = 60;
const HOUR: i64 = 3_600;
const DAY: i64 = 86_400;
/// Number of steps after which cron-parser gives up.
const STEPS_MAX: usize = 10_000;
/// Maximum number of runs in a window.
const RUNS_MAX: usize = 200_000;
/// Time before a window at which the walk begins.
const EARLIER: SignedDuration = SignedDuration::from_hours(24);

/// A pattern and its time zone.
pub(super) struct Walk {
    zone: TimeZone,
    /// Runs at midnight in UTC on the days of the pattern.
    days: CompiledRecurrence,
    hours: BTreeSet<u32>,
    minutes: BTreeSet<u32>,
    seconds: BTreeSet<u32>,
}

/// An instant with its offset, in seconds.
#[derive(Clone, Copy, Debug)]
struct Moment {
    at: i64,
    offset: i64,
}

/// What a search remembers about a change that it stepped over.
#[derive(Debug, Default)]
struct Memory {
    /// First skipped hour, and the hour that follows the gap.
    skipped: Option<(u32, u32)>,
    /// Hour whose second pass was reached.
    repeated: Option<u32>,
}

impl Moment {
    fn local(self) -> i64 {
        self.at + self.offset
    }

    fn hour(self) -> u32 {
        part(self.local(), DAY, HOUR)
    }

    fn minute(self) -> u32 {
        part(self.local(), HOUR, MINUTE)
    }

    fn second(self) -> u32 {
        part(self.local(), MINUTE, 1)
    }
}

fn part(local: i64, of: i64, unit: i64) -> u32 {
    u32::try_from(local.rem_euclid(of) / unit).unwrap_or(0)
}

fn first(set: &BTreeSet<u32>) -> i64 {
    set.first().copied().map_or(0, i64::from)
}

fn after(set: &BTreeSet<u32>, value: u32) -> Option<u32> {
    set.range(value + 1..).next().copied()
}

impl SourceRuns for Walk {
    fn system(&self) -> &'static str {
        "BullMQ"
    }

    fn runs(&self, from: Timestamp, until: Timestamp) -> Vec<Timestamp> {
        let mut at = (from - EARLIER).as_second();
        let mut runs = Vec::new();
        for _ in 0..RUNS_MAX {
            match self.next_after(at) {
                Some(next) if next < until.as_second() => at = next,
                Some(_) | None => break,
            }
            if at >= from.as_second() {
                runs.extend(Timestamp::from_second(at));
            }
        }
        runs
    }
}

impl Walk {
    /// Creates the walk of five or six fields. Returns `None` if they have special characters in the times.
    pub(super) fn new(expression: &str, zone: TimeZone) -> Option<Self> {
        let fields: Vec<&str> = expression.split(' ').collect();
        let (second, rest) = match fields.as_slice() {
            [second, rest @ ..] if rest.len() == 5 => (*second, rest),
            rest => ("0", rest),
        };
        let [minute, hour, month_day, month, weekday] = rest else { return None };
        Some(Self {
            zone,
            days: CompiledRecurrence::cron(&format!("0 0 {month_day} {month} {weekday}"), "UTC").ok()?,
            hours: values(hour, (0, 23), &[])?,
            minutes: values(minute, (0, 59), &[])?,
            seconds: values(second, (0, 59), &[])?,
        })
    }

    fn next_after(&self, start: i64) -> Option<i64> {
        let mut moment = self.moment(start);
        let mut memory = Memory::default();
        for _ in 0..STEPS_MAX {
            let midnight = moment.local() - moment.local().rem_euclid(DAY);
            let is_day = Timestamp::from_second(midnight).is_ok_and(|at| self.days.occurrence_at(at).is_some());
            if !is_day {
                moment = self.next_day(moment);
                continue;
            }
            if !self.contains_hour(&mut moment, &mut memory) {
                continue;
            }
            if !self.minutes.contains(&moment.minute()) {
                match after(&self.minutes, moment.minute()) {
                    Some(next) => moment = self.with(moment, HOUR, i64::from(next) * MINUTE),
                    None => {
                        moment = self.step(moment, HOUR, &mut memory);
                        moment = self.with(moment, HOUR, first(&self.minutes) * MINUTE);
                    }
                }
                moment = self.with(moment, MINUTE, first(&self.seconds));
            } else if !self.seconds.contains(&moment.second()) {
                match after(&self.seconds, moment.second()) {
                    Some(next) => moment = self.with(moment, MINUTE, i64::from(next)),
                    None => {
                        moment = self.step(moment, MINUTE, &mut memory);
                        moment = self.with(moment, MINUTE, first(&self.seconds));
                    }
                }
            } else if moment.at == start {
                moment = self.step(moment, 1, &mut memory);
            } else {
                return Some(moment.at);
            }
        }
        None
    }

    /// Returns whether the hour matches, or steps to the next one.
    fn contains_hour(&self, moment: &mut Moment, memory: &mut Memory) -> bool {
        let hour = moment.hour();
        if let Some((from, _)) = memory.skipped.filter(|(_, landing)| *landing == hour) {
            let skipped = (0..24).map(|step| (from + step) % 24).take_while(|skipped| *skipped != hour);
            if skipped.into_iter().any(|skipped| self.hours.contains(&skipped)) {
                return true;
            }
        }
        if memory.repeated == Some(hour) {
            memory.repeated = None;
            *moment = self.step(*moment, HOUR, memory);
            return false;
        }
        if self.hours.contains(&hour) {
            return true;
        }
        memory.skipped = None;
        let Some(next) = after(&self.hours, hour) else {
            *moment = self.next_day(*moment);
            return false;
        };
        if self.has_change(*moment) {
            for _ in hour..next {
                *moment = self.step(*moment, HOUR, memory);
                if moment.hour() >= next {
                    break;
                }
            }
        } else {
            let minutes = moment.local().rem_euclid(HOUR);
            *moment = self.with(*moment, DAY, i64::from(next) * HOUR + minutes);
        }
        let seconds = i64::from(moment.second());
        *moment = self.with(*moment, HOUR, first(&self.minutes) * MINUTE + seconds);
        *moment = self.with(*moment, MINUTE, first(&self.seconds));
        false
    }

    /// Adds an hour, a minute or a second, and goes to its beginning. Remembers what the step passed over.
    fn step(&self, moment: Moment, unit: i64, memory: &mut Memory) -> Moment {
        let next = self.moment(moment.at + unit);
        let next = self.with(next, unit, 0);
        let advance = (next.hour() + 24 - moment.hour()) % 24;
        if self.hours.len() < 24 {
            if next.offset > moment.offset && advance >= 2 {
                memory.skipped = Some(((moment.hour() + 1) % 24, next.hour()));
            } else if advance == 0 && next.local().rem_euclid(HOUR) == 0 {
                memory.repeated = Some(next.hour());
            }
        }
        next
    }

    fn next_day(&self, moment: Moment) -> Moment {
        let next = self.read(moment.local() + DAY, moment.offset);
        self.with(next, DAY, 0)
    }

    /// Returns whether the offset changes on the day.
    fn has_change(&self, moment: Moment) -> bool {
        let starts = self.with(moment, DAY, 0);
        self.read(starts.local() + DAY - 1, starts.offset).offset != starts.offset
    }

    /// Sets the seconds since the beginning of a unit of local time.
    fn with(&self, moment: Moment, unit: i64, seconds: i64) -> Moment {
        let local = moment.local();
        self.read(local - local.rem_euclid(unit) + seconds, moment.offset)
    }

    fn moment(&self, at: i64) -> Moment {
        Moment { at, offset: self.offset(at) }
    }

    /// Reads a local time with an offset, or with the one that is valid then.
    fn read(&self, local: i64, offset: i64) -> Moment {
        let second = self.offset(local - offset);
        if second == offset {
            return Moment { at: local - offset, offset };
        }
        let third = self.offset(local - second);
        if second == third {
            return Moment { at: local - second, offset: second };
        }
        Moment { at: local - second.min(third), offset: second.max(third) }
    }

    fn offset(&self, at: i64) -> i64 {
        let at = Timestamp::from_second(at).unwrap_or(Timestamp::MAX);
        i64::from(self.zone.to_offset(at).seconds())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expression: &str, zone: &str, window: (&str, &str), expected: &[&str]) {
        let walk = Walk::new(expression, TimeZone::get(zone).unwrap()).unwrap();
        let expected: Vec<Timestamp> = expected.iter().map(|at| at.parse().unwrap()).collect();
        assert_eq!(walk.runs(window.0.parse().unwrap(), window.1.parse().unwrap()), expected, "{expression}");
    }

    #[test]
    fn only_the_first_skipped_time_runs() {
        let spring = ("2026-03-28T12:00:00Z", "2026-03-30T00:15:00Z");
        check("30 2 * * *", "Europe/Berlin", spring, &["2026-03-29T01:30:00Z"]);
        check("0,30 2 * * *", "Europe/Berlin", spring, &["2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z"]);
    }

    #[test]
    fn a_day_without_midnight_does_not_run_at_midnight() {
        let spring = ("2026-09-05T03:00:00Z", "2026-09-07T12:00:00Z");
        check("0 0 * * *", "America/Santiago", spring, &["2026-09-05T04:00:00Z", "2026-09-07T03:00:00Z"]);
        let autumn = ("2026-10-24T12:00:00Z", "2026-10-25T12:00:00Z");
        check("0 0 * * *", "Atlantic/Azores", autumn, &["2026-10-25T01:00:00Z"]);
    }
}
