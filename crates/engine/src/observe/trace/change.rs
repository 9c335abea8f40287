//! Log records about schedules: changes by people, the end of a schedule, and alarms.

use refrain_recurrence::Recurrence;

use super::{line, names};
use crate::model::{By, DocumentName, Schedule, ScheduleKey, Tenant};
use crate::observe::Alarm;

/// Change of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Create,
    Update,
    Delete,
    Pause,
    Resume,
    Cancel,
}

/// Logs a change of a schedule.
pub(crate) fn changed(change: Change, key: &ScheduleKey, by: &By) {
    let ScheduleKey { tenant, id } = key;
    let By { actor, request_id, reason } = by;
    /// Writes the same fields under each name, because `tracing` fixes the name of a record at its call site.
    macro_rules! change {
        ($name:expr) => {
            line!(INFO, $name, {
                namespace = tenant.namespace.as_str(),
                tenant = tenant.name.as_str(),
                schedule = id.as_str(),
                actor,
                correlation_id = request_id.as_deref(),
                note = reason.as_deref(),
            })
        };
    }
    match change {
        Change::Create => change!(names::CREATE),
        Change::Update => change!(names::UPDATE),
        Change::Delete => change!(names::DELETE),
        Change::Pause => change!(names::PAUSE),
        Change::Resume => change!(names::RESUME),
        Change::Cancel => change!(names::CANCEL),
    }
}

/// Logs that a schedule has nothing left to plan.
pub(crate) fn finished(schedule: &Schedule) {
    let ScheduleKey { tenant, id } = &schedule.key;
    let spec = &schedule.definition.spec;
    let (namespace, tenant, schedule) = (tenant.namespace.as_str(), tenant.name.as_str(), id.as_str());
    let is_one_time = matches!(spec.recurrence, Recurrence::Once(_));
    if is_one_time || spec.ends_at.is_some() || spec.max_runs.is_some() {
        line!(WARN, names::EXPIRED, { namespace, tenant, schedule });
    } else {
        line!(WARN, names::NO_NEXT, { namespace, tenant, schedule });
    }
}

/// Logs an alarm.
pub(crate) fn alarm(alarm: &Alarm) {
    let key = alarm.schedule();
    line!(WARN, names::ALARM, {
        alarm = alarm.name(),
        namespace = key.map(|key| key.tenant.namespace.as_str()),
        tenant = key.map(|key| key.tenant.name.as_str()),
        schedule = key.map(|key| key.id.as_str()),
        detail = %alarm,
    });
}

/// Logs that an alert could not be delivered.
pub(crate) fn alert_failed(tenant: &Tenant, alert: &DocumentName, alarm: &Alarm, problem: &str) {
    line!(ERROR, names::ALERT_FAILED, {
        namespace = tenant.namespace.as_str(),
        tenant = tenant.name.as_str(),
        alert = alert.as_str(),
        alarm = alarm.name(),
        schedule = alarm.schedule().map(|key| key.id.as_str()),
        error = problem,
    });
}
