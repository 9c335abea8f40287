//! Defaults of the dialect for settings that a request omits.

use jiff::Timestamp;
use refrain::delivery::Providers;
use refrain::model::{Action, CatchUpPolicy, Definition};
use refrain::timing::ON_TIME_FOR;
use refrain_recurrence::{Context, Length, Rule, Spec};

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

    /// Returns the start deadline of a recurrence with several occurrences per minute: its shortest interval.
    ///
    /// An occurrence counts as on time for a minute. Without a deadline, all occurrences of the last minute
    /// would start together after downtime. There is no deadline if occurrences may wait for each other,
    /// because waiting is not lateness.
    pub(super) fn start_deadline(&self, definition: &Definition) -> Option<Length> {
        if definition.overlap.may_wait(definition.max_concurrent) {
            return None;
        }
        let spec = Spec { calendars: Vec::new(), ..definition.spec.clone() };
        let context = Context { anchor: Some(self.now), ..Context::default() };
        let gap = Rule::compile(&spec, &context).ok()?.min_gap()?.seconds();
        (gap < ON_TIME_FOR.as_secs()).then(|| Length::from_seconds(gap.max(1)))
    }

    /// Derives the target and the start deadline again if they were derived before.
    pub(super) fn rederive(&self, old: &Definition, new: &mut Definition, has_target: bool) {
        let is_moved = old.action.provider != new.action.provider || old.action.kind != new.action.kind;
        let is_derived = old.action.provider != new.action.provider || old.action.target == self.target(&old.action);
        if !has_target && is_moved && is_derived {
            new.action.target = self.target(&new.action);
        }
        let is_skipping = new.catch_up.policy == CatchUpPolicy::Skip;
        let is_new = old.spec != new.spec || old.overlap != new.overlap;
        if is_new && is_skipping && old.start_deadline == self.start_deadline(old) {
            new.start_deadline = self.start_deadline(new);
        }
    }
}
