//! Errors of a definition: a stable code, a message that names the value, the column of the value, and a hint on
//! how to fix it.

use std::fmt;

/// An invalid definition: a stable code, a message, and where possible the column and a hint.
///
/// ```
/// use refrain_recurrence::{ErrorCode, CompiledRecurrence};
///
/// let error = CompiledRecurrence::cron("0 9 * * MUN", "Europe/Berlin").unwrap_err();
/// assert_eq!(error.code(), ErrorCode::UnknownName);
/// assert_eq!(error.column(), Some(9));
/// assert_eq!(error.hint(), Some("did you mean MON?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    code: ErrorCode,
    message: String,
    column: Option<usize>,
    hint: Option<String>,
}

/// Stable code of an [`Error`]. New codes may be added; the names of existing ones never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// A cron expression has too few or too many fields.
    BadFieldCount,
    /// A part of the text is not a valid value in its position.
    BadValue,
    /// A number or a date is outside its allowed range.
    OutOfRange,
    /// A step or an interval is zero, negative, missing or too large.
    BadStep,
    /// The name of a month, weekday, macro, unit or property is not known.
    UnknownName,
    /// The time zone is not in the IANA database.
    UnknownZone,
    /// The cron dialect is not supported.
    UnknownDialect,
    /// The syntax is valid in another dialect, but not in the chosen one.
    NotInDialect,
    /// A text or a list exceeds its limit.
    TooLong,
    /// Two parts of the definition contradict each other.
    Conflict,
    /// The recurrence can never match, such as February 30.
    NeverFires,
}

impl ErrorCode {
    /// Returns the stable name of the code, such as `bad_value`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BadFieldCount => "bad_field_count",
            Self::BadValue => "bad_value",
            Self::OutOfRange => "out_of_range",
            Self::BadStep => "bad_step",
            Self::UnknownName => "unknown_name",
            Self::UnknownZone => "unknown_zone",
            Self::UnknownDialect => "unknown_dialect",
            Self::NotInDialect => "not_in_dialect",
            Self::TooLong => "too_long",
            Self::Conflict => "conflict",
            Self::NeverFires => "never_fires",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Error {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), column: None, hint: None }
    }

    /// Adds the position in the text, in characters from 1.
    pub(crate) fn at_column(mut self, column: usize) -> Self {
        self.column = Some(column);
        self
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the position of a part of `any` or `all` to the message. A column then refers to that part's text.
    pub(crate) fn in_part(mut self, place: &[usize]) -> Self {
        if !place.is_empty() {
            let path: String = place.iter().map(|index| format!(".of[{index}]")).collect();
            self.message.push_str(&format!(" (in recurrence{path})"));
        }
        self
    }

    /// Returns the stable code, for programs that handle errors differently.
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// Returns what is wrong, with the invalid value. [`Display`](fmt::Display) prints the same text.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the position of the error in the text, in characters from 1.
    pub fn column(&self) -> Option<usize> {
        self.column
    }

    /// Returns a hint on how to fix the error.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

/// Quotes text for an error message: truncated to a readable length, with control characters escaped.
pub(crate) fn quoted(text: &str) -> String {
    const SHOWN_MAX: usize = 40;
    let mut shown: String = text.chars().take(SHOWN_MAX).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN_MAX).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// Returns the candidate that a typo most likely meant, or `None` if none is close.
pub(crate) fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A longer word may contain more typos. Beyond a third of its letters it is a different word.
    const TYPED_MAX: usize = 64;
    if typed.len() > TYPED_MAX {
        return None;
    }
    let length = typed.chars().count();
    let allowed = (length / 3).max(1);
    candidates
        .into_iter()
        // A much longer or shorter candidate is not a typo. The filter is for speed: there are hundreds of zones.
        .filter(|candidate| candidate.len().abs_diff(length) <= allowed)
        .map(|candidate| (edit_distance(typed, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        // Of two equally close candidates, the first letter is more likely to be correct.
        .min_by_key(|(distance, candidate)| (*distance, !starts_alike(typed, candidate)))
        .map(|(_, candidate)| candidate)
}

fn starts_alike(left: &str, right: &str) -> bool {
    let first = |text: &str| text.chars().next().map(|letter| letter.to_ascii_lowercase());
    first(left) == first(right)
}

/// Returns the number of letters to change, add, remove or swap with their neighbor.
fn edit_distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().flat_map(char::to_lowercase).collect();
    let right: Vec<char> = right.chars().flat_map(char::to_lowercase).collect();
    let mut before_last = vec![0; right.len() + 1];
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.iter().enumerate() {
        let mut row = vec![i + 1; right.len() + 1];
        for (j, r) in right.iter().enumerate() {
            row[j + 1] = (last[j] + usize::from(l != r)).min(row[j] + 1).min(last[j + 1] + 1);
            let is_swapped = i > 0 && j > 0 && *l == right[j - 1] && left[i - 1] == *r;
            if is_swapped {
                row[j + 1] = row[j + 1].min(before_last[j - 1] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_finds_the_intended_word() {
        assert_eq!(nearest("MUN", ["SUN", "TUE"]), Some("SUN"));
        assert_eq!(nearest("MUN", ["SUN", "MON"]), Some("MON"));
        assert_eq!(nearest("Europe/Berln", ["Europe/Berlin", "Europe/Bern"]), Some("Europe/Berlin"));
        assert_eq!(nearest("dialy", ["daily", "hourly"]), Some("daily"));
        assert_eq!(nearest("xyzzy", ["MON", "TUE"]), None);
    }

    #[test]
    fn long_text_is_truncated_and_control_characters_are_escaped() {
        assert_eq!(quoted("a\nb"), "`a\\nb`");
        assert!(quoted(&"9".repeat(1000)).chars().count() < 50);
    }
}
