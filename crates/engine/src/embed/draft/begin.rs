//! Where a sentence begins: a first run, and the rule.

use jiff::Timestamp;
use refrain_recurrence::builder::{
    self, Chain, Closed, Counted, Cron, Days, Every, First, Hours, Minutes, Months, Open, Seconds, Weeks, Years,
};
use refrain_recurrence::{CalendarRule, Length, Recurrence};

use super::{Draft, Start};

mod sealed {
    use refrain_recurrence::builder::{Chain, Open, open};

    /// What a rule can follow on; closed, so that no other step does.
    pub trait IntoOpen {
        fn into_open(self) -> Chain<Open>;
    }

    impl IntoOpen for super::Start {
        fn into_open(self) -> Chain<Open> {
            open()
        }
    }

    impl IntoOpen for Chain<Open> {
        fn into_open(self) -> Self {
            self
        }
    }
}

/// Steps that a rule may follow on: the beginning, and `then`.
pub trait Opens: sealed::IntoOpen {}

impl Opens for Start {}
impl Opens for Chain<Open> {}

impl Draft<Start> {
    /// Runs first at once, when it is saved for the first time.
    pub fn run_now(self) -> Draft<Chain<First>> {
        self.to(|_| builder::run_now())
    }

    /// Runs first so long after it was saved for the first time.
    pub fn run_after(self, length: Length) -> Draft<Chain<First>> {
        self.to(|_| builder::run_after(length))
    }

    /// Runs first at an instant.
    pub fn run_at(self, at: Timestamp) -> Draft<Chain<First>> {
        self.to(|_| builder::run_at(at))
    }
}

impl Draft<Chain<First>> {
    /// Leaves out regular occurrences that are nearer to the first run than this.
    pub fn min_spacing(self, spacing: Length) -> Self {
        self.to(|chain| chain.min_spacing(spacing))
    }

    /// Goes on to the regular occurrences; intervals are counted from the first run.
    pub fn then(self) -> Draft<Chain<Open>> {
        self.to(Chain::<First>::then)
    }
}

impl<Step: Opens> Draft<Step> {
    /// Every n units; the unit comes next.
    pub fn every(self, n: i64) -> Draft<Chain<Counted>> {
        self.to(|step| step.into_open().every(n))
    }

    /// The same as `every(1).seconds()`.
    pub fn every_second(self) -> Draft<Chain<Every<Seconds>>> {
        self.every(1).seconds()
    }

    /// The same as `every(1).minutes()`.
    pub fn every_minute(self) -> Draft<Chain<Every<Minutes>>> {
        self.every(1).minutes()
    }

    /// The same as `every(1).hours()`.
    pub fn every_hour(self) -> Draft<Chain<Every<Hours>>> {
        self.every(1).hours()
    }

    /// The same as `every(1).days()`.
    pub fn every_day(self) -> Draft<Chain<Every<Days>>> {
        self.every(1).days()
    }

    /// The same as `every(1).weeks()`.
    pub fn every_week(self) -> Draft<Chain<Every<Weeks>>> {
        self.every(1).weeks()
    }

    /// The same as `every(1).months()`.
    pub fn every_month(self) -> Draft<Chain<Every<Months>>> {
        self.every(1).months()
    }

    /// The same as `every(1).years()`.
    pub fn every_year(self) -> Draft<Chain<Every<Years>>> {
        self.every(1).years()
    }

    /// A cron expression, of the `unix` dialect unless `dialect` follows.
    pub fn cron(self, expression: impl Into<String>) -> Draft<Chain<Cron>> {
        self.to(|step| step.into_open().cron(expression))
    }

    /// RFC 5545 lines, or a bare list of `RRULE` parts.
    pub fn rrule(self, text: impl Into<String>) -> Draft<Chain<Closed>> {
        self.to(|step| step.into_open().rrule(text))
    }

    /// A single instant.
    pub fn once(self, at: Timestamp) -> Draft<Chain<Closed>> {
        self.to(|step| step.into_open().once(at))
    }

    /// So long after the end of the run before.
    pub fn after_completion(self, delay: Length) -> Draft<Chain<Closed>> {
        self.to(|step| step.into_open().after_completion(delay))
    }

    /// Calendar, fiscal or custom periods.
    pub fn calendar(self, rule: CalendarRule) -> Draft<Chain<Closed>> {
        self.to(|step| step.into_open().calendar(rule))
    }

    /// Any rule, as JSON would write it: unions and intersections too.
    pub fn recurrence(self, recurrence: Recurrence) -> Draft<Chain<Closed>> {
        self.to(|step| step.into_open().recurrence(recurrence))
    }
}
