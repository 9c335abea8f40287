//! Where a rule begins: free functions, and the same words after `then`.

use jiff::Timestamp;

use crate::length::Length;
use crate::recurrence::{AfterCompletionRule, CalendarRule, CronRule, OnceRule, Recurrence, RruleRule};

use super::frame::Frame;
use super::{Chain, Closed, Counted, Cron, Days, Every, Hours, Minutes, Months, Seconds, Weeks, Years};

/// The step after `then` or `open`: no rule has been chosen yet.
#[derive(Clone, Copy, Debug)]
pub struct Open;

/// Nothing yet: for programs that lead to a rule by words of their own.
pub fn open() -> Chain<Open> {
    Chain { frame: Frame::default(), step: Open }
}

/// Every n units; the unit comes next.
pub fn every(n: i64) -> Chain<Counted> {
    open().every(n)
}

/// The same as `every(1).seconds()`.
pub fn every_second() -> Chain<Every<Seconds>> {
    open().every_second()
}

/// The same as `every(1).minutes()`.
pub fn every_minute() -> Chain<Every<Minutes>> {
    open().every_minute()
}

/// The same as `every(1).hours()`.
pub fn every_hour() -> Chain<Every<Hours>> {
    open().every_hour()
}

/// The same as `every(1).days()`.
pub fn every_day() -> Chain<Every<Days>> {
    open().every_day()
}

/// The same as `every(1).weeks()`.
pub fn every_week() -> Chain<Every<Weeks>> {
    open().every_week()
}

/// The same as `every(1).months()`.
pub fn every_month() -> Chain<Every<Months>> {
    open().every_month()
}

/// The same as `every(1).years()`.
pub fn every_year() -> Chain<Every<Years>> {
    open().every_year()
}

/// A cron expression, of the `unix` dialect unless `dialect` follows.
pub fn cron(expression: impl Into<String>) -> Chain<Cron> {
    open().cron(expression)
}

/// RFC 5545 lines, or a bare list of `RRULE` parts.
pub fn rrule(text: impl Into<String>) -> Chain<Closed> {
    open().rrule(text)
}

/// A single instant.
pub fn once(at: Timestamp) -> Chain<Closed> {
    open().once(at)
}

/// So long after the end of the run before.
pub fn after_completion(delay: Length) -> Chain<Closed> {
    open().after_completion(delay)
}

/// Calendar, fiscal or custom periods.
pub fn calendar(rule: CalendarRule) -> Chain<Closed> {
    open().calendar(rule)
}

/// Any rule, as JSON would write it: unions and intersections too.
pub fn recurrence(recurrence: Recurrence) -> Chain<Closed> {
    open().recurrence(recurrence)
}

impl Chain<Open> {
    /// Every n units; the unit comes next.
    pub fn every(self, n: i64) -> Chain<Counted> {
        self.to(Counted(n))
    }

    /// The same as `every(1).seconds()`.
    pub fn every_second(self) -> Chain<Every<Seconds>> {
        self.every(1).seconds()
    }

    /// The same as `every(1).minutes()`.
    pub fn every_minute(self) -> Chain<Every<Minutes>> {
        self.every(1).minutes()
    }

    /// The same as `every(1).hours()`.
    pub fn every_hour(self) -> Chain<Every<Hours>> {
        self.every(1).hours()
    }

    /// The same as `every(1).days()`.
    pub fn every_day(self) -> Chain<Every<Days>> {
        self.every(1).days()
    }

    /// The same as `every(1).weeks()`.
    pub fn every_week(self) -> Chain<Every<Weeks>> {
        self.every(1).weeks()
    }

    /// The same as `every(1).months()`.
    pub fn every_month(self) -> Chain<Every<Months>> {
        self.every(1).months()
    }

    /// The same as `every(1).years()`.
    pub fn every_year(self) -> Chain<Every<Years>> {
        self.every(1).years()
    }

    /// A cron expression, of the `unix` dialect unless `dialect` follows.
    pub fn cron(self, expression: impl Into<String>) -> Chain<Cron> {
        self.to(Cron(CronRule { expression: expression.into(), ..CronRule::default() }))
    }

    /// RFC 5545 lines, or a bare list of `RRULE` parts.
    pub fn rrule(self, text: impl Into<String>) -> Chain<Closed> {
        self.to(Closed(Recurrence::Rrule(RruleRule { text: text.into() })))
    }

    /// A single instant.
    pub fn once(self, at: Timestamp) -> Chain<Closed> {
        self.to(Closed(Recurrence::Once(OnceRule { at })))
    }

    /// So long after the end of the run before.
    pub fn after_completion(self, delay: Length) -> Chain<Closed> {
        self.recurrence(Recurrence::AfterCompletion(AfterCompletionRule { delay }))
    }

    /// Calendar, fiscal or custom periods.
    pub fn calendar(self, rule: CalendarRule) -> Chain<Closed> {
        self.recurrence(Recurrence::Calendar(rule))
    }

    /// Any rule, as JSON would write it: unions and intersections too.
    pub fn recurrence(self, recurrence: Recurrence) -> Chain<Closed> {
        self.to(Closed(recurrence))
    }
}
