//! The reason why serde refused a value, in typed form.
//!
//! serde and its formats pass on only the text of an error. This is the only module that reads such texts: the API,
//! the command line and the configuration decide by the result. A text that is not understood is a plain message.

/// Separator of a message and its hint. A type can pass on its hint through serde only inside the message.
const HINT: &str = " (hint: ";
/// Hint for a length of time, whose own hint is lost in serde.
const LENGTH_HINT: &str = "use a form such as `90s`, `15m`, `1h 30m` or `PT15M`";

/// Reason why a value was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SerdeReason {
    /// The field does not exist.
    UnknownField,
    /// The name is not one of the allowed ones.
    UnknownVariant,
    /// A required field is missing.
    MissingField,
    /// A field is given twice.
    DuplicateField,
    /// The value has none of the possible forms.
    NoFormMatches,
    /// Any other reason, which only the message tells.
    Other,
}

/// Start of a message, for each reason that has one.
const STARTS: [(&str, SerdeReason); 5] = [
    ("unknown field", SerdeReason::UnknownField),
    ("unknown variant", SerdeReason::UnknownVariant),
    ("missing field", SerdeReason::MissingField),
    ("duplicate field", SerdeReason::DuplicateField),
    ("data did not match any variant", SerdeReason::NoFormMatches),
];

/// A parsed error message of serde.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SerdeProblem<'a> {
    pub(crate) reason: SerdeReason,
    /// Name that the message is about. Empty if there is none.
    pub(crate) subject: &'a str,
    /// Names that the message expects instead.
    pub(crate) expected: Vec<&'a str>,
    /// The message, without a position.
    pub(crate) message: &'a str,
}

impl<'a> SerdeProblem<'a> {
    /// Parses a message of serde or of its JSON format.
    pub(crate) fn parse(text: &'a str) -> Self {
        let message = text.rfind(" at line ").map_or(text, |end| &text[..end]);
        let start = STARTS.iter().find(|(start, _)| message.starts_with(start));
        let (head, expected) = message.rsplit_once("`, expected ").unwrap_or((message, ""));
        Self {
            reason: start.map_or(SerdeReason::Other, |(_, reason)| *reason),
            subject: head.split_once('`').map_or("", |(_, subject)| subject.trim_end_matches('`')),
            expected: expected.split('`').skip(1).step_by(2).collect(),
            message,
        }
    }
}

/// Returns a message that carries its hint through serde. [`split_hint`] takes them apart.
pub(crate) fn with_hint(message: &str, hint: &str) -> String {
    format!("{message}{HINT}{hint})")
}

/// Returns the message of a type that was read by serde, and its hint.
pub(crate) fn split_hint(message: &str) -> (&str, Option<&str>) {
    match message.split_once(HINT) {
        Some((sentence, hint)) => (sentence, Some(hint.trim_end_matches(')'))),
        None if message.ends_with("is not a length of time") => (message, Some(LENGTH_HINT)),
        None => (message, None),
    }
}

#[cfg(test)]
mod tests {
    use refrain_recurrence::{Length, Spec};
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only the errors of reading it are wanted")]
    #[serde(deny_unknown_fields, rename_all = "snake_case")]
    enum Shape {
        Round { size: u8 },
        Flat,
    }

    fn check(text: &str, reason: SerdeReason, subject: &str, expected: &[&str]) {
        let reported = serde_json::from_str::<Shape>(text).unwrap_err().to_string();
        let problem = SerdeProblem::parse(&reported);
        assert_eq!((problem.reason, problem.subject), (reason, subject), "{reported}");
        assert_eq!(problem.expected, expected, "{reported}");
        assert!(!problem.message.contains(" at line "), "{reported}");
    }

    // The texts are those of the real libraries: an update that changes one fails here.
    #[test]
    fn messages_of_serde_are_understood() {
        check(r#"{"round": {"seize": 1}}"#, SerdeReason::UnknownField, "seize", &["size"]);
        check(r#""square""#, SerdeReason::UnknownVariant, "square", &["round", "flat"]);
        check(r#"{"round": {}}"#, SerdeReason::MissingField, "size", &[]);
        check(r#"{"round": {"size": 1, "size": 2}}"#, SerdeReason::DuplicateField, "size", &[]);
        check(r#"{"round": {"size": "x"}}"#, SerdeReason::Other, "", &[]);
        let spec = serde_json::from_str::<Spec>(r#"{"recurrence": {"kind": "corn"}, "timezone": "UTC"}"#);
        let reported = spec.unwrap_err().to_string();
        assert_eq!(SerdeProblem::parse(&reported).reason, SerdeReason::UnknownVariant, "{reported}");
    }

    #[test]
    fn a_hint_passes_through_serde() {
        let hinted = with_hint("7 is too much", "use 6");
        assert_eq!(split_hint(&hinted), ("7 is too much", Some("use 6")));
        assert_eq!(split_hint("7 is too much"), ("7 is too much", None));
        let length = serde_json::from_value::<Length>("soon".into()).unwrap_err().to_string();
        assert_eq!(split_hint(&length), (length.as_str(), Some(LENGTH_HINT)));
    }
}
