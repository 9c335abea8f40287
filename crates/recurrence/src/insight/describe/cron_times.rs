//! Describes the times of day of a cron set: a short list as it is, a longer one as a pattern.

use super::ClockStyle;
use super::shape::Shape;
use super::words::{every, ordinal, runs};
use crate::civil::ALL_MONTHS;
use crate::cron::set::{ALL_DAYS, ALL_WEEKDAYS, CronSet, DaySet};

/// Maximum number of times of day listed one by one. More are described as a pattern.
const TIMES_MAX: u32 = 6;

/// The formatted times, and whether they are listed one by one, so that the sentence still has to name the days.
pub(super) struct Times {
    pub(super) text: String,
    pub(super) are_listed: bool,
}

impl Times {
    fn listed(text: String) -> Self {
        Self { text, are_listed: true }
    }

    fn pattern(text: String) -> Self {
        Self { text, are_listed: false }
    }
}

pub(super) fn times(set: &CronSet, clock: ClockStyle) -> Times {
    let masks = [u64::from(set.hours), set.minutes, set.seconds];
    let count: u32 = masks.iter().map(|mask| mask.count_ones()).product();
    let mut hour = Field::new(masks[0], 23);
    // Hours across midnight read as one night, which is only true if the next day matches too.
    if matches!(hour.shape, Shape::Wrapped(..)) && !is_every_day(set) {
        hour.shape = Shape::List(hour.values.clone());
    }
    let [minute, second] = [masks[1], masks[2]].map(|mask| Field::new(mask, 59));
    if count <= 2 || count <= TIMES_MAX && ![&hour, &minute, &second].iter().any(|field| field.is_pattern()) {
        return Times::listed(format!("At {}", clock.times(&all_times(&hour, &minute, &second))));
    }
    let formatter = TimesFormatter { hour, minute, second, clock };
    if let Shape::One(second) = formatter.second.shape {
        return formatter.minutes(second);
    }
    Times::pattern(formatter.seconds())
}

fn is_every_day(set: &CronSet) -> bool {
    let DaySet { of_month, weekdays, either, .. } = set.days;
    let (all_dates, all_weekdays) = (of_month == ALL_DAYS, weekdays == ALL_WEEKDAYS);
    let all_days = if either { all_dates || all_weekdays } else { all_dates && all_weekdays };
    all_days && set.months == ALL_MONTHS && set.years.is_none()
}

struct Field {
    shape: Shape,
    values: Vec<u8>,
}

impl Field {
    fn new(mask: u64, last: u8) -> Self {
        let values = (0..=last).filter(|bit| mask & (1 << bit) != 0).collect();
        Self { shape: Shape::of(mask, 0, last), values }
    }

    fn first(&self) -> u8 {
        self.values.first().copied().unwrap_or(0)
    }

    fn last(&self) -> u8 {
        self.values.last().copied().unwrap_or(0)
    }

    /// Returns whether the pattern is clearer than the list of values.
    fn is_pattern(&self) -> bool {
        self.values.len() > 2 && !matches!(self.shape, Shape::List(_))
    }

    /// Formats the values: `minute 5`, `minutes 5 and 35`, `minutes 1 through 3 and 7`.
    fn named(&self, unit: &str) -> String {
        let plural = if self.values.len() == 1 { "" } else { "s" };
        format!("{unit}{plural} {}", runs(&self.values, |value| value.to_string()))
    }
}

struct TimesFormatter {
    hour: Field,
    minute: Field,
    second: Field,
    clock: ClockStyle,
}

impl TimesFormatter {
    /// Describes the times with the minutes as the subject. Each minute has at most one occurrence, at this second.
    fn minutes(&self, second: u8) -> Times {
        let on_second = if second == 0 { String::new() } else { format!(" at second {second}") };
        let (minute, hour) = (&self.minute.shape, &self.hour.shape);
        let subject = subject(minute, "minute");
        let is_one_stretch =
            minute.fills_field() && hour.is_window() || minute.is_part() && matches!(hour, Shape::One(_));
        Times::pattern(match minute {
            Shape::One(minute) => return self.hours(*minute, second),
            Shape::All | Shape::Step { .. } if matches!(hour, Shape::All) => {
                format!("{subject}{}{on_second}", minute.starting_at("minute"))
            }
            Shape::All | Shape::Step { .. } | Shape::Range(..) | Shape::Steps { .. } if is_one_stretch => {
                format!("{subject}{}", self.window())
            }
            Shape::All | Shape::Step { .. } => {
                format!("{subject}{}{on_second} of {}", minute.starting_at("minute"), self.hours_of())
            }
            Shape::Range(from, to) | Shape::Steps { from, to, .. } => {
                format!("{subject} from minute {from} through {to}{on_second} of {}", self.hours_of())
            }
            Shape::Wrapped(..) | Shape::List(_) => {
                format!("At {}{on_second} of {}", self.minute.named("minute"), self.hours_of())
            }
        })
    }

    /// Describes the times with the hours as the subject. Each hour has at most one occurrence.
    fn hours(&self, minute: u8, second: u8) -> Times {
        let at = |hour: u8| self.clock.time(hms(hour, minute, second));
        let place = match (minute, second) {
            (minute, 0) => format!("minute {minute}"),
            (minute, second) => format!("minute {minute}, second {second}"),
        };
        match &self.hour.shape {
            Shape::All if minute == 0 && second == 0 => Times::pattern("Every hour".to_owned()),
            Shape::All => Times::pattern(format!("At {place} of every hour")),
            Shape::One(_) | Shape::List(_) => Times::listed(format!("At {place} of {}", self.hours_of())),
            Shape::Range(from, to) | Shape::Wrapped(from, to) => {
                Times::pattern(format!("Every hour from {} through {}", at(*from), at(*to)))
            }
            Shape::Step { from: 0, step } if minute == 0 && second == 0 => Times::pattern(every(*step, "hour")),
            Shape::Step { from, step } => Times::pattern(format!("{} starting at {}", every(*step, "hour"), at(*from))),
            Shape::Steps { from, to, step } => {
                Times::listed(format!("{} from {} through {}", every(*step, "hour"), at(*from), at(*to)))
            }
        }
    }

    /// Describes the times with the seconds as the subject.
    fn seconds(&self) -> String {
        let (second, minute, hour) = (&self.second.shape, &self.minute.shape, &self.hour.shape);
        let every_minute = matches!(minute, Shape::All);
        let is_one_stretch = every_minute && hour.is_window()
            || matches!(minute, Shape::One(_) | Shape::Range(..)) && matches!(hour, Shape::One(_));
        let text = match second {
            Shape::Range(from, to) | Shape::Steps { from, to, .. } => {
                format!("{} from second {from} through {to}", subject(second, "second"))
            }
            Shape::Wrapped(..) | Shape::List(_) | Shape::One(_) => format!("At {}", self.second.named("second")),
            Shape::All | Shape::Step { .. } if is_one_stretch => {
                return format!("{}{}", subject(second, "second"), self.window());
            }
            Shape::All | Shape::Step { .. } => {
                format!("{}{}", subject(second, "second"), second.starting_at("second"))
            }
        };
        let minutes = match minute {
            Shape::All if matches!(hour, Shape::All) && second.fills_field() => return text,
            Shape::All => "every minute".to_owned(),
            Shape::Step { from: 0, step } => format!("every {} minute", ordinal(*step)),
            Shape::One(_)
            | Shape::Range(..)
            | Shape::Wrapped(..)
            | Shape::Step { .. }
            | Shape::Steps { .. }
            | Shape::List(_) => self.minute.named("minute"),
        };
        if every_minute && matches!(hour, Shape::All) {
            return format!("{text} of {minutes}");
        }
        if every_minute && hour.is_window() {
            return format!("{text} of {minutes}{}", self.window());
        }
        format!("{text} of {minutes} of {}", self.hours_of())
    }

    /// Formats the range from the first to the last occurrence, where all hours in between have the same pattern.
    fn window(&self) -> String {
        let (from, to) = if let Shape::Wrapped(from, to) = self.hour.shape {
            (from, to)
        } else {
            (self.hour.first(), self.hour.last())
        };
        let first = self.clock.time(hms(from, self.minute.first(), self.second.first()));
        let last = self.clock.time(hms(to, self.minute.last(), self.second.last()));
        format!(" from {first} through {last}")
    }

    /// Formats the hours in which a finer pattern applies.
    fn hours_of(&self) -> String {
        let first = |hour: u8| self.clock.time(hms(hour, 0, 0));
        let last = |hour: u8| self.clock.time(hms(hour, 59, 0));
        match &self.hour.shape {
            Shape::All => "every hour".to_owned(),
            Shape::One(hour) => format!("the hour starting at {}", first(*hour)),
            Shape::Range(from, to) | Shape::Wrapped(from, to) => {
                format!("every hour from {} through {}", first(*from), last(*to))
            }
            Shape::Step { from: 0, step } => format!("every {} hour", ordinal(*step)),
            Shape::Step { from, step } => format!("every {} hour starting at {}", ordinal(*step), first(*from)),
            Shape::Steps { from, to, step } => {
                format!("every {} hour from {} through {}", ordinal(*step), first(*from), last(*to))
            }
            Shape::List(hours) => format!("the hours starting at {}", runs(hours, first)),
        }
    }
}

/// Formats the subject: `Every minute` or `Every 15 minutes`.
fn subject(shape: &Shape, unit: &str) -> String {
    match shape {
        Shape::Step { step, .. } | Shape::Steps { step, .. } => every(*step, unit),
        Shape::All | Shape::One(_) | Shape::Range(..) | Shape::Wrapped(..) | Shape::List(_) => every(1, unit),
    }
}

impl Shape {
    /// Returns whether the shape is one value or several consecutive ones, so that finer patterns continue through it.
    fn is_window(&self) -> bool {
        matches!(self, Self::One(_) | Self::Range(..) | Self::Wrapped(..))
    }

    /// Returns whether the shape is every value, or even steps through all of them without a break at the end of
    /// the field.
    fn fills_field(&self) -> bool {
        matches!(self, Self::All | Self::Step { .. })
    }

    /// Returns whether the shape is consecutive values or even steps that leave a part of the field empty.
    fn is_part(&self) -> bool {
        matches!(self, Self::Range(..) | Self::Steps { .. })
    }

    /// Formats the start of the steps, unless it is the start of the field.
    fn starting_at(&self, unit: &str) -> String {
        match self {
            Self::Step { from, .. } if *from > 0 => format!(" starting at {unit} {from}"),
            Self::All
            | Self::One(_)
            | Self::Range(..)
            | Self::Wrapped(..)
            | Self::Step { .. }
            | Self::Steps { .. }
            | Self::List(_) => String::new(),
        }
    }
}

fn all_times(hour: &Field, minute: &Field, second: &Field) -> Vec<i64> {
    let mut times = Vec::new();
    for hour in &hour.values {
        for minute in &minute.values {
            times.extend(second.values.iter().map(|second| hms(*hour, *minute, *second)));
        }
    }
    times
}

fn hms(hour: u8, minute: u8, second: u8) -> i64 {
    i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second)
}
