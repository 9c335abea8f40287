//! The days of a cron set: dates, weekdays, how the two go together, and the months they stand in.

use crate::cron::set::{ALL_DAYS, ALL_WEEKDAYS, CronSet, DaySet, bits};
use crate::describe::shape::Shape;
use crate::describe::words::{
    a_weekday, alternatives, dates_and, in_months, is_several_in_a_row, list, of_months, ordinal, plural_weekdays,
    position, runs, weekday, weekdays,
};

/// Which days and months, with the space or comma before them. `times_are_told` when the sentence so far names single
/// times, which read better with "every day".
pub(super) fn days(set: &CronSet, times_are_told: bool) -> String {
    let days = &set.days;
    let dates = dates(days).map(|dates| format!("{dates} of {}", of_months(set.months)));
    let nth = nth(days).map(|nth| format!("{nth} of {}", of_months(set.months)));
    let plain = (days.weekdays != 0 && days.weekdays != ALL_WEEKDAYS).then_some(days.weekdays);
    let any_weekday = days.weekdays == ALL_WEEKDAYS;
    let in_months = if set.months.count_ones() == 12 { String::new() } else { in_months(set.months) };
    match dates {
        // One side that takes every day leaves nothing for the other to add, or, where both must match, to forbid.
        None if days.either || any_weekday => every_day(times_are_told, &in_months),
        Some(_) if days.either && any_weekday => every_day(times_are_told, &in_months),
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

fn every_day(times_are_told: bool, in_months: &str) -> String {
    if times_are_told { format!(" every day{in_months}") } else { in_months.to_owned() }
}

/// `Mondays and Fridays in June`, `Mondays and on the second Friday of the month`.
fn any_of(plain: Option<u8>, nth: Option<String>, in_months: &str) -> String {
    let plain = plain.map(|mask| format!("{}{in_months}", plural_weekdays(mask)));
    let items: Vec<String> = plain.into_iter().chain(nth).collect();
    items.join(" and on ")
}

/// Days of the month; none when all of them count.
fn dates(days: &DaySet) -> Option<String> {
    let specials = specials(days);
    match days.of_month {
        ALL_DAYS => return None,
        0 => return (!specials.is_empty()).then(|| list(&specials)),
        _ => {}
    }
    let values: Vec<u8> = bits(days.of_month).collect();
    let plain = match Shape::of(u64::from(days.of_month), 1, 31) {
        // The last stride of a month is cut short whatever the step, so it need not be told.
        Shape::Steps { from, to, step } => {
            let first = if from == 1 { String::new() } else { format!(" from the {}", ordinal(from)) };
            let last = if to + step > 31 { String::new() } else { format!(" through the {}", ordinal(to)) };
            format!("every {} day{first}{last}", ordinal(step))
        }
        Shape::All | Shape::One(_) | Shape::Range(..) | Shape::Around(..) | Shape::Step { .. } | Shape::List(_) => {
            format!("the {}", runs(&values, ordinal))
        }
    };
    Some(dates_and(&values, plain, specials))
}

/// `L`, `LW` and `nW`.
fn specials(days: &DaySet) -> Vec<String> {
    let from_last = bits(days.from_last).map(|offset| format!("the {} day", position(-i64::from(offset) - 1)));
    let workday_from_last = bits(days.workday_from_last).map(|offset| match offset {
        0 => "the last workday".to_owned(),
        offset => format!("the workday nearest to the {} day", position(-i64::from(offset) - 1)),
    });
    let workday = bits(days.workday).map(|day| format!("the workday nearest to the {}", ordinal(day)));
    from_last.chain(workday_from_last).chain(workday).collect()
}

/// `d#n` and `dL`.
fn nth(days: &DaySet) -> Option<String> {
    let weeks = days.nth.iter().enumerate().map(|(week, mask)| (week as i64 + 1, *mask));
    let mut items = Vec::new();
    for (week, mask) in weeks.chain([(-1, days.last)]) {
        items.extend(bits(u32::from(mask)).map(|day| format!("the {} {}", position(week), weekday(day))));
    }
    (!items.is_empty()).then(|| list(&items))
}
