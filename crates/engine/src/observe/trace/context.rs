//! The trace that a run belongs to, in the terms of W3C Trace Context (Decision 0040).
//!
//! Trace IDs are computed, not random. One occurrence is one trace, regardless of which nodes attempt it and
//! how often, and nothing has to be stored for that. The trace ID is the first half of the idempotency key,
//! so a run is enough to find its trace.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use sha2::{Digest, Sha256};

use crate::model::{Fence, IdempotencyKey, Occurrence};

/// Whether requests tell receivers their trace.
static SENDS_TRACE_CONTEXT: AtomicBool = AtomicBool::new(false);

/// Sends the trace context to receivers from now on.
///
/// A program that exports spans calls this once per process, where it sets up logging. Without an export,
/// receivers get no trace context; otherwise they would join traces that are stored nowhere.
pub fn send_trace_context() {
    SENDS_TRACE_CONTEXT.store(true, Ordering::Relaxed);
}

/// Trace context of one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceContext {
    /// Trace ID, the same for every attempt of an occurrence.
    pub trace_id: [u8; 16],
    /// Span ID, different for every lease.
    pub span_id: [u8; 8],
}

impl TraceContext {
    /// Computes the trace context of an attempt.
    pub fn new(key: &IdempotencyKey, fence: Fence) -> Self {
        let bytes = key.bytes();
        let mut trace_id = [0; 16];
        trace_id.copy_from_slice(&bytes[..16]);
        Self { trace_id, span_id: span_id(bytes, &fence.0.to_be_bytes()) }
    }

    /// Returns the context of a child span. The same name always gives the same span.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        Self { span_id: span_id(&self.span_id, name.as_bytes()), ..*self }
    }

    /// Parses the text that [`TraceContext::traceparent`] writes.
    pub fn read(text: &str) -> Option<Self> {
        let (trace, span) = text.strip_prefix("00-")?.strip_suffix("-01")?.split_once('-')?;
        Some(Self { trace_id: parse_hex(trace)?, span_id: parse_hex(span)? })
    }

    /// Formats the context as the value of the `traceparent` header.
    pub fn traceparent(&self) -> String {
        let mut text = String::from("00-");
        for (bytes, end) in [(&self.trace_id[..], "-"), (&self.span_id[..], "-01")] {
            for byte in bytes {
                // Writing to a string cannot fail.
                write!(text, "{byte:02x}").ok();
            }
            text.push_str(end);
        }
        text
    }
}

/// Returns the `traceparent` header of an attempt, or `None` unless spans are exported.
pub(crate) fn traceparent(occurrence: &Occurrence) -> Option<String> {
    SENDS_TRACE_CONTEXT
        .load(Ordering::Relaxed)
        .then(|| TraceContext::new(&occurrence.idempotency_key(), occurrence.fence).traceparent())
}

fn parse_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let is_hex = text.len() == 2 * N && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)).filter(|_| is_hex) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    is_hex.then_some(bytes)
}

fn span_id(of: &[u8], name: &[u8]) -> [u8; 8] {
    let digest = Sha256::new().chain_update(of).chain_update(name).finalize();
    let mut id = [0; 8];
    id.copy_from_slice(&digest[..8]);
    id
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ScheduleId, ScheduleKey, Tenant};

    #[test]
    fn attempts_share_a_trace_and_have_spans_of_their_own() {
        let tenant = Tenant::new("default", "default").unwrap();
        let schedule = ScheduleKey { tenant, id: ScheduleId::new("a").unwrap() };
        let key = IdempotencyKey::new(&schedule, "2026-01-05", "");
        let (first, second) = (TraceContext::new(&key, Fence(1)), TraceContext::new(&key, Fence(2)));
        assert_eq!(first, TraceContext::new(&key, Fence(1)), "every node computes the same context");
        assert_eq!(first.trace_id, second.trace_id);
        assert_ne!(first.span_id, second.span_id);
        assert_ne!(first.child("rules").span_id, first.child("provider").span_id);
        let text = first.traceparent();
        assert_eq!((text.len(), &text[..35]), (55, format!("00-{}", &key.to_string()[..32]).as_str()));
        assert_eq!(TraceContext::read(&text), Some(first));
        for bad in ["", "00-", &text[..54], &text.replace("-01", "-00"), &text.replace("00-", "00-g")] {
            assert_eq!(TraceContext::read(bad), None, "{bad}");
        }
    }
}
