//! The steps of a chain after the recurrence is chosen, and the marker types for units and times.

use std::marker::PhantomData;

use crate::definition::{CronRecurrence, EveryRecurrence, Recurrence};

/// The step after a unit, open for refinements. `Time` records how much of the time is set.
#[derive(Clone, Debug)]
pub struct Every<Unit, Time = Untimed> {
    pub(super) rule: EveryRecurrence,
    marker: PhantomData<(Unit, Time)>,
}

impl<Unit, Time> Every<Unit, Time> {
    pub(super) fn new(rule: EveryRecurrence) -> Self {
        Self { rule, marker: PhantomData }
    }
}

/// The step after `cron`.
#[derive(Clone, Debug)]
pub struct Cron(pub(super) CronRecurrence);

/// The step after which the recurrence itself can no longer change.
#[derive(Clone, Debug)]
pub struct ClosedStep(pub(super) Recurrence);

/// Marker: the unit is the second. Exact elapsed time, no refinements.
#[derive(Clone, Copy, Debug)]
pub struct Seconds;

/// Marker: the unit is the minute. Exact elapsed time, refined by `on_second`.
#[derive(Clone, Copy, Debug)]
pub struct Minutes;

/// Marker: the unit is the hour. Exact elapsed time, refined by `on_hours`, `on_minute` and `on_second`.
#[derive(Clone, Copy, Debug)]
pub struct Hours;

/// Marker: the unit is the calendar day.
#[derive(Clone, Copy, Debug)]
pub struct Days;

/// Marker: the unit is the week, starting on Monday.
#[derive(Clone, Copy, Debug)]
pub struct Weeks;

/// Marker: the unit is the month.
#[derive(Clone, Copy, Debug)]
pub struct Months;

/// Marker: the unit is the year.
#[derive(Clone, Copy, Debug)]
pub struct Years;

/// Marker: no time is set.
#[derive(Clone, Copy, Debug)]
pub struct Untimed;

/// Marker: the minute of the hour is set, the second is not.
#[derive(Clone, Copy, Debug)]
pub struct MinuteSet;

/// Marker: the time is set down to the second.
#[derive(Clone, Copy, Debug)]
pub struct Timed;

mod sealed {
    /// Seals the set of units.
    pub trait Unit {}

    impl Unit for super::Days {}
    impl Unit for super::Weeks {}
    impl Unit for super::Months {}
    impl Unit for super::Years {}
}

/// Units of whole days, which accept times of day and months.
pub trait Dated: sealed::Unit {}

impl Dated for Days {}
impl Dated for Weeks {}
impl Dated for Months {}
impl Dated for Years {}

/// Units whose days are selected by weekday.
pub trait ByWeekday: Dated {}

impl ByWeekday for Days {}
impl ByWeekday for Weeks {}

/// Units whose days are selected by their position in a month.
pub trait ByMonth: Dated {}

impl ByMonth for Months {}
impl ByMonth for Years {}
