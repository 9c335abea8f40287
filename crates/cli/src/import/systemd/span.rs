//! Time spans of systemd, such as `1h 30min` or `90`.

use crate::import::interval;

/// Units and their length in seconds. Months and years have the mean length that systemd uses.
const UNITS: &[(&[&str], f64)] = &[
    (&["usec", "us", "µs", "μs"], 1e-6),
    (&["msec", "ms"], 1e-3),
    (&["seconds", "second", "sec", "s", ""], 1.0),
    (&["minutes", "minute", "min", "m"], 60.0),
    (&["hours", "hour", "hr", "h"], 3_600.0),
    (&["days", "day", "d"], 86_400.0),
    (&["weeks", "week", "w"], 604_800.0),
    (&["months", "month", "M"], 2_629_800.0),
    (&["years", "year", "y"], 31_557_600.0),
];

/// Returns the number of seconds, or `None` if the text is not a time span.
pub(super) fn seconds(text: &str) -> Option<f64> {
    let mut total = 0.0;
    let mut rest = text.trim();
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let number_end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number: f64 = rest[..number_end].parse().ok()?;
        let after = rest[number_end..].trim_start();
        let unit_end = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
        let (_, length) = UNITS.iter().find(|(names, _)| names.contains(&&after[..unit_end]))?;
        total += number * length;
        rest = after[unit_end..].trim_start();
    }
    Some(total)
}

/// Returns the number of whole seconds, at least one.
pub(super) fn whole_seconds(text: &str) -> Option<i64> {
    seconds(text).and_then(interval::whole_seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_as_systemd_reads_them() {
        let check = |text: &str, expected: Option<f64>| assert_eq!(seconds(text), expected, "{text}");
        check("90", Some(90.0));
        check("1h 30min", Some(5_400.0));
        check("1h30min", Some(5_400.0));
        check("2 weeks", Some(1_209_600.0));
        check("1.5h", Some(5_400.0));
        check("500ms", Some(0.5));
        check("1M", Some(2_629_800.0));
        check("5m 20", Some(320.0));
        for wrong in ["", "soon", "5 fortnights", "-5", "1.2.3s", "infinity"] {
            check(wrong, None);
        }
        assert_eq!((whole_seconds("500ms"), whole_seconds("0"), whole_seconds("2min")), (None, None, Some(120)));
    }
}
