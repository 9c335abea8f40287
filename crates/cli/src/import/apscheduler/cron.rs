//! The fields of a cron trigger, from `year` to `second`, as cron with all fields required.

use refrain_recurrence::{Class, CronRecurrence, DayMatch, Dst, Fold, Gap, Recurrence, Spec, time_zone};

use super::super::draft::Draft;
use super::walk::Walk;
use crate::text::quoted;

/// Fields, from the most to the least significant.
pub(super) const FIELDS: [&str; 8] = ["year", "month", "day", "week", "day_of_week", "hour", "minute", "second"];
/// Values of fields below the least significant one that is given.
const DEFAULTS: [&str; 8] = ["*", "1", "1", "*", "*", "0", "0", "0"];
const WEEKDAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const POSITIONS: [&str; 6] = ["1st", "2nd", "3rd", "4th", "5th", "last"];

/// Sets the times of a trigger. `text` returns the fields that are given.
pub(super) fn set(draft: &mut Draft<'_>, at: usize, text: &dyn Fn(&str) -> Option<String>, timezone: &str) {
    let given = FIELDS.map(text);
    let cron = match cron(&with_defaults(given)) {
        Ok(cron) => cron,
        Err(reason) => {
            draft.refuse_at(at, reason);
            return;
        }
    };
    draft.runs = time_zone(timezone).ok().and_then(|zone| Some(Box::new(Walk::new(&cron, zone)?) as _));
    let mut spec = Spec::new(Recurrence::Cron(cron.clone()), timezone);
    spec.dst = dst(&cron);
    draft.spec = Some(spec);
}

/// How APScheduler treats changes of the offset. A trigger for all hours follows elapsed time.
fn dst(cron: &CronRecurrence) -> Dst {
    let fields: Vec<&str> = cron.expression.split(' ').collect();
    let hour = if fields.len() == 5 { fields.get(1) } else { fields.get(2) };
    if hour == Some(&"*") {
        return Dst { class: Class::Interval, ..Dst::default() };
    }
    Dst { gap: Some(Gap::SameOffset), fold: Some(Fold::Both), class: Class::Fixed }
}

/// Fills the fields that are not given: with `*` above the least significant one that is given, with minima below it.
fn with_defaults(given: [Option<String>; 8]) -> [String; 8] {
    let last = given.iter().rposition(Option::is_some);
    let mut fields = DEFAULTS.map(str::to_owned);
    for (index, field) in given.into_iter().enumerate() {
        let is_above = last.is_none_or(|last| index <= last);
        match field {
            Some(text) => fields[index] = text.trim().to_ascii_lowercase(),
            None if is_above => "*".clone_into(&mut fields[index]),
            None => {}
        }
    }
    fields
}

fn cron(fields: &[String; 8]) -> Result<CronRecurrence, String> {
    let [year, month, day, week, weekday, hour, minute, second] =
        fields.each_ref().map(|field| field.split(',').map(str::trim).collect::<Vec<_>>().join(","));
    if week != "*" {
        return Err("`week` has no counterpart in cron; write the schedule as an RRULE with BYWEEKNO".to_owned());
    }
    let weekday = if weekday == "*" { weekday } else { weekdays(&weekday)? };
    let (month_day, position) = days(&day)?;
    let (month_day, weekday) = match position {
        None => (month_day, weekday),
        Some(position) if month_day == "*" && weekday == "*" => (month_day, position),
        Some(_) => {
            let reason = format!("{} cannot be combined with other days or with `day_of_week`", quoted(&day));
            return Err(reason);
        }
    };
    let year = match year.strip_prefix("*/") {
        Some(step) => format!("1970-9999/{step}"),
        None => year,
    };
    let day_match = (month_day != "*" && weekday != "*").then_some(DayMatch::And);
    let five = format!("{minute} {hour} {month_day} {month} {weekday}");
    let expression = match (second.as_str(), year.as_str()) {
        ("0", "*") => five,
        (_, "*") => format!("{second} {five}"),
        (_, _) => format!("{second} {five} {year}"),
    };
    Ok(CronRecurrence { expression, day_match, ..CronRecurrence::default() })
}

/// Translates weekdays, of which Monday is 0, to numbers from 1 for Monday to 7 for Sunday.
fn weekdays(text: &str) -> Result<String, String> {
    let bad = || format!("{} is not a list of weekdays from 0, Monday, to 6", quoted(text));
    let number = |text: &str| {
        let found = WEEKDAYS.iter().position(|name| *name == text).or_else(|| text.parse().ok());
        found.filter(|day| *day < WEEKDAYS.len()).ok_or_else(bad)
    };
    let mut days = Vec::new();
    for item in text.split(',') {
        let (base, step) = item.split_once('/').map_or((item, None), |(base, step)| (base, Some(step)));
        let (first, last) = match base.split_once('-') {
            _ if base == "*" => (0, WEEKDAYS.len() - 1),
            Some((first, last)) => (number(first)?, number(last)?),
            None if step.is_some() => (number(base)?, WEEKDAYS.len() - 1),
            None => (number(base)?, number(base)?),
        };
        let step = step.map_or(Some(1), |step| step.parse().ok().filter(|step| *step > 0)).ok_or_else(bad)?;
        if first > last {
            return Err(bad());
        }
        days.extend((first..=last).step_by(step));
    }
    days.sort_unstable();
    days.dedup();
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for day in days.iter().map(|day| day + 1) {
        match ranges.last_mut().filter(|(_, last)| last + 1 == day) {
            Some((_, last)) => *last = day,
            None => ranges.push((day, day)),
        }
    }
    let range =
        |(first, last): &(usize, usize)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    Ok(ranges.iter().map(range).collect::<Vec<_>>().join(","))
}

/// Splits the days of the month into a field of cron for them, and one for positions such as `1st mon`.
fn days(text: &str) -> Result<(String, Option<String>), String> {
    let (mut days, mut positions) = (Vec::new(), Vec::new());
    for item in text.split(',') {
        if item == "last" {
            days.push("L".to_owned());
        } else if let Some((position, weekday)) = item.split_once(' ') {
            let bad = || format!("{} is not a position of a weekday such as `1st mon`", quoted(item));
            let position = POSITIONS.iter().position(|name| *name == position).ok_or_else(bad)?;
            let weekday = WEEKDAYS.iter().position(|name| *name == weekday.trim()).ok_or_else(bad)? + 1;
            positions.push(if position < 5 { format!("{weekday}#{}", position + 1) } else { format!("{weekday}L") });
        } else {
            days.push(item.to_owned());
        }
    }
    if days.is_empty() {
        days.push("*".to_owned());
    }
    Ok((days.join(","), (!positions.is_empty()).then(|| positions.join(","))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(given: &[(&str, &str)], expected: Result<&str, ()>) {
        let text = |name: &str| given.iter().find(|(other, _)| *other == name).map(|(_, text)| (*text).to_owned());
        let found = cron(&with_defaults(FIELDS.map(text)));
        assert_eq!(found.as_ref().map(|cron| cron.expression.as_str()).map_err(drop), expected, "{given:?}: {found:?}");
    }

    #[test]
    fn fields_become_cron_and_monday_is_zero() {
        check(&[("hour", "3")], Ok("0 3 * * *"));
        check(&[("minute", "*/15")], Ok("*/15 * * * *"));
        check(&[("second", "*/10")], Ok("*/10 * * * * *"));
        check(&[("day", "1"), ("hour", "4")], Ok("0 4 1 * *"));
        check(&[("day", "last")], Ok("0 0 L * *"));
        check(&[("day_of_week", "0")], Ok("0 0 * * 1"));
        check(&[("day_of_week", "mon-fri"), ("hour", "9, 17")], Ok("0 9,17 * * 1-5"));
        check(&[("day_of_week", "6,0")], Ok("0 0 * * 1,7"));
        check(&[("day_of_week", "*/2")], Ok("0 0 * * 1,3,5,7"));
        check(&[("day", "1st mon,3rd MON"), ("hour", "8")], Ok("0 8 * * 1#1,1#3"));
        check(&[("day", "last sun")], Ok("0 0 * * 7L"));
        check(&[("month", "jan-mar"), ("day", "5/10")], Ok("0 0 5/10 jan-mar *"));
        check(&[("year", "*/2")], Ok("0 0 0 1 1 * 1970-9999/2"));
        check(&[], Ok("* * * * * *"));
        check(&[("week", "1-10")], Err(()));
        check(&[("day", "1st mon,15")], Err(()));
        check(&[("day", "1st mon"), ("day_of_week", "mon")], Err(()));
        check(&[("day_of_week", "fri-mon")], Err(()));
        check(&[("day_of_week", "7")], Err(()));
    }
}
