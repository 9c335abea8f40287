//! The steps a chain passes through once a rule is chosen, and the markers that tell units and times apart.

use std::marker::PhantomData;

use crate::recurrence::{CronRule, EveryRule, Recurrence};

/// The step after a unit: every n of it, open for pins. `Time` says how much of the time has been pinned.
#[derive(Clone, Debug)]
pub struct Every<Unit, Time = Untimed> {
    pub(super) rule: EveryRule,
    marker: PhantomData<(Unit, Time)>,
}

impl<Unit, Time> Every<Unit, Time> {
    pub(super) fn new(rule: EveryRule) -> Self {
        Self { rule, marker: PhantomData }
    }
}

/// The step after `cron`.
#[derive(Clone, Debug)]
pub struct Cron(pub(super) CronRule);

/// The step after which the rule itself can no longer change.
#[derive(Clone, Debug)]
pub struct Closed(pub(super) Recurrence);

/// The unit is the second: exact elapsed time, no pins.
#[derive(Clone, Copy, Debug)]
pub struct Seconds;

/// The unit is the minute: exact elapsed time, pinned by `on_second`.
#[derive(Clone, Copy, Debug)]
pub struct Minutes;

/// The unit is the hour: exact elapsed time, pinned by `on_hours`, `on_minute` and `on_second`.
#[derive(Clone, Copy, Debug)]
pub struct Hours;

/// The unit is the day on the wall calendar.
#[derive(Clone, Copy, Debug)]
pub struct Days;

/// The unit is the week, Monday first.
#[derive(Clone, Copy, Debug)]
pub struct Weeks;

/// The unit is the month.
#[derive(Clone, Copy, Debug)]
pub struct Months;

/// The unit is the year.
#[derive(Clone, Copy, Debug)]
pub struct Years;

/// No time has been pinned.
#[derive(Clone, Copy, Debug)]
pub struct Untimed;

/// The minute of the hour has been pinned, the second not yet.
#[derive(Clone, Copy, Debug)]
pub struct MinuteSet;

/// The time has been pinned down to the second.
#[derive(Clone, Copy, Debug)]
pub struct Timed;

mod sealed {
    /// Keeps the set of units closed.
    pub trait Unit {}

    impl Unit for super::Days {}
    impl Unit for super::Weeks {}
    impl Unit for super::Months {}
    impl Unit for super::Years {}
}

/// Units made of whole days, which take times of day and months.
pub trait Dated: sealed::Unit {}

impl Dated for Days {}
impl Dated for Weeks {}
impl Dated for Months {}
impl Dated for Years {}

/// Units whose days are chosen by weekday.
pub trait ByWeekday: Dated {}

impl ByWeekday for Days {}
impl ByWeekday for Weeks {}

/// Units whose days are chosen by their place in a month.
pub trait ByMonth: Dated {}

impl ByMonth for Months {}
impl ByMonth for Years {}
