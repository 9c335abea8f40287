//! Converts the outcome of an attempt into the ending to record. A pure function, including the random delays.

use jiff::{SignedDuration, Timestamp};

use crate::model::{FailReason, IdempotencyKey, Retry};
use crate::outcome::Outcome;
use crate::store::Ending;

/// Facts about an attempt that has ended.
#[derive(Clone, Copy, Debug)]
pub struct FinishedAttempt<'a> {
    /// Number of the attempt, counted from 1.
    pub attempt: u32,
    /// Start time of the first attempt.
    pub first_started_at: Timestamp,
    /// Seed of the random part of the delay, so that the same failure always waits the same time.
    pub key: IdempotencyKey,
    /// Retry policy of the schedule.
    pub retry: &'a Retry,
}

/// Returns the ending to record.
pub fn ending(outcome: Outcome, tried: &FinishedAttempt<'_>, now: Timestamp) -> Ending {
    match outcome {
        Outcome::Delivered { target, .. } => Ending::Succeeded { target, message: None },
        Outcome::Skipped { reason, message } => Ending::Skipped { reason, message },
        Outcome::Rejected { reason, message } => Ending::Failed { reason, message: Some(message) },
        Outcome::Delayed { until, message } => Ending::Retry { at: until, message },
        Outcome::Retryable { reason, message, retry_after } => match next_attempt_at(tried, retry_after, now) {
            Some(at) => Ending::Retry { at, message: Some(message) },
            None => Ending::Failed { reason: last_reason(reason, tried), message: Some(message) },
        },
    }
}

/// Returns the time of the next attempt. None if there is no other attempt.
pub fn next_attempt_at(
    tried: &FinishedAttempt<'_>,
    retry_after: Option<SignedDuration>,
    now: Timestamp,
) -> Option<Timestamp> {
    let retry = tried.retry;
    if tried.attempt >= retry.max_attempts {
        return None;
    }
    let wait = wait_before_jitter(retry, tried.attempt).mul_f64(share(tried));
    let at = now.checked_add(wait.max(retry_after.unwrap_or_default())).ok()?;
    let ends_at = tried.first_started_at.saturating_add(retry.max_elapsed.duration()).unwrap_or(Timestamp::MAX);
    (at <= ends_at).then_some(at)
}

/// Returns the longest delay after this attempt.
fn wait_before_jitter(retry: &Retry, attempt: u32) -> SignedDuration {
    let longest = retry.max_interval.duration();
    let factor = retry.factor.max(1.0).powi(i32::try_from(attempt.saturating_sub(1)).unwrap_or(i32::MAX));
    let wait = retry.initial.duration().as_secs_f64() * factor;
    SignedDuration::try_from_secs_f64(wait).unwrap_or(longest).min(longest)
}

/// Returns a fraction between 0 and 1, spread evenly over occurrences and attempts, so that occurrences that
/// failed together do not come back together.
fn share(tried: &FinishedAttempt<'_>) -> f64 {
    let mut bits = u64::from(tried.attempt).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ tried.key.low_bits();
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^= bits >> 31;
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// Returns the reason of the final failure. With a single allowed attempt, a rejection is its own reason; with
/// several, the reason is `attempts_exhausted`.
fn last_reason(reason: FailReason, tried: &FinishedAttempt<'_>) -> FailReason {
    match reason {
        FailReason::Rejected if tried.retry.max_attempts > 1 => FailReason::AttemptsExhausted,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use refrain_recurrence::Length;

    use super::*;
    use crate::model::{ScheduleId, ScheduleKey, Tenant};

    fn key(period: &str) -> IdempotencyKey {
        let tenant = Tenant::new("default", "acme").unwrap();
        IdempotencyKey::new(&ScheduleKey { tenant, id: ScheduleId::new("a").unwrap() }, period, "")
    }

    fn tried<'a>(retry: &'a Retry, attempt: u32, period: &str) -> FinishedAttempt<'a> {
        FinishedAttempt { attempt, first_started_at: Timestamp::UNIX_EPOCH, key: key(period), retry }
    }

    #[test]
    fn waits_grow_up_to_their_limit_and_are_spread_over_the_whole() {
        let retry = Retry { max_attempts: 50, ..Retry::default() };
        for (attempt, longest) in [(1, 10), (2, 20), (3, 40), (9, 2_560), (10, 3_600), (40, 3_600)] {
            let waits: Vec<f64> = (0..400)
                .map(|n| next_attempt_at(&tried(&retry, attempt, &n.to_string()), None, Timestamp::UNIX_EPOCH).unwrap())
                .map(|at| at.duration_since(Timestamp::UNIX_EPOCH).as_secs_f64() / f64::from(longest))
                .collect();
            let mean = waits.iter().sum::<f64>() / 400.0;
            assert!(waits.iter().all(|wait| (0.0..=1.0).contains(wait)), "attempt {attempt}");
            assert!((0.42..0.58).contains(&mean), "attempt {attempt}: {mean}");
        }
    }

    #[test]
    fn attempts_end_by_number_and_by_time() {
        let retry = Retry { max_attempts: 3, max_elapsed: Length::from_seconds(100), ..Retry::default() };
        let at = |second| Timestamp::from_second(second).unwrap();
        assert!(next_attempt_at(&tried(&retry, 2, "a"), None, at(0)).is_some());
        assert_eq!(next_attempt_at(&tried(&retry, 3, "a"), None, at(0)), None);
        assert_eq!(next_attempt_at(&tried(&retry, 1, "a"), None, at(101)), None);
        // A receiver that asks for a longer delay than `max_elapsed` allows gets no other attempt.
        assert_eq!(next_attempt_at(&tried(&retry, 1, "a"), Some(SignedDuration::from_secs(200)), at(0)), None);
        let patient = next_attempt_at(&tried(&retry, 1, "a"), Some(SignedDuration::from_secs(50)), at(0));
        assert_eq!(patient, Some(at(50)));
    }

    #[test]
    fn every_outcome_maps_to_an_ending() {
        let retry = Retry { max_attempts: 2, ..Retry::default() };
        let now = Timestamp::UNIX_EPOCH;
        let end = |outcome, attempt| ending(outcome, &tried(&retry, attempt, "a"), now);
        assert_eq!(end(Outcome::DELIVERED, 1), Ending::SUCCEEDED);
        assert!(matches!(end(Outcome::retryable("x"), 1), Ending::Retry { message: Some(_), .. }));
        let failed = |reason| Ending::Failed { reason, message: Some("x".to_owned()) };
        assert_eq!(end(Outcome::retryable("x"), 2), failed(FailReason::AttemptsExhausted));
        assert_eq!(end(Outcome::rejected("x"), 1), failed(FailReason::Rejected));
        let timeout = Outcome::Retryable { reason: FailReason::Timeout, message: "x".to_owned(), retry_after: None };
        assert_eq!(end(timeout, 2), failed(FailReason::Timeout));
        assert_eq!(end(Outcome::Delayed { until: now, message: None }, 2), Ending::Retry { at: now, message: None });
    }
}
