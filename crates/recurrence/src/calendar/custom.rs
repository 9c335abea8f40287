//! A checked list of custom periods: in order, without overlaps, each with its own key. Gaps between periods are
//! allowed.

use std::collections::HashSet;

use super::day_span::DaySpan;
use crate::civil::Day;
use crate::definition::{CustomPeriod, CustomPeriods};
use crate::error::{Error, ErrorCode, quoted};

/// Custom periods. The list is never empty.
#[derive(Clone, Debug)]
pub(super) struct CustomList {
    periods: Vec<NamedPeriod>,
}

#[derive(Clone, Debug)]
struct NamedPeriod {
    span: DaySpan,
    key: String,
    label: Option<String>,
}

const PERIODS_MAX: usize = 10_000;
const KEY_CHARS_MAX: usize = 128;
const LABEL_CHARS_MAX: usize = 256;
/// Earlier dates are typos (`0026` for `2026`).
const YEAR_MIN: i16 = 1900;

impl CustomList {
    pub(super) fn new(given: &CustomPeriods) -> Result<Self, Error> {
        let given = &given.periods;
        if given.is_empty() {
            return Err(Error::new(ErrorCode::NeverFires, "the list of custom periods is empty")
                .with_hint("give at least one period with `key`, `starts_on` and `ends_on`"));
        }
        if given.len() > PERIODS_MAX {
            return Err(Error::new(
                ErrorCode::TooLong,
                format!("there are {} custom periods; the maximum is {PERIODS_MAX}", given.len()),
            )
            .with_hint("list only the periods of the coming years and add later ones when needed"));
        }
        for period in given {
            check_period(period)?;
        }
        let mut keys = HashSet::with_capacity(given.len());
        if let Some(twice) = given.iter().find(|period| !keys.insert(period.key.as_str())) {
            return Err(Error::new(
                ErrorCode::Conflict,
                format!("two custom periods have the key {}", quoted(&twice.key)),
            )
            .with_hint("give each period its own key"));
        }
        if let Some(pair) = given.windows(2).find(|pair| pair[1].starts_on < pair[0].ends_on) {
            return Err(Error::new(
                ErrorCode::Conflict,
                format!(
                    "period {} starts on {}, before period {} ends on {}",
                    quoted(&pair[1].key),
                    pair[1].starts_on,
                    quoted(&pair[0].key),
                    pair[0].ends_on
                ),
            )
            .with_hint("list the periods in order; `ends_on` is the day after the last one"));
        }
        Ok(Self { periods: given.iter().map(NamedPeriod::new).collect() })
    }

    pub(super) fn len(&self) -> i64 {
        self.periods.len() as i64
    }

    pub(super) fn index_at_or_after(&self, day: Day) -> Option<i64> {
        let index = self.periods.partition_point(|period| period.span.ends <= day);
        (index < self.periods.len()).then_some(index as i64)
    }

    pub(super) fn index_at_or_before(&self, day: Day) -> Option<i64> {
        let after = self.periods.partition_point(|period| period.span.starts <= day);
        after.checked_sub(1).map(|index| index as i64)
    }

    pub(super) fn nearest_index(&self, day: Day) -> i64 {
        self.index_at_or_after(day).unwrap_or(self.len() - 1)
    }

    pub(super) fn span(&self, index: i64) -> Option<DaySpan> {
        self.get(index).map(|period| period.span)
    }

    pub(super) fn key(&self, index: i64) -> &str {
        self.get(index).map_or("", |period| &period.key)
    }

    pub(super) fn label(&self, index: i64) -> &str {
        self.get(index).map_or("", |period| period.label.as_deref().unwrap_or(&period.key))
    }

    fn get(&self, index: i64) -> Option<&NamedPeriod> {
        self.periods.get(usize::try_from(index).ok()?)
    }
}

impl NamedPeriod {
    fn new(given: &CustomPeriod) -> Self {
        let span = DaySpan { starts: Day::from_date(given.starts_on), ends: Day::from_date(given.ends_on) };
        let label = given.label.clone().filter(|label| !label.trim().is_empty());
        Self { span, key: given.key.clone(), label }
    }
}

fn check_period(period: &CustomPeriod) -> Result<(), Error> {
    let key = quoted(&period.key);
    if period.key.trim().is_empty() || period.key.chars().any(char::is_control) {
        return Err(Error::new(
            ErrorCode::BadValue,
            format!("the key {key} of the period starting on {} is empty or not printable", period.starts_on),
        )
        .with_hint("a key is short text such as `2026-T1`"));
    }
    let label = period.label.as_deref().unwrap_or_default();
    for (what, text, chars_max) in [("key", period.key.as_str(), KEY_CHARS_MAX), ("label", label, LABEL_CHARS_MAX)] {
        if text.chars().nth(chars_max).is_some() {
            return Err(Error::new(
                ErrorCode::TooLong,
                format!("the {what} {} is longer than {chars_max} characters", quoted(text)),
            ));
        }
    }
    for date in [period.starts_on, period.ends_on] {
        if date.year() < YEAR_MIN {
            return Err(Error::new(
                ErrorCode::OutOfRange,
                format!("{date} of period {key} is not between {YEAR_MIN}-01-01 and 9999-12-31"),
            ));
        }
    }
    if period.ends_on <= period.starts_on {
        return Err(Error::new(
            ErrorCode::Conflict,
            format!("period {key} ends on {}, not after its start on {}", period.ends_on, period.starts_on),
        )
        .with_hint("`ends_on` is the day after the last one"));
    }
    Ok(())
}
