//! Settings that apply to any recurrence, and the end of the chain.

use jiff::Timestamp;

use crate::compiled::{CompiledRecurrence, Context};
use crate::definition::{
    CalendarUse, Calendars, Dialect, Dst, FirstRunAt, Jitter, JitterWindow, NamedCalendar, OnDayOff, Recurrence, Spec,
};
use crate::error::{Error, ErrorCode};

use super::{Chain, ClosedStep, Cron, Every};

mod sealed {
    /// Converts a step to its recurrence. The trait is sealed so that no other type can be a step.
    pub trait IntoRecurrence {
        fn into_recurrence(self) -> super::Recurrence;
    }
}

use sealed::IntoRecurrence;

/// Steps at which the recurrence is complete, so that it can be bounded and finished.
pub trait Complete: IntoRecurrence {}

impl<Unit, Time> Complete for Every<Unit, Time> {}
impl Complete for Cron {}
impl Complete for ClosedStep {}

impl<Unit, Time> IntoRecurrence for Every<Unit, Time> {
    fn into_recurrence(self) -> Recurrence {
        Recurrence::Every(self.rule)
    }
}

impl IntoRecurrence for Cron {
    fn into_recurrence(self) -> Recurrence {
        Recurrence::Cron(self.0)
    }
}

impl IntoRecurrence for ClosedStep {
    fn into_recurrence(self) -> Recurrence {
        self.0
    }
}

impl Chain<Cron> {
    /// Sets the cron dialect of the expression.
    pub fn dialect(mut self, dialect: Dialect) -> Chain<ClosedStep> {
        self.step.0.dialect = Some(dialect);
        self.closed()
    }
}

impl<Step: Complete> Chain<Step> {
    /// Sets the start, inclusive: no occurrence is earlier. Intervals are counted from here.
    pub fn starting(mut self, at: Timestamp) -> Chain<ClosedStep> {
        self.settings.reject_repeat(self.settings.starts_at.is_some(), "starting");
        self.settings.starts_at = Some(at);
        self.closed()
    }

    /// Sets the end, exclusive: every occurrence is earlier.
    pub fn until(mut self, at: Timestamp) -> Chain<ClosedStep> {
        self.settings.reject_repeat(self.settings.ends_at.is_some(), "until");
        self.settings.ends_at = Some(at);
        self.closed()
    }

    /// Sets the maximum number of occurrences that may start. Together with `until`, the first limit reached applies.
    pub fn max_runs(mut self, runs: u64) -> Chain<ClosedStep> {
        self.settings.reject_repeat(self.settings.max_runs.is_some(), "max_runs");
        self.settings.max_runs = Some(runs);
        self.closed()
    }

    /// Sets the policy for local times that an offset change skips or repeats.
    pub fn dst(mut self, dst: Dst) -> Chain<ClosedStep> {
        self.settings.reject_repeat(self.settings.dst.is_some(), "dst");
        self.settings.dst = Some(dst);
        self.closed()
    }

    /// Sets a deterministic delay that spreads load.
    pub fn jitter(mut self, jitter: Jitter) -> Chain<ClosedStep> {
        self.settings.reject_repeat(self.settings.jitter.is_some(), "jitter");
        if let JitterWindow::Percent(percent) = jitter.window
            && !(1..=100).contains(&percent)
        {
            let message = format!("a jitter window of {percent}% is out of range (1-100)");
            self.settings.report(Error::new(ErrorCode::OutOfRange, message));
        }
        self.settings.jitter = Some(jitter);
        self.closed()
    }

    /// Adds a named calendar and what happens to an occurrence on one of its days off. Several calls are combined.
    pub fn calendar(mut self, name: impl Into<String>, on_day_off: OnDayOff) -> Chain<ClosedStep> {
        self.settings.calendars.push(CalendarUse { name: name.into(), on_day_off });
        self.closed()
    }

    /// Finishes the chain with the time zone whose wall clock it follows, and checks the definition.
    ///
    /// Two checks are not possible here and are left to [`CompiledRecurrence::compile`]. One is whether the named
    /// calendars exist. The other, without `starting` or `run_at`, is whether a recurrence that counts from its anchor
    /// ever has a matching day.
    ///
    /// # Errors
    /// Returns the first invalid value of the chain, or the first problem of the definition as a whole.
    pub fn in_zone(self, timezone: impl Into<String>) -> Result<Spec, Error> {
        let spec = self.into_spec(timezone.into())?;
        // Calendars without days off replace the real ones, so that everything else about them is checked.
        let calendars: Calendars =
            spec.calendars.iter().map(|used| (used.name.clone(), NamedCalendar::default())).collect();
        let context = Context { calendars: Some(&calendars), ..Context::default() };
        match CompiledRecurrence::compile(&spec, &context) {
            Err(error) if error.code() == ErrorCode::NeverFires && depends_on_anchor(&spec) => Ok(spec),
            Err(error) => Err(error),
            Ok(_) => Ok(spec),
        }
    }

    /// Finishes the chain and compiles it without named calendars. The anchor is the Unix epoch unless `starting`
    /// sets another one. To use named calendars, call [`Chain::in_zone`] and [`CompiledRecurrence::compile`].
    ///
    /// # Errors
    /// Returns the first invalid value of the chain, or the first problem of the definition as a whole.
    pub fn compile(self, timezone: impl Into<String>) -> Result<CompiledRecurrence, Error> {
        let spec = self.into_spec(timezone.into())?;
        CompiledRecurrence::compile(&spec, &Context::default())
    }

    /// Completes the recurrence itself. Only bounds and policies may follow.
    pub fn closed(self) -> Chain<ClosedStep> {
        Chain { settings: self.settings, step: ClosedStep(self.step.into_recurrence()) }
    }

    fn into_spec(self, timezone: String) -> Result<Spec, Error> {
        self.settings.into_spec(self.step.into_recurrence(), timezone)
    }
}

/// Returns whether the definition leaves the anchor open and its days depend on it. Every fourth year, for example,
/// is always or never a leap year, depending on the anchor.
fn depends_on_anchor(spec: &Spec) -> bool {
    let is_anchored =
        spec.starts_at.is_some() || spec.first_run.is_some_and(|first| matches!(first.when, FirstRunAt::At(_)));
    !is_anchored && matches!(spec.recurrence, Recurrence::Every(_) | Recurrence::Rrule(_))
}
