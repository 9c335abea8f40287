//! Decides whether a failed request is repeated, and when. Pure: the caller waits.

use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

use crate::error::ClientError;

/// Retries of requests that failed for a moment.
///
/// A request is repeated if it was certainly not processed (no connection, or 429 with `Retry-After`), or if
/// repeating it has no further effect: reads, writes without a precondition, and requests with an idempotency key.
/// A request that timed out is not repeated.
#[derive(Clone, Debug, PartialEq)]
pub struct RetryPolicy {
    /// Maximum number of attempts, including the first one. Default: 4.
    pub attempts_max: u32,
    /// Wait before the first retry, doubled for each further one, and varied at random. Default: 200 ms.
    pub initial: Duration,
    /// Maximum wait. If the server asks for more with `Retry-After`, the error is returned. Default: 10 seconds.
    pub wait_max: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self { attempts_max: 4, initial: Duration::from_millis(200), wait_max: Duration::from_secs(10) }
    }
}

impl RetryPolicy {
    /// Never repeats a request.
    pub fn never() -> Self {
        Self { attempts_max: 1, ..Self::default() }
    }

    /// Returns the wait before the next attempt, or `None` if the error is final. `part` is a random part of one.
    pub(crate) fn wait(&self, attempt: u32, error: &ClientError, is_repeatable: bool, part: f64) -> Option<Duration> {
        let is_refused_early = error.is_limited() && error.retry_after().is_some();
        let is_safe = error.is_unsent() || is_refused_early || is_repeatable;
        let is_transient = error.is_unsent() || is_refused_early || (error.is_unavailable() && !error.is_timeout());
        if attempt >= self.attempts_max || !is_safe || !is_transient {
            return None;
        }
        let backoff = self.backoff(attempt, part);
        match error.retry_after() {
            Some(asked) if asked > self.wait_max => None,
            Some(asked) => Some(asked.max(backoff)),
            None => Some(backoff),
        }
    }

    /// Returns the wait after an attempt: between half of it and all of it, so that clients spread.
    pub(crate) fn backoff(&self, attempt: u32, part: f64) -> Duration {
        let doubled = self.initial.saturating_mul(2_u32.saturating_pow(attempt.saturating_sub(1)));
        doubled.min(self.wait_max).mul_f64(0.5 + part / 2.0)
    }
}

/// Returns a random number. The standard library seeds its hash maps from the operating system.
pub(crate) fn random() -> u64 {
    RandomState::new().hash_one(0)
}

/// Returns a random part of one.
pub(crate) fn random_part() -> f64 {
    f64::from(u32::try_from(random() >> 32).unwrap_or_default()) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: u16, retry_after: Option<u64>) -> ClientError {
        ClientError::refused(status, b"{}", None, retry_after.map(Duration::from_secs))
    }

    fn wait(error: &ClientError, is_repeatable: bool) -> Option<Duration> {
        RetryPolicy::default().wait(1, error, is_repeatable, 1.0)
    }

    #[test]
    fn only_transient_errors_of_safe_requests_are_retried() {
        let soon = Some(Duration::from_millis(200));
        assert_eq!(wait(&refused(503, None), true), soon);
        assert_eq!(wait(&refused(502, None), true), soon);
        assert_eq!(wait(&refused(503, None), false), None);
        for status in [400, 401, 403, 404, 409, 412, 500] {
            assert_eq!(wait(&refused(status, None), true), None, "{status}");
        }
        assert_eq!(wait(&ClientError::silent(), true), None);
    }

    #[test]
    fn a_request_beyond_a_rate_is_retried_when_the_server_says_and_a_full_tenant_is_not() {
        assert_eq!(wait(&refused(429, Some(2)), false), Some(Duration::from_secs(2)));
        assert_eq!(wait(&refused(429, None), true), None);
        assert_eq!(wait(&refused(429, Some(60)), true), None);
    }

    #[test]
    fn waits_double_up_to_their_maximum_and_attempts_end() {
        let policy = RetryPolicy { attempts_max: 9, ..RetryPolicy::default() };
        let waits: Vec<u128> = (1..9).map(|attempt| policy.backoff(attempt, 1.0).as_millis()).collect();
        assert_eq!(waits, [200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
        assert_eq!(policy.backoff(1, 0.0).as_millis(), 100);
        assert_eq!(policy.wait(9, &refused(503, None), true, 1.0), None);
        assert_eq!(RetryPolicy::never().wait(1, &refused(503, None), true, 1.0), None);
    }

    #[test]
    fn random_parts_are_parts_of_one() {
        assert!((0..1_000).all(|_| (0.0..=1.0).contains(&random_part())));
        assert_ne!(random(), random());
    }
}
