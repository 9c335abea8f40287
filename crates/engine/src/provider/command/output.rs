//! What a program says, kept from its end backwards: however much it is, so much and no more is held.

use std::collections::VecDeque;

use tokio::io::{AsyncRead, AsyncReadExt};

/// So much of the end is kept, in bytes.
pub(super) const OUTPUT_BYTES_MAX: usize = 64 * 1024;
/// So much of it goes into a message, in bytes; the ledger cuts messages at 2,048.
const SAID_BYTES_MAX: usize = 1_800;
/// So much is read at once, in bytes.
const CHUNK_BYTES: usize = 16 * 1024;

/// The end of what was said.
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

    /// The last of it as text, for a message.
    pub(super) fn said(&self) -> String {
        let start = self.kept.len().saturating_sub(SAID_BYTES_MAX);
        let bytes: Vec<u8> = self.kept.iter().skip(start).copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == char::REPLACEMENT_CHARACTER || c == '\0');
        if start > 0 || self.was_cut { format!("…{text}") } else { text.to_owned() }
    }
}

/// Reads until there is no more.
pub(super) async fn follow(mut from: impl AsyncRead + Unpin, tail: &std::sync::Mutex<Tail>) {
    let mut chunk = vec![0; CHUNK_BYTES];
    // A pipe that breaks has no more to say.
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
        assert_eq!(tail.said(), "a line");
        for _ in 0..10_000 {
            tail.add(b"0123456789abcdef");
        }
        tail.add(b"\nthe end\n");
        assert_eq!(tail.kept.len(), OUTPUT_BYTES_MAX);
        let said = tail.said();
        assert!(said.starts_with('…') && said.ends_with("the end") && said.len() < 2_000, "{said}");
    }
}
