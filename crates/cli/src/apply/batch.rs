//! Splits documents into requests that the server accepts.

use std::ops::Range;

use serde_json::value::RawValue;

/// Maximum number of documents per request, as the server has it.
const DOCUMENTS_MAX: usize = 500;
/// Size of the documents of one request, in bytes. The server accepts bodies of 1 MiB by default.
const BYTES_MAX: usize = 900 * 1024;

/// Returns the ranges of documents that are sent together, in order. A document that is too large is sent alone, so
/// that the server's error is about it.
pub(super) fn batches(documents: &[Box<RawValue>]) -> Vec<Range<usize>> {
    let mut batches = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (index, document) in documents.iter().enumerate() {
        let length = document.get().len() + 1;
        let is_full = index - start == DOCUMENTS_MAX || bytes + length > BYTES_MAX;
        if is_full && index > start {
            batches.push(start..index);
            (start, bytes) = (index, 0);
        }
        bytes += length;
    }
    if start < documents.len() {
        batches.push(start..documents.len());
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents(lengths: &[usize]) -> Vec<Box<RawValue>> {
        let text = |length: &usize| format!("\"{}\"", "x".repeat(length - 2));
        lengths.iter().map(|length| RawValue::from_string(text(length)).unwrap()).collect()
    }

    #[test]
    fn batches_are_limited_by_number_and_size() {
        assert_eq!(batches(&[]), []);
        assert_eq!(batches(&documents(&[10; 1_001])), [0..500, 500..1_000, 1_000..1_001]);
        let half = BYTES_MAX / 2;
        assert_eq!(batches(&documents(&[half, half, 10, 2 * BYTES_MAX, 10])), [0..1, 1..3, 3..4, 4..5]);
    }
}
