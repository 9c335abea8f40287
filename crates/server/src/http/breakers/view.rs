//! API representation of a circuit breaker.

use jiff::Timestamp;
use refrain::dispatch::{Breaker, BreakerKey};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::app::App;

/// State of a circuit breaker.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BreakerView {
    /// Name of the provider.
    #[schema(example = "webhook")]
    provider: String,
    /// Receiver in the provider's own terms. Empty if the provider has only one receiver.
    #[schema(example = "hooks.example.com")]
    receiver: String,
    /// Whether this node has the provider. Other nodes may have others.
    is_provider_available: bool,
    /// State: `closed`, `failing`, `open`, `half_open` or `tripped`.
    #[schema(example = "closed")]
    state: &'static str,
    /// Whether actions for the receiver are sent.
    is_closed: bool,
    /// Number of consecutive failures, while the breaker is `failing`.
    failures: Option<i64>,
    /// Number of consecutive deliveries, while the breaker is `half_open`.
    successes: Option<i64>,
    /// While the breaker is `open`: when the next probe may be sent. While it is `half_open`: when the
    /// current probe times out.
    until: Option<Timestamp>,
    /// Reason given when the breaker was tripped.
    note: Option<String>,
}

impl BreakerView {
    pub(super) fn of(app: &App, key: BreakerKey, breaker: Breaker) -> Self {
        let mut view = Self {
            is_provider_available: app.refrain().providers().get(&key.provider).is_some(),
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
