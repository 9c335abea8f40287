//! Expressions of EventBridge: `cron(…)`, `rate(…)` and `at(…)`.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use refrain_recurrence::{Class, CronRecurrence, Dialect, Dst, Fold, Gap, OnceRecurrence, Recurrence, time_zone};

use crate::import::interval::every;
use crate::text::quoted;

/// An expression as a recurrence.
#[derive(Debug)]
pub(super) struct Expression {
    pub(super) recurrence: Recurrence,
    pub(super) dst: Dst,
    pub(super) is_rate: bool,
    /// What to add to the position of the expression to get that of a column in cron.
    pub(super) column_shift: Option<usize>,
}

/// Seconds, which precede the fields in the dialect.
const SECONDS: &str = "0 ";

/// Parses an expression.
pub(super) fn parse(text: &str, zone: &str) -> Result<Expression, String> {
    let inside = |name: &str| Some(text.trim().strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?.trim());
    if let Some(fields) = inside("cron") {
        return cron(text, fields);
    }
    if let Some(rate) = inside("rate") {
        let seconds =
            rate_seconds(rate).ok_or_else(|| format!("{} is not a rate such as `5 minutes`", quoted(rate)))?;
        return Ok(Expression { recurrence: every(seconds), dst: Dst::default(), is_rate: true, column_shift: None });
    }
    if let Some(time) = inside("at") {
        let local: DateTime = time.parse().map_err(|_| format!("{} is not a date and time", quoted(time)))?;
        let zone: TimeZone = time_zone(zone).map_err(|error| error.message().to_owned())?;
        let at = zone.to_timestamp(local).map_err(|_| format!("{} is out of range", quoted(time)))?;
        let recurrence = Recurrence::Once(OnceRecurrence { at });
        return Ok(Expression { recurrence, dst: Dst::default(), is_rate: false, column_shift: None });
    }
    Err(format!("{} is neither `cron(…)` nor `rate(…)` nor `at(…)`", quoted(text)))
}

fn cron(text: &str, fields: &str) -> Result<Expression, String> {
    const COUNT: usize = 6;
    let count = fields.split_ascii_whitespace().count();
    if count != COUNT {
        return Err(format!("expected {COUNT} fields with a year, found {count} in {}", quoted(fields)));
    }
    let expression = format!("{SECONDS}{fields}");
    let start = fields.as_ptr() as usize - text.as_ptr() as usize;
    let cron = CronRecurrence { expression, dialect: Some(Dialect::Quartz), ..CronRecurrence::default() };
    let dst = Dst { gap: Some(Gap::Skip), fold: Some(Fold::First), class: Class::Fixed };
    let column_shift = start.checked_sub(SECONDS.len());
    Ok(Expression { recurrence: Recurrence::Cron(cron), dst, is_rate: false, column_shift })
}

/// Returns the seconds of a rate. A day is always 24 hours.
fn rate_seconds(rate: &str) -> Option<i64> {
    let (number, unit) = rate.split_once(' ')?;
    let number = number.parse::<i64>().ok().filter(|number| (1..=1_000_000).contains(number))?;
    let seconds = match unit.trim() {
        "minute" | "minutes" => 60,
        "hour" | "hours" => 3_600,
        "day" | "days" => 86_400,
        _ => return None,
    };
    Some(number * seconds)
}

#[cfg(test)]
mod tests {
    use refrain_recurrence::{EveryRecurrence, Unit};

    use super::*;

    #[test]
    fn every_form_is_read() {
        let check = |text: &str, expected: Recurrence| {
            assert_eq!(parse(text, "America/New_York").unwrap().recurrence, expected, "{text}");
        };
        check("rate(5 minutes)", Recurrence::Every(EveryRecurrence::new(5, Unit::Minutes)));
        check("rate(1 hour)", Recurrence::Every(EveryRecurrence::new(1, Unit::Hours)));
        check("rate(2 days)", Recurrence::Every(EveryRecurrence::new(48, Unit::Hours)));
        let at = "2026-11-20T18:00:00Z".parse().unwrap();
        check("at(2026-11-20T13:00:00)", Recurrence::Once(OnceRecurrence { at }));
        let cron = parse("cron(0 12 ? * MON-FRI *)", "UTC").unwrap();
        let Recurrence::Cron(rule) = &cron.recurrence else { panic!("not cron") };
        assert_eq!((rule.expression.as_str(), cron.column_shift), ("0 0 12 ? * MON-FRI *", Some(3)));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "rate(0 minutes)", "rate(5)", "rate(5 weeks)", "cron(0 12 * * ?)", "at(tomorrow)", "0 9 * * *"]
        {
            assert!(parse(text, "UTC").is_err(), "{text}");
        }
        assert!(parse("at(2026-11-20T13:00:00)", "Mars").is_err());
    }
}
