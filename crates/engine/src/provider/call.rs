//! Helpers for providers that make network calls: a timeout around a call, the outcome of a failed call, and
//! the name of a server without its password.

use std::future::Future;
use std::time::Duration;

use refrain_recurrence::Length;

use crate::delivery::OutgoingAction;
use crate::model::{Delivery, FailReason};
use crate::outcome::Outcome;

/// Reason why a call did not succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The call had no effect, and a retry cannot change that.
    Refused(String),
    /// The call had no effect; a retry may succeed.
    Failed(String),
    /// Whether the call had an effect is unknown.
    Lost(String),
    /// Same as `Lost`, because no response arrived in time.
    Late(String),
}

impl Fault {
    /// Converts the fault into the outcome of the attempt. A call that may have had an effect is retried only
    /// if the delivery policy allows it.
    pub(super) fn outcome(self, sending: &OutgoingAction) -> Outcome {
        let is_at_most_once = sending.run.definition.delivery == Delivery::AtMostOnce;
        match self {
            Self::Refused(message) => Outcome::rejected(message),
            Self::Lost(message) | Self::Late(message) if is_at_most_once => {
                Outcome::Rejected { reason: FailReason::OutcomeUnknown, message }
            }
            Self::Failed(message) | Self::Lost(message) => Outcome::retryable(message),
            Self::Late(message) => Outcome::Retryable { reason: FailReason::Timeout, message, retry_after: None },
        }
    }

    /// Returns the message.
    pub(super) fn message(self) -> String {
        match self {
            Self::Refused(message) | Self::Failed(message) | Self::Lost(message) | Self::Late(message) => message,
        }
    }
}

/// Runs a call with a timeout.
pub(super) async fn within<T>(timeout: Length, call: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
    let timeout_for = Duration::from_secs(timeout.seconds().unsigned_abs());
    match tokio::time::timeout(timeout_for, call).await {
        Ok(answered) => answered,
        Err(_) => Err(Fault::Late(format!("no answer within {timeout}"))),
    }
}

/// Selects ring as the TLS implementation of the process, because some drivers leave that choice to the
/// process. An implementation that the surrounding program already selected stays.
#[cfg(feature = "process-tls")]
pub(super) fn use_ring() {
    use rustls::crypto::{CryptoProvider, ring};
    if CryptoProvider::get_default().is_none() {
        // Another thread may install one first. Any installed implementation is enough, so the error does not
        // matter.
        let _ = ring::default_provider().install_default();
    }
}

/// Returns host and port of a URL, as the receiver under which failures are counted. User and password are
/// removed.
pub(super) fn receiver_from_url(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    if host.is_empty() { rest.split(['?', '#']).next().unwrap_or_default().to_owned() } else { host.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receiver_has_no_password() {
        let check = |url, expected| assert_eq!(receiver_from_url(url), expected, "{url}");
        check("redis://:secret@cache.example.org:6379/0", "cache.example.org:6379");
        check("amqp://user:p%40ss@rabbit.example.org/%2f", "rabbit.example.org");
        check("amqps://user:p@ss@rabbit.example.org?heartbeat=5", "rabbit.example.org");
        check("nats://127.0.0.1:4222", "127.0.0.1:4222");
        check("redis+unix:///run/redis.sock?pass=secret", "/run/redis.sock");
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_hangs_is_cut_off() {
        let fault = within(Length::from_seconds(5), std::future::pending::<Result<(), Fault>>()).await.unwrap_err();
        assert_eq!(fault, Fault::Late("no answer within 5s".to_owned()));
    }
}
