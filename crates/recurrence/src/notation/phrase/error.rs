//! The errors of phrases, each with a hint that shows an accepted phrase.

use super::names::vocabulary;
use super::suggest::nearest_phrase;
use super::token::Token;
use crate::error::{Error, ErrorCode, nearest, quoted};

/// Words about when a schedule begins and ends, which its recurrence does not say.
const BOUNDS: [&str; 6] = ["starting", "beginning", "until", "till", "ending", "since"];

/// A word that fits no clause.
pub(super) fn unexpected(token: &Token, text: &str) -> Error {
    let word = token.text.as_str();
    let is_known = BOUNDS.contains(&word) || vocabulary().any(|known| known == word);
    let code = if is_known { ErrorCode::BadValue } else { ErrorCode::UnknownName };
    let message = format!("{} is not expected here", quoted(&token.raw));
    Error::new(code, message).at_column(token.column).with_hint(hint(word, vocabulary(), text))
}

/// Says what to write instead of a word.
fn hint<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>, text: &str) -> String {
    if BOUNDS.contains(&word) {
        return "set `starts_at` and `ends_at` of the schedule instead".to_owned();
    }
    if ["morning", "afternoon", "evening", "night"].iter().any(|part| word.starts_with(part)) {
        return "name the time, such as `every day at 6am`".to_owned();
    }
    match nearest(word, candidates).filter(|near| *near != word) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("for example `{}`", nearest_phrase(text)),
    }
}

/// A word that is not one of those that must follow.
pub(super) fn expected<'a>(
    what: &str,
    token: &Token,
    candidates: impl IntoIterator<Item = &'a str>,
    text: &str,
) -> Error {
    let message = format!("expected {what}, found {}", quoted(&token.raw));
    let hint = hint(&token.text, candidates, text);
    Error::new(ErrorCode::UnknownName, message).at_column(token.column).with_hint(hint)
}

/// A text that ends too early.
pub(super) fn ends_early(what: &str, column: usize, text: &str) -> Error {
    Error::new(ErrorCode::BadValue, format!("expected {what}, found the end of the text"))
        .at_column(column)
        .with_hint(format!("for example `{}`", nearest_phrase(text)))
}

/// A text with two readings. The hint names both.
pub(super) fn ambiguous(what: &str, column: usize, readings: [&str; 2]) -> Error {
    let [one, other] = readings;
    Error::new(ErrorCode::Conflict, format!("{} has two readings", quoted(what)))
        .at_column(column)
        .with_hint(format!("write `{one}` or `{other}`"))
}

/// Two clauses that exclude each other.
pub(super) fn conflict(message: impl Into<String>, hint: impl Into<String>) -> Error {
    Error::new(ErrorCode::Conflict, message).at_column(1).with_hint(hint)
}
