//! Splits the text of an event stream into messages, however the network cut it.

use std::time::Duration;

/// Maximum length of a message that is not complete yet, in bytes. The server's messages are far shorter.
const PENDING_MAX: usize = 4 << 20;

/// A message of an event stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) name: String,
    pub(super) data: String,
    pub(super) id: Option<String>,
    pub(super) retry: Option<Duration>,
}

/// Collects the bytes of a stream until a message is complete.
#[derive(Debug, Default)]
pub(super) struct Parser {
    pending: Vec<u8>,
    message: Message,
    has_data: bool,
}

impl Parser {
    /// Adds bytes, and returns the messages that are complete now.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<Message> {
        self.pending.extend_from_slice(bytes);
        let mut messages = Vec::new();
        while let Some(end) = self.pending.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.pending.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line);
            messages.extend(self.line(line.trim_end_matches(['\n', '\r'])));
        }
        if self.pending.len() > PENDING_MAX {
            self.pending.clear();
        }
        messages
    }

    /// Reads a line. An empty one ends the message.
    fn line(&mut self, line: &str) -> Option<Message> {
        if line.is_empty() {
            let message = std::mem::take(&mut self.message);
            return std::mem::take(&mut self.has_data).then_some(message);
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.message.name),
            "id" => self.message.id = Some(value.to_owned()),
            "retry" => self.message.retry = value.parse().ok().map(Duration::from_millis),
            "data" => {
                if self.has_data {
                    self.message.data.push('\n');
                }
                self.has_data = true;
                self.message.data.push_str(value);
            }
            // A comment, or a field of a later standard.
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &str = "event: open\nretry: 2000\ndata: {\"node\":\"a\"}\n\n: heartbeat\n\nid: era-7\nevent: completed\n\
                          data: {\"note\":\ndata: \"ü\"}\n\ndata\r\n\r\nevent: unfinished\ndata: x\n";

    fn messages() -> Vec<Message> {
        let message =
            |name: &str, data: &str| Message { name: name.to_owned(), data: data.to_owned(), ..Message::default() };
        vec![
            Message { retry: Some(Duration::from_secs(2)), ..message("open", "{\"node\":\"a\"}") },
            Message { id: Some("era-7".to_owned()), ..message("completed", "{\"note\":\n\"ü\"}") },
            message("", ""),
        ]
    }

    #[test]
    fn a_stream_is_read_however_it_is_cut() {
        for size in [1, 2, 3, 7, STREAM.len()] {
            let mut parser = Parser::default();
            let read: Vec<Message> = STREAM.as_bytes().chunks(size).flat_map(|bytes| parser.push(bytes)).collect();
            assert_eq!(read, messages(), "in parts of {size} bytes");
        }
    }

    #[test]
    fn a_line_without_an_end_does_not_fill_the_memory() {
        let mut parser = Parser::default();
        for _ in 0..6 {
            assert_eq!(parser.push(&vec![b'x'; 1 << 20]), []);
        }
        assert!(parser.pending.len() <= PENDING_MAX);
    }
}
