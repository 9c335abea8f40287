//! A fluent builder for recurrences, checked by the compiler. The result is a [`Spec`](crate::Spec).
//!
//! Each step offers only the calls that may follow it, so calls in a wrong order do not compile. Invalid values,
//! such as hour 25 or month 13, are stored and reported by [`Chain::in_zone`]. Nothing here panics, reads a clock
//! or searches. The builder produces the same definition that JSON would.
//!
//! ```
//! use refrain_recurrence::Weekday::{Friday, Monday};
//! use refrain_recurrence::builder::{cron, every, hours, run_after, time};
//!
//! // The first Monday of each month at 09:00, Berlin time.
//! let rule = every(1).months().on_first(Monday).at(9, 0).compile("Europe/Berlin")?;
//! let next = rule.next_after("2026-01-15T00:00:00Z".parse()?).unwrap();
//! assert_eq!(next.at().to_string(), "2026-02-02T08:00:00Z");
//!
//! // Mondays and Fridays of every other week, twice a day, at most 100 times.
//! let twice = [time(9, 0), time(14, 0)];
//! let spec = every(2).weeks().on([Monday, Friday]).at_times(twice).max_runs(100).in_zone("America/New_York")?;
//! assert_eq!(spec.max_runs, Some(100));
//!
//! // An hour from now, then every 15 minutes at second 30.
//! let spec = run_after(hours(1)).then().every(15).minutes().on_second(30).in_zone("UTC")?;
//! assert!(spec.first_run.is_some());
//!
//! // An invalid value is an error with a stable code.
//! let error = cron("0 25 * * *").in_zone("UTC").unwrap_err();
//! assert_eq!(error.code().as_str(), "out_of_range");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A wrong order does not compile. For example, `at` belongs to days and longer units:
//!
//! ```compile_fail,E0599
//! refrain_recurrence::builder::every(5).minutes().at(9, 0);
//! ```

mod count;
mod dates;
mod finish;
mod first;
mod months;
mod settings;
mod start;
mod step;
mod time_of_day;
#[cfg(doctest)]
mod wrong_orders;

pub use count::CountStep;
pub use finish::Complete;
pub use first::{FirstRunStep, run_after, run_at, run_now};
pub use start::{
    OpenStep, after_completion, calendar, cron, every, every_day, every_hour, every_minute, every_month, every_second,
    every_week, every_year, once, open, recurrence, rrule,
};
pub use step::{
    ByMonth, ByWeekday, ClosedStep, Cron, Dated, Days, Every, Hours, MinuteSet, Minutes, Months, Seconds, Timed,
    Untimed, Weeks, Years,
};
pub use time_of_day::{TimeOfDay, days, hours, minutes, seconds, time};

use settings::Settings;

/// A recurrence under construction. `Step` is the last step and determines which calls may follow.
///
/// Start a chain with a function of this module, such as [`every`] or [`cron`]. Finish it with
/// [`compile`](Chain::compile), or with [`in_zone`](Chain::in_zone) for a [`Spec`](crate::Spec).
#[derive(Clone, Debug)]
#[must_use = "a chain does nothing until `in_zone` or `rule` finishes it"]
pub struct Chain<Step> {
    /// Settings around the recurrence, and the first invalid value.
    settings: Settings,
    step: Step,
}

impl<Step> Chain<Step> {
    fn to<Next>(self, next: Next) -> Chain<Next> {
        Chain { settings: self.settings, step: next }
    }
}
