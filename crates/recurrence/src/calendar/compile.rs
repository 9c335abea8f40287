//! Checks a calendar recurrence and builds its search. A recurrence that passes has at least one occurrence.

use super::CalendarSearch;
use super::by_day::ByDay;
use super::custom::CustomList;
use super::filter::DayFilter;
use super::grid::Grid;
use super::month_days::{MonthDays, Overflow};
use super::pattern::Pattern;
use super::place::Place;
use super::year::{YearDivision, YearParts};
use crate::civil::{Civil, CivilSearch, SECONDS_PER_DAY};
use crate::definition::{CalendarRecurrence, FiscalPattern, FiscalYear, Frequency, PeriodAnchor, PeriodPoint};
use crate::error::{Error, ErrorCode};

/// Maximum interval in periods. Longer distances are better expressed with a longer frequency.
const INTERVAL_MAX: i64 = 1000;

/// Builds the search. `start` must be inside the years 1 to 9999.
pub(super) fn search(rule: &CalendarRecurrence, start: Civil) -> Result<CalendarSearch, Error> {
    check_interval(rule)?;
    let grid = grid(rule)?;
    let place = place(rule, &grid)?;
    let pattern = Pattern::new(grid, place, rule.interval, start.day());
    let has_several = pattern.has_several();
    let lead_seconds = rule.lead.map_or(0, |lead| lead.days * SECONDS_PER_DAY + lead.seconds);
    let search = CalendarSearch { pattern, second_of_day: second_of_day(rule)?, lead_seconds, has_several };
    if !can_fire(&search, start) {
        return Err(Error::new(ErrorCode::NeverFires, "no day matches this calendar recurrence")
            .with_hint("check that interval, by_day and by_month_day can match the same day"));
    }
    Ok(search)
}

fn can_fire(search: &CalendarSearch, start: Civil) -> bool {
    match (&search.pattern.grid, &search.pattern.place) {
        // An interval of whole weeks always hits the same weekday. Finding that out by search would take a walk
        // through 400 years.
        (Grid::Days, Place::Days(filter)) if search.pattern.interval % 7 == 0 => {
            filter.by_day.has_weekday_of(start.day()) && search.at_or_after(start).is_some()
        }
        // A list of custom periods that lies in the past is finished, not invalid.
        (Grid::Custom(_), _) => search.at_or_after(start).or_else(|| search.at_or_before(start)).is_some(),
        (Grid::Days | Grid::Weeks | Grid::Years(_), _) => search.at_or_after(start).is_some(),
    }
}

fn check_interval(rule: &CalendarRecurrence) -> Result<(), Error> {
    let interval = rule.interval;
    if !(1..=INTERVAL_MAX).contains(&interval) {
        return Err(Error::new(ErrorCode::BadStep, format!("interval {interval} is not between 1 and {INTERVAL_MAX}"))
            .with_hint("leave it out for every period, or use a longer frequency"));
    }
    if interval != 1 && matches!(rule.anchor, PeriodAnchor::Custom(_)) {
        return Err(Error::new(ErrorCode::Conflict, format!("interval {interval} is not allowed with custom periods"))
            .with_hint("list only the periods to use"));
    }
    Ok(())
}

fn grid(rule: &CalendarRecurrence) -> Result<Grid, Error> {
    match &rule.anchor {
        PeriodAnchor::Calendar => Ok(match required_frequency(rule)? {
            Frequency::Daily => Grid::Days,
            Frequency::Weekly => Grid::Weeks,
            Frequency::Monthly => Grid::Years(YearParts::civil(YearDivision::Month)),
            Frequency::Quarterly => Grid::Years(YearParts::civil(YearDivision::Quarter)),
            Frequency::Yearly => Grid::Years(YearParts::civil(YearDivision::Year)),
        }),
        PeriodAnchor::Fiscal(year) => match required_frequency(rule)? {
            Frequency::Daily | Frequency::Weekly => {
                Err(Error::new(ErrorCode::Conflict, "a fiscal year does not divide days or weeks")
                    .with_hint("leave the anchor out; days and ISO weeks are the same in every calendar"))
            }
            Frequency::Monthly => fiscal(YearDivision::Month, *year),
            Frequency::Quarterly => fiscal(YearDivision::Quarter, *year),
            Frequency::Yearly => fiscal(YearDivision::Year, *year),
        },
        PeriodAnchor::Custom(_) if rule.frequency.is_some() => {
            Err(Error::new(ErrorCode::Conflict, "a frequency is not allowed with custom periods")
                .with_hint("leave it out; the list defines the length of each period"))
        }
        PeriodAnchor::Custom(list) => CustomList::new(list).map(Grid::Custom),
    }
}

fn required_frequency(rule: &CalendarRecurrence) -> Result<Frequency, Error> {
    rule.frequency.ok_or_else(|| {
        Error::new(ErrorCode::BadValue, "a calendar recurrence needs a frequency")
            .with_hint("use daily, weekly, monthly, quarterly or yearly")
    })
}

fn fiscal(cut: YearDivision, year: FiscalYear) -> Result<Grid, Error> {
    let start_month =
        u8::try_from(year.start_month).ok().filter(|month| (1..=12).contains(month)).ok_or_else(|| {
            Error::new(ErrorCode::OutOfRange, format!("start_month {} is not a month", year.start_month))
                .with_hint("use 1 for January to 12 for December")
        })?;
    Ok(Grid::Years(YearParts { cut, is_fiscal: true, start_month, pattern: year.pattern }))
}

fn place(rule: &CalendarRecurrence, grid: &Grid) -> Result<Place, Error> {
    let has_days = !rule.by_day.is_empty() || !rule.by_month_day.is_empty();
    match (rule.at, has_days) {
        (PeriodPoint::PeriodEnd, true) => Err(Error::new(
            ErrorCode::Conflict,
            "`at: period_end` is not allowed with by_day or by_month_day, which select the days",
        )
        .with_hint("leave `at` out, or use by_month_day -1 for the last day of the month")),
        (PeriodPoint::PeriodEnd, false) if rule.time_of_day.is_some() => Ok(Place::LastDay),
        (PeriodPoint::PeriodEnd, false) => Ok(Place::Boundary),
        (PeriodPoint::PeriodStart, false) => Ok(Place::FirstDay),
        (PeriodPoint::PeriodStart, true) => day_filter(rule, grid).map(Place::Days),
    }
}

fn day_filter(rule: &CalendarRecurrence, grid: &Grid) -> Result<DayFilter, Error> {
    let by_day = ByDay::parse(&rule.by_day, ordinal_max(grid))?;
    let month_days = match (grid, rule.by_month_day.is_empty()) {
        (_, true) => MonthDays::all(),
        (Grid::Weeks, false) => {
            return Err(Error::new(ErrorCode::Conflict, "by_month_day is not allowed with a weekly frequency")
                .with_hint("use by_day, or a monthly frequency"));
        }
        (Grid::Days, false) => MonthDays::new(&rule.by_month_day, Overflow::Skip)?,
        (Grid::Years(_) | Grid::Custom(_), false) => MonthDays::new(&rule.by_month_day, Overflow::Clamp)?,
    };
    Ok(DayFilter { by_day, month_days })
}

/// Returns the maximum number of one weekday in the longest period.
fn ordinal_max(grid: &Grid) -> Option<i64> {
    match grid {
        Grid::Days | Grid::Weeks => None,
        Grid::Years(parts) => Some(match (parts.cut, parts.pattern) {
            (YearDivision::Month, FiscalPattern::Monthly) => 5,
            // The last period of a long year has six weeks.
            (YearDivision::Month, FiscalPattern::FourFourFive) => 6,
            (YearDivision::Quarter, _) => 14,
            (YearDivision::Year, _) => 53,
        }),
        Grid::Custom(_) => Some(53),
    }
}

fn second_of_day(rule: &CalendarRecurrence) -> Result<i64, Error> {
    let Some(time) = rule.time_of_day else { return Ok(0) };
    if time.subsec_nanosecond() != 0 {
        return Err(Error::new(ErrorCode::BadValue, format!("time_of_day {time} has a fraction of a second"))
            .with_hint("give whole seconds"));
    }
    Ok(i64::from(time.hour()) * 3600 + i64::from(time.minute()) * 60 + i64::from(time.second()))
}
