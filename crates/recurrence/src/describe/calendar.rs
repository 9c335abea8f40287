//! The period kind as a sentence.

use crate::describe::ClockStyle;
use crate::describe::words::{list, month, month_days, units};
use crate::every::second_of_day;
use crate::length::{Lead, Length};
use crate::recurrence::{CalendarRule, FiscalPattern, Frequency, PeriodAnchor, PeriodPoint};

pub(super) fn describe(rule: &CalendarRule, clock: ClockStyle) -> String {
    let noun = noun(rule);
    let period = match (&rule.anchor, rule.interval) {
        (PeriodAnchor::Custom(custom), _) if custom.periods.len() == 1 => {
            format!("the {noun} {}", custom.periods[0].key)
        }
        (PeriodAnchor::Custom(custom), _) => format!("each of {} {noun}s", custom.periods.len()),
        (PeriodAnchor::Calendar | PeriodAnchor::Fiscal(_), n) => format!("every {}", units(n, noun)),
    };
    let time = rule.time_of_day.and_then(|time| second_of_day(time).ok());
    let at = time.map_or_else(|| format!(" at {}", clock.time(0)), |time| format!(" at {}", clock.time(time)));
    let days = days(rule);
    let point = match (days, rule.at, time) {
        (Some(days), _, _) => format!("on {days} of {period}{at}"),
        (None, PeriodPoint::PeriodStart, _) if rule.frequency == Some(Frequency::Daily) => format!("{period}{at}"),
        (None, PeriodPoint::PeriodStart, _) if rule.frequency == Some(Frequency::Weekly) => {
            format!("{period} on the weekday it started on{at}")
        }
        (None, PeriodPoint::PeriodStart, _) => format!("on the first day of {period}{at}"),
        (None, PeriodPoint::PeriodEnd, Some(_)) => format!("on the last day of {period}{at}"),
        (None, PeriodPoint::PeriodEnd, None) => format!("at the end of {period}"),
    };
    let point = match rule.lead {
        // "5d before the end of every month" reads better than "before at the end of".
        Some(lead) => {
            format!(
                "{} before {}",
                lead_words(lead),
                point.strip_prefix("at ").or(point.strip_prefix("on ")).unwrap_or(&point)
            )
        }
        None => point,
    };
    let fiscal = match &rule.anchor {
        PeriodAnchor::Fiscal(year) => {
            let pattern = match year.pattern {
                FiscalPattern::Monthly => "",
                FiscalPattern::FourFourFive => ", cut into 4, 4 and 5 weeks",
            };
            let start = u8::try_from(year.start_month).unwrap_or(1);
            format!(", in fiscal years that start in {}{pattern}", month(start))
        }
        PeriodAnchor::Calendar | PeriodAnchor::Custom(_) => String::new(),
    };
    super::words::capital(&format!("{point}{fiscal}"))
}

fn noun(rule: &CalendarRule) -> &'static str {
    let is_fiscal = matches!(rule.anchor, PeriodAnchor::Fiscal(_));
    match (rule.frequency, is_fiscal) {
        (Some(Frequency::Daily), _) => "day",
        (Some(Frequency::Weekly), _) => "week",
        (Some(Frequency::Monthly), false) => "month",
        (Some(Frequency::Monthly), true) => "fiscal period",
        (Some(Frequency::Quarterly), false) => "quarter",
        (Some(Frequency::Quarterly), true) => "fiscal quarter",
        (Some(Frequency::Yearly), false) => "year",
        (Some(Frequency::Yearly), true) => "fiscal year",
        (None, _) => "custom period",
    }
}

fn lead_words(lead: Lead) -> String {
    let text = super::cron::spelled(Length::from_seconds(lead.days * 86_400 + lead.seconds));
    // "every day" needs no number, "before" does.
    if text.starts_with(|c: char| c.is_ascii_digit()) { text } else { format!("1 {text}") }
}

/// The days within a period that the rule names.
fn days(rule: &CalendarRule) -> Option<String> {
    let weekdays: Vec<String> = rule.by_day.iter().map(|day| by_day(day)).collect();
    match (rule.by_month_day.is_empty(), weekdays.is_empty()) {
        (true, true) => None,
        (true, false) => Some(list(&weekdays)),
        (false, true) => Some(month_days(&rule.by_month_day)),
        (false, false) => Some(format!("{} that are {}", month_days(&rule.by_month_day), list(&weekdays))),
    }
}

/// `2TU` as `the second Tuesday`.
fn by_day(text: &str) -> String {
    let letters = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-' || c == '+');
    let number = text[..text.len() - letters.len()].trim_start_matches('+');
    let start = letters.to_ascii_lowercase();
    let name = crate::cron::names::WEEKDAYS.into_iter().find(|name| !start.is_empty() && name.starts_with(&start));
    let name = super::words::capital(name.unwrap_or(letters));
    match number.parse() {
        Ok(n) => format!("the {} {name}", super::words::position(n)),
        Err(_) => name,
    }
}
