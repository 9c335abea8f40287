//! Maps a response to an outcome. Only a 2xx status is a success, whatever the body says.

use jiff::fmt::rfc2822;
use jiff::{SignedDuration, Timestamp};

use crate::model::FailReason;
use crate::outcome::Outcome;

/// Upper bound for the `Retry-After` header.
const RETRY_AFTER_MAX: SignedDuration = SignedDuration::from_hours(24);

/// Response of a receiver.
#[derive(Clone, Debug)]
pub(super) struct Answer<'a> {
    pub(super) host: &'a str,
    pub(super) status: u16,
    /// `Retry-After` header, unparsed.
    pub(super) retry_after: Option<&'a str>,
    /// Beginning of the body, without secrets.
    pub(super) excerpt: &'a str,
}

/// Returns the outcome for a response.
pub(super) fn outcome(answer: &Answer<'_>, now: Timestamp) -> Outcome {
    let Answer { host, status, .. } = answer;
    let said = if answer.excerpt.is_empty() { String::new() } else { format!(": {}", answer.excerpt) };
    let message = format!("{host} answered {status}{said}");
    match status {
        200..=299 => Outcome::DELIVERED,
        300..=399 => Outcome::rejected(format!("{host} answered {status}, a redirect that is not followed")),
        408 | 425 | 429 | 500..=599 => {
            let retry_after = answer.retry_after.and_then(|text| parse_retry_after(text, now));
            Outcome::Retryable { reason: FailReason::AttemptsExhausted, message, retry_after }
        }
        410 => Outcome::Rejected { reason: FailReason::Gone, message },
        _ => Outcome::rejected(message),
    }
}

/// Parses `Retry-After`: a number of seconds or a date.
fn parse_retry_after(text: &str, now: Timestamp) -> Option<SignedDuration> {
    let text = text.trim();
    let requested = match text.parse::<u32>() {
        Ok(seconds) => SignedDuration::from_secs(seconds.into()),
        Err(_) => rfc2822::DateTimeParser::new().parse_timestamp(text).ok()?.duration_since(now),
    };
    Some(requested.clamp(SignedDuration::ZERO, RETRY_AFTER_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(status: u16, retry_after: Option<&str>) -> Outcome {
        let now = "2026-11-06T08:49:07Z".parse().unwrap();
        outcome(&Answer { host: "example.com", status, retry_after, excerpt: "no" }, now)
    }

    #[test]
    fn only_answers_in_the_two_hundreds_are_successes() {
        for status in [200, 201, 202, 204, 226, 299] {
            assert_eq!(of(status, None), Outcome::DELIVERED);
        }
        for status in [301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 409, 413, 422, 451, 600, 999] {
            assert!(matches!(of(status, None), Outcome::Rejected { reason: FailReason::Rejected, .. }), "{status}");
        }
        for status in [408, 425, 429, 500, 502, 503, 504, 599] {
            assert!(matches!(of(status, None), Outcome::Retryable { .. }), "{status}");
        }
        let gone = Outcome::Rejected { reason: FailReason::Gone, message: "example.com answered 410: no".to_owned() };
        assert_eq!(of(410, None), gone);
    }

    #[test]
    fn a_receiver_may_ask_to_be_left_alone_in_seconds_or_until_a_date() {
        for (text, seconds) in [
            ("120", Some(120)),
            (" 0 ", Some(0)),
            ("4000000000", Some(86_400)),
            ("99999999999999999999", None),
            ("Fri, 06 Nov 2026 08:49:37 GMT", Some(30)),
            ("Fri, 06 Nov 2026 08:00:00 GMT", Some(0)),
            ("soon", None),
            ("-1", None),
            ("", None),
        ] {
            let Outcome::Retryable { retry_after, .. } = of(503, Some(text)) else { panic!("{text}") };
            assert_eq!(retry_after.map(|parse_retry_after| parse_retry_after.as_secs()), seconds, "{text}");
        }
    }
}
