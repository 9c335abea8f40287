//! Text with positions: unfolded content lines, split into pieces that keep their columns.

use crate::error::{Error, ErrorCode, quoted};

/// The lines of a text, with folded lines joined.
pub(super) struct UnfoldedText {
    text: String,
    /// Column of every byte of `text` and of its end, in characters of the original from 1.
    columns: Vec<u32>,
}

impl UnfoldedText {
    /// Joins each line that begins with a space or a tab to the previous line (RFC 5545, 3.1).
    pub(super) fn new(original: &str) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut columns = Vec::with_capacity(original.len() + 1);
        let mut rest = original;
        let mut column = 1;
        while let Some(first) = rest.chars().next() {
            let fold = ["\r\n ", "\r\n\t", "\n ", "\n\t"].into_iter().find(|fold| rest.starts_with(fold));
            if let Some(fold) = fold {
                rest = &rest[fold.len()..];
                column += fold.len() as u32;
                continue;
            }
            text.push(first);
            columns.extend(std::iter::repeat_n(column, first.len_utf8()));
            rest = &rest[first.len_utf8()..];
            column += 1;
        }
        columns.push(column);
        Self { text, columns }
    }

    /// Returns the non-empty lines, trimmed.
    pub(super) fn lines(&self) -> impl Iterator<Item = Piece<'_>> {
        let whole = Piece { text: &self.text, columns: &self.columns };
        whole.split('\n').map(Piece::trimmed).filter(|line| !line.text.is_empty())
    }
}

/// A part of an unfolded text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    /// Columns, one per byte and one for the end.
    columns: &'a [u32],
}

impl<'a> Piece<'a> {
    /// Returns the bytes `from..until`, which must be character boundaries.
    pub(super) fn cut(self, from: usize, until: usize) -> Self {
        Self { text: &self.text[from..until], columns: &self.columns[from..=until] }
    }

    pub(super) fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let piece = rest?;
            let (head, tail) = piece.split_once(separator).map_or((piece, None), |(head, tail)| (head, Some(tail)));
            rest = tail;
            Some(head)
        })
    }

    pub(super) fn split_once(self, separator: char) -> Option<(Self, Self)> {
        let at = self.text.find(separator)?;
        Some((self.cut(0, at), self.cut(at + separator.len_utf8(), self.text.len())))
    }

    pub(super) fn trimmed(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        let end = self.text.trim_end().len().max(start);
        self.cut(start, end)
    }

    /// Removes the quotation marks around the text, if there are any.
    pub(super) fn unquoted(self) -> Self {
        let inside = self.text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        inside.map_or(self, |inside| self.cut(1, 1 + inside.len()))
    }

    pub(super) fn is(self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    /// Returns the column at which the piece begins.
    pub(super) fn column(self) -> usize {
        self.columns[0] as usize
    }

    /// Returns an error at the position of this piece.
    pub(super) fn error(self, code: ErrorCode, message: impl Into<String>) -> Error {
        Error::new(code, message).at_column(self.column())
    }

    /// Parses an unsigned number of ASCII digits. The error says what was expected.
    pub(super) fn number(self, what: &str) -> Result<i64, Error> {
        if self.text.is_empty() || !self.text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.error(ErrorCode::BadValue, format!("{} is not {what}", quoted(self.text))));
        }
        // More digits than any limit has; the caller's range check rejects the value.
        Ok(self.text.parse().unwrap_or(i64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_keep_their_columns_through_folds() {
        let unfolded = UnfoldedText::new("\n é:1\r\n 2,3\r\nRRULE:x  \n");
        let lines: Vec<Piece<'_>> = unfolded.lines().collect();
        assert_eq!(lines.iter().map(|line| line.text).collect::<Vec<_>>(), ["é:12,3", "RRULE:x"]);
        let (name, value) = lines[0].split_once(':').unwrap();
        assert_eq!((name.column(), value.column()), (3, 5));
        assert_eq!(
            value.split(',').map(|piece| (piece.text, piece.column())).collect::<Vec<_>>(),
            [("12", 5), ("3", 11)]
        );
        assert_eq!(lines[1].column(), 14);
        assert_eq!(lines[1].cut(7, 7).column(), 21);
    }
}
