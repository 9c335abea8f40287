//! Calendar expressions of systemd (`OnCalendar=`), as cron with both day fields required.

use refrain_recurrence::{CronRecurrence, DayMatch, time_zone};

/// A calendar expression as cron.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CalendarExpression {
    pub(super) cron: CronRecurrence,
    /// Time zone at the end of the expression.
    pub(super) timezone: Option<String>,
}

/// Reason why an expression has no translation, with its column from 0.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) column: usize,
    pub(super) reason: String,
}

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Expressions with a name, and what they stand for.
const NAMED: [(&str, &str); 10] = [
    ("minutely", "*-*-* *:*:00"),
    ("hourly", "*-*-* *:00:00"),
    ("daily", "*-*-* 00:00:00"),
    ("monthly", "*-*-01 00:00:00"),
    ("weekly", "Mon *-*-* 00:00:00"),
    ("yearly", "*-01-01 00:00:00"),
    ("annually", "*-01-01 00:00:00"),
    ("quarterly", "*-01,04,07,10-01 00:00:00"),
    ("semiannually", "*-01,07-01 00:00:00"),
    ("biannually", "*-01,07-01 00:00:00"),
];

/// Fields of cron, from seconds to years.
struct Fields {
    second: String,
    minute: String,
    hour: String,
    month_day: String,
    month: String,
    weekday: String,
    year: String,
}

/// Translates an expression.
pub(super) fn parse(text: &str) -> Result<CalendarExpression, Refusal> {
    let column = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let mut body = text.trim();
    let mut timezone = None;
    if let Some((head, last)) = body.rsplit_once(' ')
        && time_zone(last).is_ok()
    {
        (body, timezone) = (head.trim_end(), Some(last.to_owned()));
    }
    if let Some((_, meaning)) = NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(body)) {
        return Ok(CalendarExpression { timezone, ..parse(meaning)? });
    }
    if body.starts_with('@') {
        let reason = "an instant after `@` runs once; create a schedule of the kind `once`".to_owned();
        return Err(Refusal { column: column(body), reason });
    }
    let fields = fields(body).map_err(|(part, reason)| Refusal { column: column(part), reason })?;
    Ok(CalendarExpression { cron: fields.into_cron(), timezone })
}

type Result1<'t, T> = Result<T, (&'t str, String)>;

fn fields(body: &str) -> Result1<'_, Fields> {
    let mut fields = Fields {
        second: "0".to_owned(),
        minute: "0".to_owned(),
        hour: "0".to_owned(),
        month_day: "*".to_owned(),
        month: "*".to_owned(),
        weekday: "*".to_owned(),
        year: "*".to_owned(),
    };
    let mut rest = body;
    if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let end = rest.find(' ').unwrap_or(rest.len());
        fields.weekday = weekdays(&rest[..end])?;
        rest = rest[end..].trim_start();
    }
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let (date, time) = match words.as_slice() {
        [] => (None, None),
        [time] if time.contains(':') => (None, Some(*time)),
        [date] => (Some(*date), None),
        [date, time] => (Some(*date), Some(*time)),
        [_, _, third, ..] => return Err((third, "expected weekdays, a date and a time".to_owned())),
    };
    if let Some(date) = date {
        fields.set_date(date)?;
    }
    if let Some(time) = time {
        fields.set_time(time)?;
    }
    Ok(fields)
}

impl Fields {
    /// Sets `2026-01-31`, `01-31`, or `*-02~03` for the third last day of February.
    fn set_date<'t>(&mut self, date: &'t str) -> Result1<'t, ()> {
        let (days, is_from_end) = match date.rsplit_once('~') {
            Some(_) => (date.rsplit('~').next().unwrap_or_default(), true),
            None => (date.rsplit('-').next().unwrap_or_default(), false),
        };
        let head = date[..date.len() - days.len()].trim_end_matches(['-', '~']);
        if head.is_empty() {
            return Err((date, "expected a date such as `*-*-01`".to_owned()));
        }
        let (year, month) = match head.split_once('-') {
            Some((year, month)) => (Some(year), month),
            None => (None, head),
        };
        // `*~01` and `*-01` have no year, only a month.
        if let Some(year) = year {
            self.year = component(year, 1970, 2199, |year| {
                Some(
                    year + if year < 70 {
                        2000
                    } else if year < 100 {
                        1900
                    } else {
                        0
                    },
                )
            })?;
        }
        self.month = component(month, 1, 12, Some)?;
        self.month_day = if is_from_end { days_from_end(days)? } else { component(days, 1, 31, Some)? };
        Ok(())
    }

    /// Sets `HH:MM` or `HH:MM:SS`.
    fn set_time<'t>(&mut self, time: &'t str) -> Result1<'t, ()> {
        let parts: Vec<&str> = time.split(':').collect();
        let (hour, minute, second) = match parts.as_slice() {
            [hour, minute] => (hour, minute, None),
            [hour, minute, second] => (hour, minute, Some(second)),
            _ => return Err((time, "expected a time such as `09:00:00`".to_owned())),
        };
        self.hour = component(hour, 0, 23, Some)?;
        self.minute = component(minute, 0, 59, Some)?;
        if let Some(second) = second {
            let whole = match second.split_once('.') {
                None => second,
                Some((whole, fraction)) if fraction.bytes().all(|byte| byte == b'0') => whole,
                Some(_) => return Err((second, "fractions of a second are not supported".to_owned())),
            };
            self.second = component(whole, 0, 59, Some)?;
        }
        Ok(())
    }

    fn into_cron(self) -> CronRecurrence {
        let Self { second, minute, hour, month_day, month, weekday, year } = self;
        let day_match = (month_day != "*" && weekday != "*").then_some(DayMatch::And);
        let five = format!("{minute} {hour} {month_day} {month} {weekday}");
        let expression = match (second.as_str(), year.as_str()) {
            ("0", "*") => five,
            (_, "*") => format!("{second} {five}"),
            (_, _) => format!("{second} {five} {year}"),
        };
        CronRecurrence { expression, day_match, ..CronRecurrence::default() }
    }
}

fn weekdays(text: &str) -> Result1<'_, String> {
    let day = |name: &str| {
        let matches = |day: &&str| day.eq_ignore_ascii_case(name) || day[..3].eq_ignore_ascii_case(name);
        WEEKDAYS.iter().position(matches)
    };
    let mut days = Vec::new();
    // A comma may follow the last weekday.
    for item in text.trim_end_matches(',').split(',') {
        let (first, last) = item.split_once("..").or_else(|| item.split_once('-')).unwrap_or((item, item));
        let bad = || (item, format!("`{item}` is not a weekday or a range of weekdays"));
        let (first, last) = day(first).zip(day(last)).filter(|(first, last)| first <= last).ok_or_else(bad)?;
        days.extend(first..=last);
    }
    days.sort_unstable();
    days.dedup();
    // Sunday is 7, so that a range may end with it.
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for day in days {
        match ranges.last_mut().filter(|(_, last)| *last == day) {
            Some((_, last)) => *last = day + 1,
            None => ranges.push((day + 1, day + 1)),
        }
    }
    let range =
        |(first, last): &(usize, usize)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    Ok(ranges.iter().map(range).collect::<Vec<_>>().join(","))
}

/// Translates a component of a date or time: `*`, values, ranges `a..b` and steps `/n`.
fn component(text: &str, min: u32, max: u32, convert: impl Fn(u32) -> Option<u32>) -> Result1<'_, String> {
    let mut items = Vec::new();
    for item in text.split(',') {
        let bad = |why: &str| (item, format!("`{item}` {why}"));
        let value = |text: &str| -> Result1<'_, u32> {
            let number = text.parse::<u32>().ok().and_then(&convert);
            let number = number.ok_or_else(|| bad("is not a number, a range or a step"))?;
            if (min..=max).contains(&number) { Ok(number) } else { Err(bad(&format!("is out of range ({min}-{max})"))) }
        };
        let (base, step) = match item.split_once('/') {
            Some((base, step)) => {
                let step = step.parse::<u32>().ok().filter(|step| *step > 0);
                (base, Some(step.ok_or_else(|| bad("has a step that is not a positive number"))?))
            }
            None => (item, None),
        };
        let base = match base.split_once("..") {
            _ if base == "*" => "*".to_owned(),
            Some((first, last)) => {
                let (first, last) = (value(first)?, value(last)?);
                if first > last {
                    return Err(bad("runs backwards"));
                }
                format!("{first}-{last}")
            }
            None => value(base)?.to_string(),
        };
        items.push(match step {
            Some(step) => format!("{base}/{step}"),
            None => base,
        });
    }
    Ok(items.join(","))
}

/// Translates days that are counted from the end of the month: `01` is the last day, `07/1` are the last seven.
fn days_from_end(text: &str) -> Result1<'_, String> {
    const DAYS: std::ops::RangeInclusive<u32> = 1..=28;
    let mut days = Vec::new();
    for item in text.split(',') {
        let bad = || (item, format!("`~{item}` is not a day from the end of the month (1-28)"));
        let value = |text: &str| text.parse::<u32>().ok().filter(|day| DAYS.contains(day)).ok_or_else(bad);
        let (base, step) = item.split_once('/').map_or((item, None), |(base, step)| (base, Some(step)));
        let (first, last) = match (base.split_once(".."), step) {
            (Some((first, last)), _) => (value(first)?, value(last)?),
            // A step leads to the last day.
            (None, Some(_)) => (1, value(base)?),
            (None, None) => (value(base)?, value(base)?),
        };
        let step = step.map_or(Ok(1), |step| step.parse::<usize>().ok().filter(|step| *step > 0).ok_or_else(bad))?;
        if first > last {
            return Err(bad());
        }
        days.extend((first..=last).rev().step_by(step));
    }
    let day = |day: &u32| if *day == 1 { "L".to_owned() } else { format!("L-{}", day - 1) };
    Ok(days.iter().map(day).collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expression: &str) {
        assert_eq!(parse(text).map(|found| found.cron.expression), Ok(expression.to_owned()), "{text}");
    }

    #[test]
    fn expressions_become_cron() {
        check("Mon..Fri", "0 0 * * 1-5");
        check("*-*-1..7", "0 0 1-7 * *");
        check("*-02~03", "0 0 L-2 2 *");
        check("Mon *-05~07/1", "0 0 L-6,L-5,L-4,L-3,L-2,L-1,L 5 1");
        check("*-*~5/2", "0 0 L-4,L-2,L * *");
        check("*-*~1..3", "0 0 L-2,L-1,L * *");
        check("*:0/15", "0/15 * * * *");
        check("Sat,Thu,Mon..Wed,Sat..Sun", "0 0 * * 1-4,6-7");
        check("12..14:10,20,30", "10,20,30 12-14 * * *");
        check("*-1/3-1", "0 0 1 1/3 *");
        check("*-*-01 5/2:00", "0 5/2 1 * *");
        check("10-15", "0 0 15 10 *");
        check("Mon,Sun 2012-*-* 2,1:23", "0 23 2,1 * * 1,7 2012");
        check("26-1-1", "0 0 0 1 1 * 2026");
        check("Wed, 17:48", "48 17 * * 3");
        check("*-*-* *:*:0/20", "0/20 * * * * *");
        check("2024..2026-1-1", "0 0 0 1 1 * 2024-2026");
        check("*-* 5:00", "0 5 * * *");
        check("*~01", "0 0 L * *");
        check("saturday *-*-* 08:05:40.000", "40 5 8 * * 6");
        check("quarterly", "0 0 1 1,4,7,10 *");
    }

    #[test]
    fn both_days_must_match_and_a_zone_may_follow() {
        assert_eq!(parse("Mon *-*-1..7").unwrap().cron.day_match, Some(DayMatch::And));
        assert_eq!(parse("Mon").unwrap().cron.day_match, None);
        let check =
            |text: &str, zone: Option<&str>| assert_eq!(parse(text).unwrap().timezone.as_deref(), zone, "{text}");
        check("daily UTC", Some("UTC"));
        check("Mon *-*-* 09:00 Europe/Berlin", Some("Europe/Berlin"));
        check("Mon 09:00", None);
    }

    #[test]
    fn what_systemd_refuses_or_refrain_cannot_do_has_a_column() {
        let check = |text: &str, column: usize| assert_eq!(parse(text).unwrap_err().column, column, "{text}");
        check("Fri..Mon 10:00", 0);
        check("*-*-* 08:05:40.123", 12);
        check("10..6:0", 0);
        check("*-*-31..1", 4);
        check("*-*~31", 4);
        check("*-13-01", 2);
        check("Mon *-*-* 25:00", 10);
        check("*-*-* 09:00 x", 12);
        check("@1395716396", 0);
        check("9", 0);
        check("fortnightly", 0);
        check("*:0/0", 2);
    }
}
