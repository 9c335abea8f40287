//! Dates and times in RFC 5545 notation: `19970902`, `19970902T090000`, `19970902T090000Z`. `TZID=…` is separate.

use std::fmt;

use super::text::Piece;
use crate::civil::{Civil, Day, Ymd, days_in_month};
use crate::error::{Error, ErrorCode, quoted};

/// Earliest year of a date in a rule. Schedules are later, and earlier dates are often typos.
const YEAR_MIN: i64 = 1900;

/// A date or time, on the clock it was written for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Moment {
    /// A whole day.
    Date(Day),
    /// Local time in the start's own zone.
    Local(Civil),
    /// Seconds of UTC.
    Utc(i64),
    /// Local time in the zone of a `TZID`, which has not been looked up yet.
    Zoned { zone: String, civil: Civil },
}

/// The `VALUE` and `TZID` parameters of a line of dates.
#[derive(Clone, Debug, Default)]
pub(super) struct DateForm {
    pub(super) value: Option<ValueType>,
    pub(super) zone: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueType {
    Date,
    DateTime,
    Period,
}

impl ValueType {
    pub(super) const ALL: [Self; 3] = [Self::Date, Self::DateTime, Self::Period];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Date => "DATE",
            Self::DateTime => "DATE-TIME",
            Self::Period => "PERIOD",
        }
    }
}

impl Moment {
    /// Parses one value of a line with these parameters.
    pub(super) fn parse(value: Piece<'_>, form: &DateForm) -> Result<Self, Error> {
        let value = match form.value {
            Some(ValueType::Period) => period_start(value)?,
            Some(ValueType::Date | ValueType::DateTime) | None => value,
        };
        let moment = Self::parse_plain(value)?;
        let is_date = matches!(moment, Self::Date(_));
        let wanted_date = form.value.map_or(is_date, |wanted| wanted == ValueType::Date);
        if is_date != wanted_date {
            let wanted = if wanted_date { "a date such as `19970902`" } else { "a time such as `19970902T090000`" };
            return Err(value.error(ErrorCode::BadValue, format!("{} is not {wanted}", quoted(value.text))));
        }
        let Some(zone) = &form.zone else {
            return Ok(moment);
        };
        match moment {
            Self::Local(civil) | Self::Zoned { civil, .. } => Ok(Self::Zoned { zone: zone.clone(), civil }),
            Self::Utc(_) => Err(value.error(ErrorCode::Conflict, "a time in UTC cannot have a TZID as well")),
            Self::Date(_) => Err(value.error(ErrorCode::Conflict, "a whole date cannot have a TZID")),
        }
    }

    /// Parses a value by its form alone, as for `UNTIL`.
    pub(super) fn parse_plain(value: Piece<'_>) -> Result<Self, Error> {
        let bytes = value.text.as_bytes();
        let has_time = bytes.get(8).is_some_and(|byte| byte.eq_ignore_ascii_case(&b'T'));
        let is_utc = has_time && bytes.get(15).is_some_and(|byte| byte.eq_ignore_ascii_case(&b'Z'));
        let len = if is_utc {
            16
        } else if has_time {
            15
        } else {
            8
        };
        if !value.text.is_ascii() || bytes.len() != len {
            return Err(bad(value));
        }
        let day = parse_day(value.cut(0, 8))?;
        if !has_time {
            return Ok(Self::Date(day));
        }
        let digits = |from: usize| value.cut(from, from + 2).number("two digits").map_err(|_| bad(value));
        let (hour, minute, second) = (digits(9)?, digits(11)?, digits(13)?);
        if hour > 23 || minute > 59 || second > 60 {
            return Err(bad(value));
        }
        // A leap second is read as the second before it (RFC 5545, 3.3.12).
        let civil = Civil::new(day, hour * 3600 + minute * 60 + second.min(59));
        Ok(if is_utc { Self::Utc(civil.0) } else { Self::Local(civil) })
    }
}

fn parse_day(value: Piece<'_>) -> Result<Day, Error> {
    let digits = |from: usize, until: usize| value.cut(from, until).number("digits").map_err(|_| bad(value));
    let (year, month, day) = (digits(0, 4)?, digits(4, 6)?, digits(6, 8)?);
    if !(1..=12).contains(&month) || day < 1 || day > i64::from(days_in_month(year as i16, month as u8)) {
        return Err(value.error(ErrorCode::BadValue, format!("{} is not a day of the calendar", quoted(value.text))));
    }
    if year < YEAR_MIN {
        let message = format!("{} is before the year {YEAR_MIN}", quoted(value.text));
        return Err(value.error(ErrorCode::OutOfRange, message));
    }
    Ok(Day::from_ymd(year as i16, month as u8, day as u8))
}

/// Returns the start of `start/end` or `start/duration`. The end is checked and ignored.
fn period_start(value: Piece<'_>) -> Result<Piece<'_>, Error> {
    let no_period = || value.error(ErrorCode::BadValue, format!("{} is not a period", quoted(value.text)));
    let (start, end) = value.split_once('/').ok_or_else(no_period)?;
    let duration = end.text.trim_start_matches('+').as_bytes();
    let is_duration = duration.len() >= 3
        && duration[0].eq_ignore_ascii_case(&b'P')
        && duration[1..].iter().all(|byte| byte.is_ascii_digit() || b"WDTHMSwdthms".contains(byte))
        && duration.iter().any(u8::is_ascii_digit);
    if !is_duration && matches!(Moment::parse_plain(end)?, Moment::Date(_)) {
        return Err(no_period());
    }
    Ok(start)
}

fn bad(value: Piece<'_>) -> Error {
    value
        .error(ErrorCode::BadValue, format!("{} is not a date or a time", quoted(value.text)))
        .with_hint("write it like `20260131`, `20260131T090000` or `20260131T090000Z`")
}

/// Writes only the value; `VALUE` and `TZID` precede the colon.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Date(day) => write_day(f, *day),
            Self::Local(civil) | Self::Zoned { civil, .. } => write_civil(f, *civil),
            Self::Utc(seconds) => {
                write_civil(f, Civil(*seconds))?;
                f.write_str("Z")
            }
        }
    }
}

fn write_day(f: &mut fmt::Formatter<'_>, day: Day) -> fmt::Result {
    let Ymd { year, month, day } = day.ymd();
    write!(f, "{year:04}{month:02}{day:02}")
}

fn write_civil(f: &mut fmt::Formatter<'_>, civil: Civil) -> fmt::Result {
    write_day(f, civil.day())?;
    let second = civil.second_of_day();
    write!(f, "T{:02}{:02}{:02}", second / 3600, second / 60 % 60, second % 60)
}
