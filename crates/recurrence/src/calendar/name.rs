//! Period keys and labels.
//!
//! | periods | key | with several occurrences | label |
//! |---|---|---|---|
//! | days | `2026-01-31` | | `Saturday 31 January 2026` |
//! | ISO weeks | `2026-W05` | `2026-W05-1`, with 1 for Monday | `Week 5 of 2026` |
//! | months | `2026-01` | `2026-01-15` | `January 2026` |
//! | quarters | `2026-Q1` | `2026-Q1-02-15` | `Q1 2026` |
//! | years | `2026` | `2026-02-15` | `2026` |
//! | fiscal months | `FY2026-P01` | `FY2026-P01-2025-04-15` | `Period 1 of FY2026` |
//! | fiscal quarters | `FY2026-Q1` | `FY2026-Q1-2025-04-15` | `Q1 of FY2026` |
//! | fiscal years | `FY2026` | `FY2026-2025-04-15` | `FY2026` |
//! | custom | as listed | as listed, plus `-2026-04-15` | as listed, or the key |

use super::grid::{Grid, week_start};
use super::year::{YearDivision, YearParts};
use crate::civil::{Day, MONTH_NAMES, Ymd};
use crate::definition::Weekday;

impl Grid {
    /// Returns the key of a period, or, with the day of an occurrence, the key of that occurrence.
    pub(super) fn key(&self, index: i64, occurrence: Option<Day>) -> String {
        let period = match self {
            Self::Days => return date(Day(index)),
            Self::Weeks => {
                let (year, week) = iso_week(index);
                format!("{year:04}-W{week:02}")
            }
            Self::Years(parts) => parts.key(index),
            Self::Custom(list) => list.key(index).to_owned(),
        };
        match occurrence {
            Some(day) => format!("{period}-{}", self.suffix(day)),
            None => period,
        }
    }

    pub(super) fn label(&self, index: i64) -> String {
        match self {
            Self::Days => {
                let Ymd { year, month, day } = Day(index).ymd();
                let weekday = Weekday::ALL[usize::from(Day(index).weekday_from_monday())].name();
                format!("{weekday} {day} {} {year}", MONTH_NAMES[usize::from(month - 1)])
            }
            Self::Weeks => {
                let (year, week) = iso_week(index);
                format!("Week {week} of {year}")
            }
            Self::Years(parts) => parts.label(index),
            Self::Custom(list) => list.label(index).to_owned(),
        }
    }

    fn suffix(&self, occurrence: Day) -> String {
        let Ymd { month, day, .. } = occurrence.ymd();
        match self {
            Self::Weeks => (occurrence.weekday_from_monday() + 1).to_string(),
            Self::Years(parts) if !parts.is_fiscal => match parts.cut {
                YearDivision::Month => format!("{day:02}"),
                YearDivision::Quarter | YearDivision::Year => format!("{month:02}-{day:02}"),
            },
            Self::Days | Self::Years(_) | Self::Custom(_) => date(occurrence),
        }
    }
}

impl YearParts {
    fn key(&self, index: i64) -> String {
        let (year, part) = self.year_and_part(index);
        match (self.is_fiscal, self.cut) {
            (false, YearDivision::Month) => format!("{year:04}-{part:02}"),
            (false, YearDivision::Quarter) => format!("{year:04}-Q{part}"),
            (false, YearDivision::Year) => format!("{year:04}"),
            (true, YearDivision::Month) => format!("FY{year:04}-P{part:02}"),
            (true, YearDivision::Quarter) => format!("FY{year:04}-Q{part}"),
            (true, YearDivision::Year) => format!("FY{year:04}"),
        }
    }

    fn label(&self, index: i64) -> String {
        let (year, part) = self.year_and_part(index);
        match (self.is_fiscal, self.cut) {
            (false, YearDivision::Month) => format!("{} {year}", MONTH_NAMES[(part - 1) as usize]),
            (false, YearDivision::Quarter) => format!("Q{part} {year}"),
            (false, YearDivision::Year) => format!("{year}"),
            (true, YearDivision::Month) => format!("Period {part} of FY{year}"),
            (true, YearDivision::Quarter) => format!("Q{part} of FY{year}"),
            (true, YearDivision::Year) => format!("FY{year}"),
        }
    }
}

fn date(day: Day) -> String {
    let Ymd { year, month, day } = day.ymd();
    format!("{year:04}-{month:02}-{day:02}")
}

/// Returns the ISO year and number of a week, which are those of its Thursday.
fn iso_week(index: i64) -> (i16, i64) {
    let thursday = week_start(index).plus(3);
    let year = thursday.ymd().year;
    (year, (thursday.0 - Day::from_ymd(year, 1, 1).0) / 7 + 1)
}
