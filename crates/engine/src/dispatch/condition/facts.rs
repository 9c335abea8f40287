//! Facts about an action that a dispatch rule may use. All values are borrowed, and only the facts that a
//! condition uses are read.

use std::borrow::Cow;

use jiff::Timestamp;

use crate::delivery::OutgoingAction;
use crate::dispatch::cel::{Facts, Value};
use crate::model::Priority;

/// Declares the facts with their names.
macro_rules! facts {
    ($($fact:ident = $name:literal,)+) => {
        /// A fact about an action.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Fact {
            $($fact,)+
        }

        impl Fact {
            const ALL: &[Self] = &[$(Self::$fact,)+];

            /// Names of the facts, in the same order.
            pub(super) const NAMES: &'static [&'static str] = &[$($name,)+];
        }
    };
}

facts! {
    ScheduleId = "schedule.id",
    ScheduleTenant = "schedule.tenant",
    ScheduleNamespace = "schedule.namespace",
    ScheduleLabels = "schedule.labels",
    ScheduleScopeType = "schedule.scope.type",
    ScheduleScopeId = "schedule.scope.id",
    ScheduleTimezone = "schedule.timezone",
    SchedulePriority = "schedule.priority",
    ScheduleDescription = "schedule.description",
    OccurrenceId = "occurrence.id",
    OccurrenceNominalAt = "occurrence.nominal_at",
    OccurrenceDueAt = "occurrence.due_at",
    OccurrenceAttempt = "occurrence.attempt",
    OccurrenceTrigger = "occurrence.trigger",
    OccurrenceDiscriminator = "occurrence.discriminator",
    OccurrencePeriodKey = "occurrence.period_key",
    PeriodKey = "period.key",
    PeriodStart = "period.start",
    PeriodEnd = "period.end",
    Payload = "payload",
    Metadata = "metadata",
    Provider = "provider",
    Target = "target",
    Kind = "kind",
    Now = "now",
}

/// The facts about one action.
#[derive(Clone, Copy, Debug)]
pub struct DispatchFacts<'a> {
    /// The action being dispatched.
    pub sending: &'a OutgoingAction,
    /// Current time.
    pub now: Timestamp,
}

impl Facts for DispatchFacts<'_> {
    fn fact(&self, number: usize) -> Value<'_> {
        let OutgoingAction { run, .. } = self.sending;
        let (occurrence, definition, action) = (&*run.occurrence, &*run.definition, self.sending.action());
        let (schedule, planned) = (&occurrence.schedule, &occurrence.planned);
        match Fact::ALL[number] {
            Fact::ScheduleId => Value::text(schedule.id.as_str()),
            Fact::ScheduleTenant => Value::text(schedule.tenant.name.as_str()),
            Fact::ScheduleNamespace => Value::text(schedule.tenant.namespace.as_str()),
            Fact::ScheduleLabels => Value::Texts(&definition.labels),
            Fact::ScheduleScopeType => known(definition.scope.as_ref().map(|scope| scope.kind.as_str())),
            Fact::ScheduleScopeId => known(definition.scope.as_ref().map(|scope| scope.id.as_str())),
            Fact::ScheduleTimezone => Value::text(&definition.spec.timezone),
            Fact::SchedulePriority => Value::text(match definition.priority {
                Priority::High => "high",
                Priority::Normal => "normal",
                Priority::Low => "low",
            }),
            Fact::ScheduleDescription => Value::text(&definition.description),
            Fact::OccurrenceId => Value::Int(occurrence.id.0),
            Fact::OccurrenceNominalAt => Value::Time(planned.nominal_at),
            Fact::OccurrenceDueAt => Value::Time(planned.due_at),
            Fact::OccurrenceAttempt => Value::Int(occurrence.attempt.into()),
            Fact::OccurrenceTrigger => Value::text(planned.trigger.as_str()),
            Fact::OccurrenceDiscriminator => Value::text(&planned.discriminator),
            Fact::OccurrencePeriodKey | Fact::PeriodKey => Value::text(&planned.period_key),
            Fact::PeriodStart => planned.period.map_or(Value::Null, |(start, _)| Value::Time(start)),
            Fact::PeriodEnd => planned.period.map_or(Value::Null, |(_, end)| Value::Time(end)),
            Fact::Payload => Value::json(&action.payload),
            Fact::Metadata => Value::Texts(&action.metadata),
            Fact::Provider => Value::text(&action.provider),
            Fact::Target => Value::text(&action.target),
            Fact::Kind => Value::text(&action.kind),
            Fact::Now => Value::Time(self.now),
        }
    }
}

fn known(text: Option<&str>) -> Value<'_> {
    text.map_or(Value::Null, |text| Value::Text(Cow::Borrowed(text)))
}
