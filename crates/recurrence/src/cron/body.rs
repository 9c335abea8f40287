//! The recurrence of a parsed expression.

use crate::cron::set::CronSet;
use crate::definition::Length;

/// Fields or an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    /// Fields. `is_fixed` is set if they name times of day rather than an interval.
    Set { set: CronSet, is_fixed: bool },
    /// `@every`.
    Interval { every: Length, phase: Length, from_epoch: bool },
}
