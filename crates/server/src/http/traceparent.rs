//! The trace that a request belongs to, from the W3C Trace Context header `traceparent`.

use axum::http::{HeaderMap, HeaderName};

/// Header with the trace and the calling span.
pub(crate) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// A trace that a caller has started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trace {
    /// Trace ID, 32 hexadecimal digits.
    id: String,
    /// Trace flags, two hexadecimal digits.
    flags: String,
}

impl Trace {
    /// Returns the trace ID.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Returns the header of the response: the same trace with a new span.
    pub(crate) fn answer(&self) -> String {
        let mut span = [0_u8; 8];
        getrandom::fill(&mut span).expect("the system must provide random numbers");
        let span: String = span.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("00-{}-{span}-{}", self.id, self.flags)
    }
}

/// Returns the trace of a request. A missing or invalid header yields `None` and does not reject the request.
pub(crate) fn of(headers: &HeaderMap) -> Option<Trace> {
    read(headers.get(TRACEPARENT)?.to_str().ok()?)
}

fn read(text: &str) -> Option<Trace> {
    let mut parts = text.split('-');
    let (version, id, span, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    // Later versions may have more parts; version 00 has exactly four.
    let has_more = parts.next().is_some();
    let is_fine = is_hex(version, 2)
        && version != "ff"
        && (version != "00" || !has_more)
        && is_hex(id, 32)
        && is_hex(span, 16)
        && is_hex(flags, 2)
        && [id, span].iter().all(|part| part.bytes().any(|byte| byte != b'0'));
    is_fine.then(|| Trace { id: id.to_owned(), flags: flags.to_owned() })
}

fn is_hex(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

    #[test]
    fn a_trace_is_read_and_answered_with_a_span_of_our_own() {
        let given = format!("00-{ID}-00f067aa0ba902b7-01");
        let trace = read(&given).unwrap();
        assert_eq!(trace.id(), ID);
        let answer = trace.answer();
        assert!(answer != given && answer.ends_with("-01"), "{answer}");
        assert_eq!(read(&answer).unwrap().id(), ID);
        assert!(read(&format!("01-{ID}-00f067aa0ba902b7-01-more")).is_some());
    }

    #[test]
    fn invalid_traceparents_are_ignored() {
        for text in [
            "",
            "00",
            &format!("00-{ID}-00f067aa0ba902b7"),
            &format!("00-{ID}-00f067aa0ba902b7-01-more"),
            &format!("ff-{ID}-00f067aa0ba902b7-01"),
            &format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)),
            &format!("00-{ID}-{}-01", "0".repeat(16)),
            &format!("00-{}-00f067aa0ba902b7-01", ID.to_uppercase()),
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
