//! Encodes many texts as one argument of a script. The encoding is MessagePack, which the server decodes in one
//! step instead of creating an object for each text and passing each to the script.

/// Nested lists of texts.
#[derive(Debug, Default)]
pub(super) struct Blob(Vec<u8>);

impl Blob {
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    pub(super) fn done(self) -> Vec<u8> {
        self.0
    }

    /// Starts a list with this number of elements, which follow.
    pub(super) fn list(&mut self, parts: usize) -> &mut Self {
        self.0.push(0xdd);
        self.0.extend_from_slice(&(parts as u32).to_be_bytes());
        self
    }

    /// Starts a list whose length is known only after its elements were written. The length must then be passed
    /// to [`Blob::end`].
    pub(super) fn begin(&mut self) -> usize {
        self.list(0);
        self.0.len()
    }

    pub(super) fn end(&mut self, begun: usize, parts: usize) {
        self.0[begun - 4..begun].copy_from_slice(&(parts as u32).to_be_bytes());
    }

    pub(super) fn text(&mut self, text: impl AsRef<[u8]>) -> &mut Self {
        let text = text.as_ref();
        match text.len() {
            length @ 0..32 => self.0.push(0xa0 | length as u8),
            length @ 32..256 => self.0.extend_from_slice(&[0xd9, length as u8]),
            length => {
                self.0.push(0xdb);
                self.0.extend_from_slice(&(length as u32).to_be_bytes());
            }
        }
        self.0.extend_from_slice(text);
        self
    }

    /// Appends a number as text, the form that commands expect.
    pub(super) fn number(&mut self, number: i64) -> &mut Self {
        let mut digits = [0; 20];
        let mut start = digits.len();
        let mut left = number.unsigned_abs();
        loop {
            start -= 1;
            digits[start] = b'0' + (left % 10) as u8;
            left /= 10;
            if left == 0 {
                break;
            }
        }
        if number < 0 {
            start -= 1;
            digits[start] = b'-';
        }
        self.text(&digits[start..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_headers_match_their_lengths() {
        let heads = [(0, vec![0xa0]), (31, vec![0xbf]), (32, vec![0xd9, 32]), (255, vec![0xd9, 255])];
        for (length, head) in heads.into_iter().chain([(256, vec![0xdb, 0, 0, 1, 0])]) {
            let mut blob = Blob::default();
            blob.text("x".repeat(length));
            assert!(blob.0.starts_with(&head) && blob.0.len() == head.len() + length, "{length}");
        }
    }

    #[test]
    fn numbers_are_encoded_as_text() {
        for number in [0, 7, -7, 1_800_000_000_000_000, i64::MAX, i64::MIN] {
            let mut blob = Blob::default();
            blob.number(number);
            assert_eq!(&blob.0[1..], number.to_string().as_bytes());
        }
    }

    #[test]
    fn list_length_can_be_set_at_the_end() {
        let (mut counted, mut known) = (Blob::default(), Blob::default());
        let begun = counted.begin();
        counted.text("a").text("b");
        counted.end(begun, 2);
        known.list(2).text("a").text("b");
        assert_eq!(counted.done(), known.done());
    }
}
