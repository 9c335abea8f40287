//! The start of a draft: an optional first run, and the recurrence.

use jiff::Timestamp;
use refrain_recurrence::builder::{
    self, Chain, ClosedStep, CountStep, Cron, Days, Every, FirstRunStep, Hours, Minutes, Months, OpenStep, Seconds,
    Weeks, Years,
};
use refrain_recurrence::{CalendarRecurrence, Length, Recurrence};

use super::{Draft, Start};

mod sealed {
    use refrain_recurrence::builder::{Chain, OpenStep, open};

    /// Steps that a recurrence can follow. Sealed, so that no other step implements it.
    pub trait IntoOpen {
        fn into_open(self) -> Chain<OpenStep>;
    }

    impl IntoOpen for super::Start {
        fn into_open(self) -> Chain<OpenStep> {
            open()
        }
    }

    impl IntoOpen for Chain<OpenStep> {
        fn into_open(self) -> Self {
            self
        }
    }
}

/// Steps that a recurrence can follow: the start of a draft, and `then`.
#[diagnostic::on_unimplemented(
    message = "a recurrence cannot follow this step of the schedule",
    label = "call this at the start or after `then()`",
    note = "after `run_now`, `run_after` or `run_at`, call `then()` first",
    note = "a schedule has one recurrence; combine several with `recurrence(Recurrence::Any(…))`"
)]
pub trait AcceptsRecurrence: sealed::IntoOpen {}

impl AcceptsRecurrence for Start {}
impl AcceptsRecurrence for Chain<OpenStep> {}

impl Draft<Start> {
    /// Runs for the first time immediately when the schedule is created.
    pub fn run_now(self) -> Draft<Chain<FirstRunStep>> {
        self.to(|_| builder::run_now())
    }

    /// Runs for the first time this long after the schedule is created.
    pub fn run_after(self, length: Length) -> Draft<Chain<FirstRunStep>> {
        self.to(|_| builder::run_after(length))
    }

    /// Runs for the first time at an instant.
    pub fn run_at(self, at: Timestamp) -> Draft<Chain<FirstRunStep>> {
        self.to(|_| builder::run_at(at))
    }
}

impl Draft<Chain<FirstRunStep>> {
    /// Leaves out regular occurrences that are closer to the first run than `spacing`.
    pub fn min_spacing(self, spacing: Length) -> Self {
        self.to(|chain| chain.min_spacing(spacing))
    }

    /// Continues with the regular occurrences. Intervals are counted from the first run.
    pub fn then(self) -> Draft<Chain<OpenStep>> {
        self.to(Chain::<FirstRunStep>::then)
    }
}

impl<Step> Draft<Step> {
    /// Recurs every `n` units. The unit follows.
    pub fn every(self, n: i64) -> Draft<Chain<CountStep>>
    where
        Step: AcceptsRecurrence,
    {
        self.to(|step| step.into_open().every(n))
    }

    /// Same as `every(1).seconds()`.
    pub fn every_second(self) -> Draft<Chain<Every<Seconds>>>
    where
        Step: AcceptsRecurrence,
    {
        self.every(1).seconds()
    }

    /// Same as `every(1).minutes()`.
    pub fn every_minute(self) -> Draft<Chain<Every<Minutes>>>
    where
        Step: AcceptsRecurrence,
    {
        self.every(1).minutes()
    }

    /// Same as `every(1).hours()`.
    pub fn every_hour(self) -> Draft<Chain<Every<Hours>>>
    where
        Step: AcceptsRecurrence,
    {
        self.every(1).hours()
    }

    /// Same as `every(1).days()`.
    pub fn every_day(self) -> Draft<Chain<Every<Days>>>
    where
        Step: AcceptsRecurrence,
    {
        self.every(1).days()
    }

    /// Same as `every(1).weeks()`.
    pub fn every_week(self) -> Draft<Chain<Every<Weeks>>>
    where
        Step: AcceptsRecurrence,
    {
        self.every(1).weeks()
    }

    /// Same as `every(1).months()`.
    pub fn every_month(self) -> Draft<Chain<Every<Months>>>
    where
        Step: AcceptsRecurrence,
    {
        self.every(1).months()
    }

    /// Same as `every(1).years()`.
    pub fn every_year(self) -> Draft<Chain<Every<Years>>>
    where
        Step: AcceptsRecurrence,
    {
        self.every(1).years()
    }

    /// Recurs by a cron expression, in the `unix` dialect unless `dialect` follows.
    pub fn cron(self, expression: impl Into<String>) -> Draft<Chain<Cron>>
    where
        Step: AcceptsRecurrence,
    {
        self.to(|step| step.into_open().cron(expression))
    }

    /// Recurs by RFC 5545 lines, or by a bare list of `RRULE` parts.
    pub fn rrule(self, text: impl Into<String>) -> Draft<Chain<ClosedStep>>
    where
        Step: AcceptsRecurrence,
    {
        self.to(|step| step.into_open().rrule(text))
    }

    /// Occurs once, at an instant.
    pub fn once(self, at: Timestamp) -> Draft<Chain<ClosedStep>>
    where
        Step: AcceptsRecurrence,
    {
        self.to(|step| step.into_open().once(at))
    }

    /// Recurs this long after the end of the previous run.
    pub fn after_completion(self, delay: Length) -> Draft<Chain<ClosedStep>>
    where
        Step: AcceptsRecurrence,
    {
        self.to(|step| step.into_open().after_completion(delay))
    }

    /// Recurs by calendar, fiscal or custom periods.
    pub fn calendar(self, rule: CalendarRecurrence) -> Draft<Chain<ClosedStep>>
    where
        Step: AcceptsRecurrence,
    {
        self.to(|step| step.into_open().calendar(rule))
    }

    /// Recurs by a [`Recurrence`] of any kind, as in a JSON definition. This includes unions and intersections.
    pub fn recurrence(self, recurrence: Recurrence) -> Draft<Chain<ClosedStep>>
    where
        Step: AcceptsRecurrence,
    {
        self.to(|step| step.into_open().recurrence(recurrence))
    }
}
