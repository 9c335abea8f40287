//! Tests of the calendar kind through its own interface: a definition as JSON in, hits and periods out.

mod errors;
mod periods;
mod search;
mod sweep;

use jiff::civil::DateTime;

use super::{CalendarSearch, CivilPeriod};
use crate::civil::{Civil, CivilMatch, CivilSearch};
use crate::error::Error;

/// A Thursday.
const START: &str = "2026-01-01T00:00";

/// 2150-01-01, so that an endless recurrence does not run through the whole calendar.
const HORIZON: Civil = Civil(5_680_281_600);

fn civil(text: &str) -> Civil {
    let full = if text.contains('T') { text.to_owned() } else { format!("{text}T00:00") };
    Civil::from_datetime(full.parse::<DateTime>().unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn try_compile(rule: &str, start: &str) -> Result<CalendarSearch, Error> {
    let rule = serde_json::from_str(rule).unwrap_or_else(|error| panic!("{rule}: {error}"));
    CalendarSearch::compile(&rule, civil(start))
}

fn compile(rule: &str, start: &str) -> CalendarSearch {
    try_compile(rule, start).unwrap_or_else(|error| panic!("{rule}: {error}"))
}

/// Returns every hit whose time is in `[from, until)`.
fn hits(search: &CalendarSearch, from: Civil, until: Civil) -> Vec<CivilMatch> {
    let next = |from: Civil| search.at_or_after(from).filter(|hit| hit.at < until);
    std::iter::successors(next(from), |hit| next(hit.at.plus(1))).collect()
}

fn periods(rule: &str, start: &str, from: &str, count: usize) -> Vec<CivilPeriod> {
    let search = compile(rule, start);
    hits(&search, civil(from), HORIZON).into_iter().take(count).map(|hit| search.period(hit.nominal)).collect()
}
