//! A breaker as the API shows it.

use jiff::Timestamp;
use refrain::breaker::Breaker;
use refrain::dispatch::BreakerKey;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::app::App;

/// What a breaker is at.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BreakerView {
    /// Who sends.
    #[schema(example = "webhook")]
    provider: String,
    /// To whom, in the provider's own terms; empty when it has only one receiver.
    #[schema(example = "hooks.example.com")]
    receiver: String,
    /// Whether this node has the provider; others may have more.
    is_here: bool,
    /// `closed`, `failing`, `open`, `half_open` or `tripped`.
    #[schema(example = "closed")]
    state: &'static str,
    /// Whether what is for the receiver goes through.
    is_closed: bool,
    /// So many failed in a row, while it is `failing`.
    failures: Option<i64>,
    /// So many were delivered in a row, while it is `half_open`.
    successes: Option<i64>,
    /// When one may be tried, or is no longer waited for.
    until: Option<Timestamp>,
    /// Why someone tripped it.
    note: Option<String>,
}

impl BreakerView {
    pub(super) fn of(app: &App, key: BreakerKey, breaker: Breaker) -> Self {
        let mut view = Self {
            is_here: app.refrain().providers().get(&key.provider).is_some(),
            provider: key.provider,
            receiver: key.receiver,
            state: "closed",
            is_closed: breaker.is_closed(),
            failures: None,
            successes: None,
            until: None,
            note: None,
        };
        match breaker {
            Breaker::Closed => {}
            Breaker::Failing { failures } => (view.state, view.failures) = ("failing", Some(failures.into())),
            Breaker::Open { until } => (view.state, view.until) = ("open", Some(until)),
            Breaker::HalfOpen { until, successes, .. } => {
                (view.state, view.until, view.successes) = ("half_open", Some(until), Some(successes.into()));
            }
            Breaker::Tripped { note } => (view.state, view.note) = ("tripped", note),
        }
        view
    }
}
