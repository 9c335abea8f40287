//! Describes the calendar kind.

use super::ClockStyle;
use super::words::{
    a_weekday, alternatives, capital, every, list, month, month_days, ordinal, plural_weekdays, position, spelled,
    weekday, weekdays,
};
use crate::cron::names::WEEKDAYS;
use crate::definition::{CalendarRecurrence, FiscalPattern, Frequency, Length, PeriodAnchor, PeriodPoint};
use crate::every::second_of_day;

pub(super) fn describe(rule: &CalendarRecurrence, clock: ClockStyle) -> String {
    let time = rule.time_of_day.and_then(|time| second_of_day(time).ok());
    let at = format!(" at {}", clock.time(time.unwrap_or(0)));
    let days = Days::of(rule);
    // A week without days starts on Monday.
    let on_weekdays = weekdays(if days.mask == 0 { 1 << 1 } else { days.mask });
    let text = match (rule.frequency, rule.at, rule.lead) {
        (Some(Frequency::Daily), PeriodPoint::PeriodStart, None) => {
            format!("{}{at}{}", every(rule.interval, "day"), days.filter())
        }
        (Some(Frequency::Daily), PeriodPoint::PeriodStart, Some(_)) => {
            format!("{} {}{}", at.trim_start(), period(rule), days.filter())
        }
        (Some(Frequency::Weekly), PeriodPoint::PeriodStart, None) => {
            format!("{} on {on_weekdays}{at}", every(rule.interval, "week"))
        }
        (Some(Frequency::Weekly), PeriodPoint::PeriodStart, Some(_)) => {
            format!("on {on_weekdays} of {}{at}", period(rule))
        }
        (_, point, _) => match (days.place(rule), point, time) {
            (Some((days, condition)), _, _) => format!("on {days} {}{at}{condition}", period(rule)),
            (None, PeriodPoint::PeriodStart, _) => format!("on the first day of {}{at}", period(rule)),
            (None, PeriodPoint::PeriodEnd, Some(_)) => format!("on the last day of {}{at}", period(rule)),
            (None, PeriodPoint::PeriodEnd, None) => format!("at the end of {}", period(rule)),
        },
    };
    let text = match rule.lead {
        // "5 days before the end of every month" reads better than "before at the end of".
        Some(lead) => {
            let length = spelled(Length::from_seconds(lead.days * 86_400 + lead.seconds));
            let point = text.strip_prefix("at ").or(text.strip_prefix("on ")).unwrap_or(&text);
            format!("{length} before {point}")
        }
        None => text,
    };
    capital(&format!("{text}{}", fiscal(rule)))
}

/// Formats the period: `every month`, `every 2nd fiscal quarter`, `each of 12 custom periods`.
fn period(rule: &CalendarRecurrence) -> String {
    let noun = match rule.frequency {
        Some(Frequency::Daily) => "day",
        Some(Frequency::Weekly) => "week",
        Some(Frequency::Monthly) if is_fiscal(rule) => "period",
        Some(Frequency::Monthly) => "month",
        Some(Frequency::Quarterly) => "quarter",
        Some(Frequency::Yearly) => "year",
        None => "period",
    };
    let fiscal = if is_fiscal(rule) { "fiscal " } else { "" };
    match (&rule.anchor, rule.interval) {
        (PeriodAnchor::Custom(custom), _) => match &*custom.periods {
            [only] => format!("the custom period {}", only.label.as_ref().unwrap_or(&only.key)),
            periods => format!("each of {} custom periods", periods.len()),
        },
        (PeriodAnchor::Calendar | PeriodAnchor::Fiscal(_), 1) => format!("every {fiscal}{noun}"),
        (PeriodAnchor::Calendar | PeriodAnchor::Fiscal(_), n) => format!("every {} {fiscal}{noun}", ordinal(n)),
    }
}

fn is_fiscal(rule: &CalendarRecurrence) -> bool {
    matches!(rule.anchor, PeriodAnchor::Fiscal(_))
}

fn fiscal(rule: &CalendarRecurrence) -> String {
    match &rule.anchor {
        PeriodAnchor::Fiscal(year) => {
            let pattern = match year.pattern {
                FiscalPattern::Monthly => "",
                FiscalPattern::FourFourFive => ", cut into 4, 4 and 5 weeks",
            };
            let start = u8::try_from(year.start_month).unwrap_or(1);
            format!(", in fiscal years that start in {}{pattern}", month(start))
        }
        PeriodAnchor::Calendar | PeriodAnchor::Custom(_) => String::new(),
    }
}

/// The days that a recurrence names.
struct Days {
    /// Weekdays without a number, bit 0 for Sunday.
    mask: u8,
    /// Counted weekdays, such as `the second Tuesday` for `2TU`.
    nth: Vec<String>,
    dates: Option<String>,
}

impl Days {
    fn of(rule: &CalendarRecurrence) -> Self {
        let dates = (!rule.by_month_day.is_empty()).then(|| month_days(&rule.by_month_day));
        let mut days = Self { mask: 0, nth: Vec::new(), dates };
        for text in &rule.by_day {
            let letters = text.trim().trim_start_matches(|c: char| c.is_ascii_digit() || c == '-' || c == '+');
            let number = text.trim().strip_suffix(letters).unwrap_or_default();
            let start = letters.to_ascii_lowercase();
            let Some(day) =
                WEEKDAYS.iter().position(|name| !start.is_empty() && name.to_lowercase().starts_with(&start))
            else {
                continue;
            };
            match number.parse::<i64>() {
                Ok(n) => days.nth.push(format!("the {} {}", position(n), weekday(day as u8))),
                Err(_) => days.mask |= 1 << day,
            }
        }
        days
    }

    /// Formats the filter of a daily recurrence.
    fn filter(&self) -> String {
        match (&self.dates, self.mask) {
            (None, 0) => String::new(),
            (None, mask) => format!(", only on {}", plural_weekdays(mask)),
            (Some(dates), 0) => format!(", only on {dates} of the month"),
            (Some(dates), mask) => format!(", only on {dates} of the month if it is {}", a_weekday(mask)),
        }
    }

    /// Formats the position in a longer period, up to the word before the period, and the condition.
    fn place(&self, rule: &CalendarRecurrence) -> Option<(String, String)> {
        let every_such = (self.mask != 0).then(|| format!("every {}", weekdays(self.mask)));
        let named: Vec<String> = every_such.into_iter().chain(self.nth.iter().cloned()).collect();
        let is_month = rule.frequency == Some(Frequency::Monthly);
        let of = if is_month { "of" } else { "of the months in" };
        match (&self.dates, named.is_empty()) {
            (None, true) => None,
            (None, false) => Some((format!("{} of", list(&named)), String::new())),
            (Some(dates), true) => Some((format!("{dates} {of}"), String::new())),
            (Some(dates), false) => {
                let plain = (self.mask != 0).then(|| a_weekday(self.mask));
                let any: Vec<String> = plain.into_iter().chain(self.nth.iter().cloned()).collect();
                Some((format!("{dates} {of}"), format!(", if it is {}", alternatives(&any))))
            }
        }
    }
}
