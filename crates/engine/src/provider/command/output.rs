//! Keeps the end of a program's output, limited to a fixed number of bytes.

use std::collections::VecDeque;

use tokio::io::{AsyncRead, AsyncReadExt};

/// Number of bytes kept from the end of the output.
pub(super) const OUTPUT_BYTES_MAX: usize = 64 * 1024;
/// Number of bytes used in a message. The ledger cuts messages at 2,048 bytes.
const MESSAGE_BYTES_MAX: usize = 1_800;
/// Number of bytes read at once.
const CHUNK_BYTES: usize = 16 * 1024;

/// The end of a program's output.
#[derive(Debug, Default)]
pub(super) struct Tail {
    kept: VecDeque<u8>,
    was_cut: bool,
}

impl Tail {
    pub(super) fn add(&mut self, chunk: &[u8]) {
        self.kept.extend(chunk);
        let over = self.kept.len().saturating_sub(OUTPUT_BYTES_MAX);
        self.was_cut |= over > 0;
        self.kept.drain(..over);
    }

    /// Returns the last part of the output as text, for a message.
    pub(super) fn output_tail(&self) -> String {
        let start = self.kept.len().saturating_sub(MESSAGE_BYTES_MAX);
        let bytes: Vec<u8> = self.kept.iter().skip(start).copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == char::REPLACEMENT_CHARACTER || c == '\0');
        if start > 0 || self.was_cut { format!("…{text}") } else { text.to_owned() }
    }
}

/// Reads until the end of the stream.
pub(super) async fn follow(mut from: impl AsyncRead + Unpin, tail: &std::sync::Mutex<Tail>) {
    let mut chunk = vec![0; CHUNK_BYTES];
    // A broken pipe counts as the end.
    while let Ok(bytes) = from.read(&mut chunk).await
        && bytes > 0
    {
        tail.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(&chunk[..bytes]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept() {
        let mut tail = Tail::default();
        tail.add(b"a line\n");
        assert_eq!(tail.output_tail(), "a line");
        for _ in 0..10_000 {
            tail.add(b"0123456789abcdef");
        }
        tail.add(b"\nthe end\n");
        assert_eq!(tail.kept.len(), OUTPUT_BYTES_MAX);
        let output_tail = tail.output_tail();
        assert!(
            output_tail.starts_with('…') && output_tail.ends_with("the end") && output_tail.len() < 2_000,
            "{output_tail}"
        );
    }
}
