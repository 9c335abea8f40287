//! One token of a phrase.

/// A word, a number, a time or a comma.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// In lower case, without the dots of `a.m.`; `&` is `and`.
    pub(super) text: String,
    /// As it was written.
    pub(super) raw: String,
    /// Position of its first character, counted from 1.
    pub(super) column: usize,
}

impl Token {
    pub(super) fn new(raw: &str, column: usize) -> Self {
        let lower = raw.to_lowercase();
        let text = match lower.trim_end_matches('.') {
            "&" | "+" => "and".to_owned(),
            ";" => ",".to_owned(),
            lower if lower.ends_with("a.m") || lower.ends_with("p.m") => lower.replace('.', ""),
            lower => lower.to_owned(),
        };
        Self { text, raw: raw.to_owned(), column }
    }
}
