//! Defaults of the dialect for settings that a request omits.

use jiff::Timestamp;
use refrain::delivery::Providers;
use refrain::model::{Action, CatchUpPolicy, Definition};
use refrain::timing::ON_TIME_FOR;
use refrain_recurrence::{CompiledRecurrence, Context, Length, Spec};

use crate::http::app::App;

/// Source of the defaults.
pub(super) struct Defaults<'a> {
    providers: &'a Providers,
    now: Timestamp,
}

impl<'a> Defaults<'a> {
    pub(super) fn new(app: &'a App) -> Self {
        Self { providers: app.refrain().providers(), now: app.refrain().now() }
    }

    /// Returns the target of an action that names none: its provider's default, or an empty target.
    pub(super) fn target(&self, action: &Action) -> String {
        let provider = self.providers.get(&action.provider);
        provider.and_then(|provider| provider.default_target(action)).unwrap_or_default()
    }

    /// Sets the limits of a recurrence with several occurrences per minute: its shortest interval.
    ///
    /// An occurrence counts as on time for a minute. Without a limit, all occurrences of the last minute would start
    /// together after downtime. If occurrences may wait for each other, the limit applies only when they are planned,
    /// because waiting is not lateness.
    pub(super) fn limit_lateness(&self, definition: &mut Definition) {
        (definition.start_deadline, definition.catch_up.window) = self.lateness(definition);
    }

    /// Returns the start deadline and the catch-up window.
    fn lateness(&self, definition: &Definition) -> (Option<Length>, Option<Length>) {
        let spec = Spec { calendars: Vec::new(), ..definition.spec.clone() };
        let context = Context { anchor: Some(self.now), ..Context::default() };
        let gap =
            CompiledRecurrence::compile(&spec, &context).ok().and_then(|rule| rule.min_gap()).map(Length::seconds);
        let limit = gap.filter(|gap| *gap < ON_TIME_FOR.as_secs()).map(|gap| Length::from_seconds(gap.max(1)));
        if definition.overlap.may_wait(definition.max_concurrent) { (None, limit) } else { (limit, None) }
    }

    /// Derives the target and the limits on lateness again if they were derived before.
    pub(super) fn rederive(&self, old: &Definition, new: &mut Definition, has_target: bool) {
        let is_moved = old.action.provider != new.action.provider || old.action.kind != new.action.kind;
        let is_derived = old.action.provider != new.action.provider || old.action.target == self.target(&old.action);
        if !has_target && is_moved && is_derived {
            new.action.target = self.target(&new.action);
        }
        let is_skipping = new.catch_up.policy == CatchUpPolicy::Skip;
        let is_new = old.spec != new.spec || old.overlap != new.overlap;
        if is_new && is_skipping && (old.start_deadline, old.catch_up.window) == self.lateness(old) {
            self.limit_lateness(new);
        }
    }
}
