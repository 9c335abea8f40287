//! The start of a chain: free functions, and methods of the same names after `then`.

use jiff::Timestamp;

use crate::definition::{
    AfterCompletionRecurrence, CalendarRecurrence, CronRecurrence, Length, OnceRecurrence, Recurrence, RruleRecurrence,
};

use super::settings::Settings;
use super::{Chain, ClosedStep, CountStep, Cron, Days, Every, Hours, Minutes, Months, Seconds, Weeks, Years};

/// The step after `then` or `open`: no recurrence has been chosen yet.
#[derive(Clone, Copy, Debug)]
pub struct OpenStep;

/// Starts an empty chain, for programs that provide their own builder methods.
pub fn open() -> Chain<OpenStep> {
    Chain { settings: Settings::default(), step: OpenStep }
}

/// Starts a chain for every n units. The unit follows.
pub fn every(n: i64) -> Chain<CountStep> {
    open().every(n)
}

/// Short for `every(1).seconds()`.
pub fn every_second() -> Chain<Every<Seconds>> {
    open().every_second()
}

/// Short for `every(1).minutes()`.
pub fn every_minute() -> Chain<Every<Minutes>> {
    open().every_minute()
}

/// Short for `every(1).hours()`.
pub fn every_hour() -> Chain<Every<Hours>> {
    open().every_hour()
}

/// Short for `every(1).days()`.
pub fn every_day() -> Chain<Every<Days>> {
    open().every_day()
}

/// Short for `every(1).weeks()`.
pub fn every_week() -> Chain<Every<Weeks>> {
    open().every_week()
}

/// Short for `every(1).months()`.
pub fn every_month() -> Chain<Every<Months>> {
    open().every_month()
}

/// Short for `every(1).years()`.
pub fn every_year() -> Chain<Every<Years>> {
    open().every_year()
}

/// Starts a chain with a cron expression. The dialect is `unix` unless `dialect` follows.
pub fn cron(expression: impl Into<String>) -> Chain<Cron> {
    open().cron(expression)
}

/// Starts a chain with RFC 5545 lines, or a bare list of `RRULE` parts.
pub fn rrule(text: impl Into<String>) -> Chain<ClosedStep> {
    open().rrule(text)
}

/// Starts a chain for a single instant.
pub fn once(at: Timestamp) -> Chain<ClosedStep> {
    open().once(at)
}

/// Starts a chain for a fixed delay after the previous run completes.
pub fn after_completion(delay: Length) -> Chain<ClosedStep> {
    open().after_completion(delay)
}

/// Starts a chain for calendar, fiscal or custom periods.
pub fn calendar(rule: CalendarRecurrence) -> Chain<ClosedStep> {
    open().calendar(rule)
}

/// Starts a chain with any recurrence, including unions and intersections.
pub fn recurrence(recurrence: Recurrence) -> Chain<ClosedStep> {
    open().recurrence(recurrence)
}

impl Chain<OpenStep> {
    /// Counts n units. The unit follows.
    pub fn every(self, n: i64) -> Chain<CountStep> {
        self.to(CountStep(n))
    }

    /// Short for `every(1).seconds()`.
    pub fn every_second(self) -> Chain<Every<Seconds>> {
        self.every(1).seconds()
    }

    /// Short for `every(1).minutes()`.
    pub fn every_minute(self) -> Chain<Every<Minutes>> {
        self.every(1).minutes()
    }

    /// Short for `every(1).hours()`.
    pub fn every_hour(self) -> Chain<Every<Hours>> {
        self.every(1).hours()
    }

    /// Short for `every(1).days()`.
    pub fn every_day(self) -> Chain<Every<Days>> {
        self.every(1).days()
    }

    /// Short for `every(1).weeks()`.
    pub fn every_week(self) -> Chain<Every<Weeks>> {
        self.every(1).weeks()
    }

    /// Short for `every(1).months()`.
    pub fn every_month(self) -> Chain<Every<Months>> {
        self.every(1).months()
    }

    /// Short for `every(1).years()`.
    pub fn every_year(self) -> Chain<Every<Years>> {
        self.every(1).years()
    }

    /// Uses a cron expression. The dialect is `unix` unless `dialect` follows.
    pub fn cron(self, expression: impl Into<String>) -> Chain<Cron> {
        self.to(Cron(CronRecurrence { expression: expression.into(), ..CronRecurrence::default() }))
    }

    /// Uses RFC 5545 lines, or a bare list of `RRULE` parts.
    pub fn rrule(self, text: impl Into<String>) -> Chain<ClosedStep> {
        self.to(ClosedStep(Recurrence::Rrule(RruleRecurrence { text: text.into() })))
    }

    /// Uses a single instant.
    pub fn once(self, at: Timestamp) -> Chain<ClosedStep> {
        self.to(ClosedStep(Recurrence::Once(OnceRecurrence { at })))
    }

    /// Uses a fixed delay after the previous run completes.
    pub fn after_completion(self, delay: Length) -> Chain<ClosedStep> {
        self.recurrence(Recurrence::AfterCompletion(AfterCompletionRecurrence { delay }))
    }

    /// Uses calendar, fiscal or custom periods.
    pub fn calendar(self, rule: CalendarRecurrence) -> Chain<ClosedStep> {
        self.recurrence(Recurrence::Calendar(rule))
    }

    /// Uses any recurrence, including unions and intersections.
    pub fn recurrence(self, recurrence: Recurrence) -> Chain<ClosedStep> {
        self.to(ClosedStep(recurrence))
    }
}
