//! Splits the input into chunks of whole lines and passes each chunk on as soon as it is complete.

use std::io::{self, Read};

use crate::cli::batch::request::LINE_BYTES_MAX;

/// Maximum number of bytes per read.
const READ_BYTES: usize = 256 * 1024;

/// Iterator over chunks of lines. Every line ends with a newline, also the last one. A line over the limit is
/// truncated to one byte more than the limit, which marks it as too long.
pub(super) struct Chunks<R> {
    input: R,
    /// Start of a line whose end has not been read yet.
    open: Vec<u8>,
    /// Whether the rest of the open line is being discarded.
    is_over: bool,
    is_ended: bool,
}

impl<R: Read> Chunks<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, open: Vec::new(), is_over: false, is_ended: false }
    }

    /// Returns the next chunk, or `None` at the end of the input.
    pub(super) fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        while !self.is_ended {
            if let Some(chunk) = self.read()? {
                return Ok(Some(chunk));
            }
        }
        Ok(None)
    }

    /// Reads once and returns the whole lines read so far as a chunk.
    fn read(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut chunk = std::mem::take(&mut self.open);
        let kept = chunk.len();
        chunk.resize(kept + READ_BYTES, 0);
        let count = loop {
            match self.input.read(&mut chunk[kept..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        chunk.truncate(kept + count);
        if count == 0 {
            self.is_ended = true;
            if chunk.is_empty() {
                return Ok(None);
            }
            chunk.push(b'\n');
            return Ok(Some(chunk));
        }
        if self.is_over {
            let Some(end) = memchr::memchr(b'\n', &chunk[kept..]) else {
                chunk.truncate(kept);
                self.open = chunk;
                return Ok(None);
            };
            self.is_over = false;
            chunk.drain(kept..kept + end);
        }
        match memchr::memrchr(b'\n', &chunk[kept..]) {
            Some(end) => {
                self.open = chunk.split_off(kept + end + 1);
                self.check_open();
                Ok(Some(chunk))
            }
            None => {
                self.open = chunk;
                self.check_open();
                Ok(None)
            }
        }
    }

    fn check_open(&mut self) {
        if self.open.len() > LINE_BYTES_MAX {
            self.open.truncate(LINE_BYTES_MAX + 1);
            self.is_over = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns at most the given number of bytes per call.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn lines(input: &[u8], step: usize) -> Vec<Vec<u8>> {
        let mut chunks = Chunks::new(Slow(input, step));
        let mut all = Vec::new();
        while let Some(chunk) = chunks.next().unwrap() {
            assert_eq!(chunk.last(), Some(&b'\n'));
            all.extend(chunk);
        }
        all.pop();
        all.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
    }

    #[test]
    fn chunks_contain_whole_lines_for_any_read_size() {
        for step in [1, 2, 3, 7, 1000] {
            assert_eq!(lines(b"one\n\nthree\r\nlast", step), [&b"one"[..], b"", b"three\r", b"last"], "{step}");
            assert_eq!(lines(b"one\n", step), [b"one"], "{step}");
        }
    }

    #[test]
    fn a_complete_line_is_returned_before_the_next_read() {
        let mut chunks = Chunks::new(Slow(b"one\ntwo\n", 4));
        assert_eq!(chunks.next().unwrap().unwrap(), b"one\n");
    }

    #[test]
    fn lines_over_the_limit_are_truncated() {
        let long = vec![b'x'; 10_000_000];
        for step in [65_536, 999_999, usize::MAX] {
            let input = [b"a\n", &long[..], b"\nb\n", &long[..LINE_BYTES_MAX], b"\n", &long[..]].concat();
            let lengths: Vec<usize> = lines(&input, step).iter().map(Vec::len).collect();
            assert_eq!(lengths.len(), 5);
            assert_eq!((lengths[0], lengths[2], lengths[3]), (1, 1, LINE_BYTES_MAX));
            for over in [lengths[1], lengths[4]] {
                assert!(over > LINE_BYTES_MAX && over <= LINE_BYTES_MAX + READ_BYTES, "{step}: {over}");
            }
        }
    }
}
