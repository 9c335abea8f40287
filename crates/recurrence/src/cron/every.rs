//! `@every`: an interval instead of fields, with lengths in the notation of the dialect.

use crate::cron::body::Body;
use crate::cron::rules::Every;
use crate::definition::Length;
use crate::error::{Error, ErrorCode, quoted};

/// Parses the text after `@every`. `column` is the column of that text.
pub(crate) fn parse_every(text: &str, column: usize, every: Every) -> Result<Body, Error> {
    let (length, phase) = match text.split_once('/') {
        Some((length, phase)) if every == Every::FromEpochInGo => (length, Some((phase, column + length.len() + 1))),
        Some(_) | None => (text, None),
    };
    let read = |text: &str, column: usize| match every {
        Every::FromAnchor | Every::Never => text.parse::<Length>().map_err(|error| error.at_column(column)),
        // robfig rounds a delay that is too short up to one second.
        Every::FromAnchorInGo => {
            go_seconds(text, &GO_UNITS[1..], column).map(|seconds| Length::from_seconds(seconds.max(1)))
        }
        Every::FromEpochInGo => match go_seconds(text, &GO_UNITS, column)? {
            seconds @ 0.. => Ok(Length::from_seconds(seconds)),
            _ => Err(Error::new(ErrorCode::OutOfRange, format!("{} is negative", quoted(text))).at_column(column)),
        },
    };
    let length = read(length, column)?;
    let phase = phase.map_or(Ok(Length::default()), |(phase, column)| read(phase, column))?;
    if length.seconds() == 0 || phase >= length {
        return Err(Error::new(ErrorCode::BadStep, format!("@every {} never occurs", quoted(text)))
            .at_column(column)
            .with_hint("an interval must be at least one second, and longer than its phase"));
    }
    Ok(Body::Interval { every: length, phase, from_epoch: every == Every::FromEpochInGo })
}

type Unit = (&'static str, i128);

const NANOSECONDS: i128 = 1_000_000_000;

/// Units of Go durations in nanoseconds, preceded by the day, which only Temporal adds.
const GO_UNITS: [Unit; 7] = [
    ("d", 86_400 * NANOSECONDS),
    ("h", 3_600 * NANOSECONDS),
    ("m", 60 * NANOSECONDS),
    ("s", NANOSECONDS),
    ("ms", 1_000_000),
    ("us", 1_000),
    ("ns", 1),
];

/// Returns the whole seconds of a length in Go's notation, such as `1h30m`, `1.5h` or `-2m`.
fn go_seconds(text: &str, units: &[Unit], column: usize) -> Result<i64, Error> {
    go_nanoseconds(text, units).map(|nanoseconds| (nanoseconds / NANOSECONDS) as i64).ok_or_else(|| {
        Error::new(ErrorCode::BadValue, format!("{} is not a length of time", quoted(text)))
            .at_column(column)
            .with_hint("write it like `90s`, `15m` or `1h30m`, without spaces")
    })
}

fn go_nanoseconds(text: &str, units: &[Unit]) -> Option<i128> {
    let (is_negative, mut rest) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    if rest == "0" {
        return Some(0);
    }
    if rest.is_empty() {
        return None;
    }
    let mut total = 0;
    while !rest.is_empty() {
        let number_end = rest.find(|c: char| c != '.' && !c.is_ascii_digit())?;
        let (number, after) = rest.split_at(number_end);
        let unit_end = after.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(after.len());
        let (unit, after) = after.split_at(unit_end);
        let (_, nanoseconds) = units.iter().find(|(name, _)| *name == unit)?;
        total += go_number(number, *nanoseconds)?;
        rest = after;
    }
    // Go stores durations in 64 bits, which is 292 years.
    (total <= i128::from(i64::MAX)).then_some(if is_negative { -total } else { total })
}

/// Returns a decimal number of units in nanoseconds, truncated.
fn go_number(number: &str, unit: i128) -> Option<i128> {
    const DIGITS_MAX: usize = 18;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() && fraction.is_empty() || whole.len() > DIGITS_MAX || fraction.contains('.') {
        return None;
    }
    let fraction = &fraction[..fraction.len().min(DIGITS_MAX)];
    let digits = |text: &str| if text.is_empty() { Some(0) } else { text.parse::<i128>().ok() };
    Some(digits(whole)? * unit + digits(fraction)? * unit / 10_i128.pow(fraction.len() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<i64>) {
        assert_eq!(go_seconds(text, &GO_UNITS, 1).ok(), expected, "{text}");
    }

    #[test]
    fn lengths_read_as_in_go() {
        check("90s", Some(90));
        check("1h30m", Some(5_400));
        check("30m1h", Some(5_400));
        check("1.5h", Some(5_400));
        check(".5h1.5s", Some(1_801));
        check("1.s", Some(1));
        check("999ms", Some(0));
        check("1500ms", Some(1));
        check("-5m", Some(-300));
        check("0", Some(0));
        check("2d", Some(172_800));
        for wrong in ["", "-", "5", "s", ".s", "1..5s", "1h 30m", " 5m", "PT5M", "1w", "300000h1h9999999h"] {
            check(wrong, None);
        }
    }
}
