//! Log records and spans about runs: one record for each run that ends, with everything needed to find it
//! elsewhere.

use jiff::{SignedDuration, Timestamp};
use tracing::{Level, Span};

use super::context::traceparent;
use super::{TARGET, line, names};
use crate::model::{Definition, NodeId, Occurrence, Reason, State};
use crate::outcome::{Outcome, StepName};
use crate::store::Ending;

/// Result of a run, with the context to log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended<'a> {
    pub(crate) occurrence: &'a Occurrence,
    pub(crate) ending: &'a Ending,
    pub(crate) node: &'a NodeId,
    pub(crate) took_for: Option<SignedDuration>,
    pub(crate) next_run_at: Option<Timestamp>,
}

/// Returns whether a log record about such an ending would be written. If not, its fields need not be
/// computed.
pub(crate) fn is_logged(ending: &Ending) -> bool {
    match ending {
        Ending::Succeeded { .. } | Ending::Skipped { .. } => tracing::event_enabled!(target: TARGET, Level::INFO),
        Ending::Retry { .. } => tracing::event_enabled!(target: TARGET, Level::WARN),
        Ending::Failed { .. } => tracing::event_enabled!(target: TARGET, Level::ERROR),
    }
}

/// Logs that a run ended or is to be retried.
pub(crate) fn ended(ended: &Ended<'_>, definition: Option<&Definition>) {
    let Ended { occurrence, ending, node, took_for, next_run_at } = *ended;
    let tenant = &occurrence.schedule.tenant;
    let planned = &occurrence.planned;
    /// Writes the same fields under each name and level.
    macro_rules! run {
        ($level:ident, $name:expr) => {
            line!($level, $name, {
                namespace = tenant.namespace.as_str(),
                tenant = tenant.name.as_str(),
                schedule = occurrence.schedule.id.as_str(),
                occurrence = occurrence.id.0,
                period_key = planned.period_key.as_str(),
                nominal_at = %planned.nominal_at,
                trigger = planned.trigger.as_str(),
                attempt = occurrence.attempt,
                fence = occurrence.fence.0,
                node = node.as_str(),
                provider = definition.map(|definition| definition.action.provider.as_str()),
                status = status(ending.state()),
                reason = ending.reason().map(Reason::as_str),
                error = ending.message(),
                took_ms = took_for.map(millis),
                next_run = next_run_at.map(tracing::field::display),
                idempotency_key = %occurrence.idempotency_key(),
                correlation_id = planned.correlation_id.as_deref(),
            })
        };
    }
    match ending {
        Ending::Succeeded { .. } => run!(INFO, names::DISPATCH),
        Ending::Skipped { .. } => run!(INFO, names::SKIP),
        Ending::Retry { .. } => run!(WARN, names::RETRY),
        Ending::Failed { .. } => run!(ERROR, names::DISPATCH_ERROR),
    }
}

/// Logs that a claim ended an occurrence without a run: it overlapped, its schedule was paused, or its
/// workers were lost too often.
pub(crate) fn ended_by_claim(occurrence: &Occurrence) {
    let tenant = &occurrence.schedule.tenant;
    /// Writes the same fields at each level.
    macro_rules! end {
        ($level:ident, $name:expr) => {
            line!($level, $name, {
                namespace = tenant.namespace.as_str(),
                tenant = tenant.name.as_str(),
                schedule = occurrence.schedule.id.as_str(),
                occurrence = occurrence.id.0,
                period_key = occurrence.planned.period_key.as_str(),
                nominal_at = %occurrence.planned.nominal_at,
                attempt = occurrence.attempt,
                status = status(occurrence.state),
                reason = occurrence.reason.map(Reason::as_str),
                error = occurrence.message.as_deref(),
                idempotency_key = %occurrence.idempotency_key(),
                correlation_id = occurrence.planned.correlation_id.as_deref(),
            })
        };
    }
    match occurrence.state {
        State::Failed => end!(ERROR, names::DISPATCH_ERROR),
        State::Planned | State::Running | State::Succeeded | State::Skipped => end!(INFO, names::SKIP),
    }
}

/// Logs that a lease was lost: another node has the run now, or this node gave it up before that could
/// happen.
pub(crate) fn lease_lost(occurrence: &Occurrence) {
    let tenant = &occurrence.schedule.tenant;
    line!(DEBUG, names::SKIP_CLAIMED, {
        namespace = tenant.namespace.as_str(),
        tenant = tenant.name.as_str(),
        schedule = occurrence.schedule.id.as_str(),
        occurrence = occurrence.id.0,
        attempt = occurrence.attempt,
        fence = occurrence.fence.0,
        correlation_id = occurrence.planned.correlation_id.as_deref(),
    });
}

/// Creates the span of one attempt, which contains everything that happens in it.
pub(crate) fn occurrence_span(occurrence: &Occurrence) -> Span {
    let tenant = &occurrence.schedule.tenant;
    tracing::info_span!(
        target: TARGET,
        names::OCCURRENCE,
        namespace = tenant.namespace.as_str(),
        tenant = tenant.name.as_str(),
        schedule = occurrence.schedule.id.as_str(),
        occurrence = occurrence.id.0,
        period_key = occurrence.planned.period_key.as_str(),
        attempt = occurrence.attempt,
        fence = occurrence.fence.0,
        idempotency_key = %occurrence.idempotency_key(),
        correlation_id = occurrence.planned.correlation_id.as_deref(),
        traceparent = traceparent(occurrence),
        outcome = tracing::field::Empty,
    )
}

/// Records the outcome in a span.
pub(crate) fn dispatched(span: &Span, outcome: &Outcome) {
    span.record("outcome", outcome.kind().as_str());
}

/// Creates the span of one dispatch step.
pub(crate) fn step_span(step: StepName) -> Span {
    tracing::info_span!(target: TARGET, names::STEP, step = step.as_str(), outcome = tracing::field::Empty)
}

/// Returns the status as metrics name it.
fn status(state: State) -> &'static str {
    match state {
        State::Planned => "retried",
        State::Running | State::Succeeded | State::Skipped | State::Failed => state.as_str(),
    }
}

fn millis(took_for: SignedDuration) -> i64 {
    i64::try_from(took_for.as_millis()).unwrap_or(i64::MAX)
}
