//! Describes the days of a cron set: dates, weekdays, their combination, and the months.

use super::shape::Shape;
use super::words::{
    a_weekday, alternatives, by_months, dates_and, in_months, is_several_in_a_row, list, of_months, ordinal,
    plural_weekdays, position, runs, weekday, weekdays,
};
use crate::civil::ALL_MONTHS;
use crate::cron::set::{ALL_DAYS, ALL_WEEKDAYS, CronSet, DaySet, bits};

/// Maximum number of days in equal steps that are listed one by one.
const LISTED_MAX: usize = 6;

/// Formats the days and months, with the space or comma before them. `times_are_listed` is set if the sentence so far
/// names single times, which read better with "every day".
pub(super) fn days(set: &CronSet, times_are_listed: bool) -> String {
    let days = &set.days;
    if days.either && has_no_date(set) {
        let mut by_weekday = set.clone();
        (by_weekday.days.either, by_weekday.days.of_month) = (false, ALL_DAYS);
        return self::days(&by_weekday, times_are_listed);
    }
    let dates = dates(set);
    let nth = nth(days).map(|nth| format!("{nth} of {}", of_months(set.months)));
    let plain = (days.weekdays != 0 && days.weekdays != ALL_WEEKDAYS).then_some(days.weekdays);
    let any_weekday = days.weekdays == ALL_WEEKDAYS;
    let in_months = if set.months.count_ones() == 12 { String::new() } else { in_months(set.months) };
    match dates {
        // If one side matches every day, the other side adds nothing, or, where both must match, restricts nothing.
        None if days.either || any_weekday => every_day(times_are_listed, &in_months),
        Some(_) if days.either && any_weekday => every_day(times_are_listed, &in_months),
        Some(dates) if any_weekday => format!(" on {dates}"),
        Some(dates) if days.either => format!(" on {dates} or on {}", any_of(plain, nth, &in_months)),
        Some(dates) => {
            let weekdays: Vec<String> = plain.map(a_weekday).into_iter().chain(nth).collect();
            format!(" on {dates} if it is {}", alternatives(&weekdays))
        }
        None => match (plain, nth) {
            (Some(plain), None) if is_several_in_a_row(plain) => {
                let months = if in_months.is_empty() { String::new() } else { format!(",{in_months}") };
                format!(", {}{months}", weekdays(plain))
            }
            (plain, nth) => format!(" on {}", any_of(plain, nth, &in_months)),
        },
    }
}

fn every_day(times_are_listed: bool, in_months: &str) -> String {
    if times_are_listed { format!(" every day{in_months}") } else { in_months.to_owned() }
}

/// Formats weekdays: `Mondays and Fridays in June`, `Mondays and on the second Friday of the month`.
fn any_of(plain: Option<u8>, nth: Option<String>, in_months: &str) -> String {
    let plain = plain.map(|mask| format!("{}{in_months}", plural_weekdays(mask)));
    let items: Vec<String> = plain.into_iter().chain(nth).collect();
    items.join(" and on ")
}

/// Formats the days of the month and their months. Returns `None` if all days match.
fn dates(set: &CronSet) -> Option<String> {
    if set.days.of_month == ALL_DAYS {
        return None;
    }
    let specials = specials(&set.days);
    let mut groups = groups(set);
    // Days that depend on the month occur in all of the months. They are listed together with other days of all
    // months.
    if !specials.is_empty() && groups.first().is_none_or(|(_, months)| *months != set.months) {
        groups.insert(0, (0, set.months));
    }
    let mut reported = Vec::new();
    for (days, months) in groups {
        let others = if months == set.months { specials.clone() } else { Vec::new() };
        let dates = if days == 0 { list(&others) } else { in_month(days, others) };
        reported.push(format!("{dates} of {}", of_months(months)));
    }
    (!reported.is_empty()).then(|| list(&reported))
}

/// Groups the days of the month by the months that have them.
fn groups(set: &CronSet) -> Vec<(u32, u16)> {
    if set.months == ALL_MONTHS {
        // `the 31st of the month` already excludes months without a 31st.
        return if set.days.of_month == 0 { Vec::new() } else { vec![(set.days.of_month, set.months)] };
    }
    let days: Vec<i64> = bits(set.days.of_month).map(i64::from).collect();
    let mask = |days: Vec<i64>| days.iter().fold(0, |mask, day| mask | 1 << day);
    by_months(&days, set.months).into_iter().map(|(days, months)| (mask(days), months)).collect()
}

/// Returns whether the set names only dates that no month has.
fn has_no_date(set: &CronSet) -> bool {
    set.days.of_month != ALL_DAYS && groups(set).is_empty() && specials(&set.days).is_empty()
}

/// Formats days of one month together with others that are already formatted.
fn in_month(days: u32, others: Vec<String>) -> String {
    let values: Vec<u8> = bits(days).collect();
    let plain = match Shape::of(u64::from(days), 1, 31) {
        // A few days are clearer one by one: `*/10` is not every 10 days. The last interval of a month is cut short
        // whatever the step, so it is not mentioned.
        Shape::Steps { from, to, step } if values.len() > LISTED_MAX => {
            let last = if to + step > 31 { String::new() } else { format!(" through the {}", ordinal(to)) };
            format!("every {} day from the {}{last}", ordinal(step), ordinal(from))
        }
        Shape::All
        | Shape::One(_)
        | Shape::Range(..)
        | Shape::Wrapped(..)
        | Shape::Step { .. }
        | Shape::Steps { .. }
        | Shape::List(_) => {
            format!("the {}", runs(&values, ordinal))
        }
    };
    dates_and(&values, plain, others)
}

/// Formats `L`, `LW` and `nW`.
fn specials(days: &DaySet) -> Vec<String> {
    let from_last = bits(days.from_last).map(|offset| format!("the {} day", position(-i64::from(offset) - 1)));
    let workday_from_last = bits(days.workday_from_last).map(|offset| match offset {
        0 => "the last workday".to_owned(),
        offset => format!("the workday nearest to the {} day", position(-i64::from(offset) - 1)),
    });
    let workday = bits(days.workday).map(|day| format!("the workday nearest to the {}", ordinal(day)));
    from_last.chain(workday_from_last).chain(workday).collect()
}

/// Formats `d#n` and `dL`.
fn nth(days: &DaySet) -> Option<String> {
    let weeks = days.nth.iter().enumerate().map(|(week, mask)| (week as i64 + 1, *mask));
    let mut items = Vec::new();
    for (week, mask) in weeks.chain([(-1, days.last)]) {
        items.extend(bits(u32::from(mask)).map(|day| format!("the {} {}", position(week), weekday(day))));
    }
    (!items.is_empty()).then(|| list(&items))
}
