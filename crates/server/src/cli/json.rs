//! Parses JSON definitions, and translates serde's errors into stable codes, columns in the text, and hints.

use refrain_cli::text::{nearest, quoted, shortened};
use refrain_recurrence::{Dialect, ErrorCode, Recurrence, Spec};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IntoDeserializer, value};
use serde_json::Value;

use crate::input::instant;
use crate::input::problem::Problem;
use crate::input::serde_problem::{SerdeProblem, SerdeReason};

/// Maximum size of a definition in bytes.
pub(crate) const TEXT_BYTES_MAX: usize = 1024 * 1024;
/// Maximum nesting depth. Each level is read once more for each level above it.
const DEPTH_MAX: usize = 32;

/// Parses a whole definition, or only a recurrence. `timezone` is used if the definition names none.
pub(crate) fn parse_spec(text: &str, timezone: &str) -> Result<Spec, Problem> {
    check_size(text)?;
    let parsed: Value = read(text)?;
    if !parsed.is_object() {
        return Err(Problem::new(ErrorCode::BadValue, "a definition must be a JSON object").at_column(1).in_text(text));
    }
    let has = |name: &str| parsed.get(name).is_some();
    if has("kind") {
        let recurrence: Recurrence = read(text)?;
        return Ok(Spec::new(recurrence, timezone));
    }
    if has("timezone") {
        return read(text);
    }
    let mut completed = parsed;
    completed["timezone"] = Value::from(timezone);
    serde_json::from_value(completed).map_err(|error| problem(&error, text).in_text(text))
}

/// Parses any value. On failure, the problem has the column in the text.
pub(crate) fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Problem> {
    serde_json::from_str(text).map_err(|error| {
        let beyond = if error.is_data() { instant_beyond(text) } else { None };
        beyond.unwrap_or_else(|| problem(&error, text)).in_text(text)
    })
}

/// Finds an instant in the text that is outside the supported years. serde only reports that it cannot be parsed.
fn instant_beyond(text: &str) -> Option<Problem> {
    let mut parts = vec![serde_json::from_str::<Value>(text).ok()?];
    while let Some(part) = parts.pop() {
        match part {
            Value::Array(values) => parts.extend(values),
            Value::Object(fields) => {
                for (name, value) in fields {
                    if let Value::String(written) = &value
                        && instant::looks_like_one(written)
                        && let Err(problem) = instant::parse(written, "UTC")
                        && problem.code == ErrorCode::OutOfRange
                    {
                        return Some(Problem { column: column_of_field(text, &name), ..problem });
                    }
                    parts.push(value);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    None
}

/// Rejects a text that is too large or too deeply nested to be parsed in reasonable time.
pub(crate) fn check_size(text: &str) -> Result<(), Problem> {
    if text.len() > TEXT_BYTES_MAX {
        let message = format!("the definition has {} bytes; the maximum is {TEXT_BYTES_MAX}", text.len());
        return Err(Problem::new(ErrorCode::TooLong, message).at_column(TEXT_BYTES_MAX + 1));
    }
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEPTH_MAX {
            return Err(Problem::new(
                ErrorCode::TooLong,
                format!("the JSON is nested more than {DEPTH_MAX} levels deep"),
            )
            .at_column(text[..index].chars().count() + 1));
        }
    }
    Ok(())
}

/// Parses one of a closed list of names, as it appears in JSON.
pub(crate) fn named<T: DeserializeOwned>(name: &str) -> Result<T, Problem> {
    let deserializer: value::StrDeserializer<'_, value::Error> = name.into_deserializer();
    T::deserialize(deserializer).map_err(|error| data_problem(&SerdeProblem::parse(&error.to_string())))
}

/// Translates an error of serde. The column counts in `text`.
pub(crate) fn problem(error: &serde_json::Error, text: &str) -> Problem {
    let told = error.to_string();
    let refused = SerdeProblem::parse(&told);
    let subject = refused.subject;
    let problem = if error.is_data() {
        data_problem(&refused)
    } else {
        Problem::new(ErrorCode::BadValue, format!("not JSON: {}", shortened(refused.message, MESSAGE_CHARS_MAX)))
    };
    // Inside a tagged value serde loses its position. The name in its message is searched to find it again.
    let named = if error.is_data() && !subject.is_empty() { text.find(&format!("\"{subject}\"")) } else { None };
    let byte = named.unwrap_or_else(|| {
        let lines_before = error.line().saturating_sub(1);
        let line_start = text.split_inclusive('\n').take(lines_before).map(str::len).sum::<usize>();
        (line_start + error.column()).saturating_sub(1)
    });
    problem.at_column(column_at(text, byte))
}

/// Maximum length of a message, because serde may quote the whole value.
const MESSAGE_CHARS_MAX: usize = 200;

fn data_problem(refused: &SerdeProblem<'_>) -> Problem {
    let SerdeProblem { reason, subject, expected, message } = refused;
    let with_choice = |problem: Problem| match nearest(subject, expected.iter().copied()) {
        Some(near) => problem.with_hint(format!("did you mean `{near}`?")),
        None if expected.is_empty() => problem,
        None => problem.with_hint(format!("one of {}", expected.join(", "))),
    };
    let bad_value = |message: String| Problem::new(ErrorCode::BadValue, message);
    match reason {
        SerdeReason::UnknownField => with_choice(bad_value(format!("unknown field {}", quoted(subject)))),
        SerdeReason::UnknownVariant => match subject.parse::<Dialect>() {
            Err(error) if expected.contains(&Dialect::Quartz.name()) => error.into(),
            Ok(_) | Err(_) => {
                with_choice(Problem::new(ErrorCode::UnknownName, format!("unknown name {}", quoted(subject))))
            }
        },
        SerdeReason::MissingField => bad_value(format!("the field {} is missing", quoted(subject))),
        SerdeReason::DuplicateField => bad_value(format!("duplicate field {}", quoted(subject))),
        SerdeReason::NoFormMatches => bad_value("a value does not have the form that its field expects".to_owned()),
        SerdeReason::Other => bad_value(shortened(message, MESSAGE_CHARS_MAX)),
    }
}

/// Returns the column of a byte offset, counted in characters from 1.
pub(crate) fn column_at(text: &str, byte: usize) -> usize {
    let mut end = byte.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].chars().count() + 1
}

/// Returns the column of a field's value. A library message about a field starts with the field's name.
pub(crate) fn column_of_field(text: &str, name: &str) -> Option<usize> {
    let key = format!("\"{name}\"");
    text.match_indices(&key).find_map(|(at, _)| {
        let value = text[at + key.len()..].trim_start().strip_prefix(':')?.trim_start();
        Some(column_at(text, text.len() - value.len()))
    })
}

/// Adds the column of the field that the message is about, for JSON definitions.
pub(crate) fn locate(problem: Problem, text: &str) -> Problem {
    if problem.column.is_some() {
        return problem;
    }
    let field = match problem.code {
        ErrorCode::UnknownZone => "timezone",
        _ => problem.message.split(' ').next().unwrap_or_default(),
    };
    match column_of_field(text, field) {
        Some(column) => problem.at_column(column).in_text(text),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_recurrence_and_a_whole_definition_are_read() {
        for text in [
            r#"{"kind":"cron","expression":"@daily"}"#,
            r#"{"recurrence":{"kind":"cron","expression":"@daily"}}"#,
            r#"{"recurrence":{"kind":"cron","expression":"@daily"},"timezone":"Asia/Tokyo"}"#,
        ] {
            assert_eq!(parse_spec(text, "Asia/Tokyo").unwrap().timezone, "Asia/Tokyo", "{text}");
        }
    }

    #[test]
    fn errors_have_a_code_and_column() {
        let check = |text: &str, code, column, hint: Option<&str>| {
            let problem = parse_spec(text, "UTC").unwrap_err();
            assert_eq!((problem.code, problem.column), (code, column), "{text}: {}", problem.message);
            assert_eq!(problem.hint.as_deref(), hint, "{text}");
        };
        check("", ErrorCode::BadValue, Some(1), None);
        check("[1]", ErrorCode::BadValue, Some(1), None);
        check(r#"{"kind":"cron","expression":"@daily""#, ErrorCode::BadValue, Some(36), None);
        check(
            r#"{"kind":"cron","expression":"@daily","dialect":"quarts"}"#,
            ErrorCode::UnknownDialect,
            Some(48),
            Some("did you mean quartz?"),
        );
        check(r#"{"kind":"corn"}"#, ErrorCode::UnknownName, Some(9), Some("did you mean `cron`?"));
        check(
            r#"{"kind":"cron","expression":"@daily","dialekt":"unix"}"#,
            ErrorCode::BadValue,
            Some(38),
            Some("did you mean `dialect`?"),
        );
        check(r#"{"kind":"cron"}"#, ErrorCode::BadValue, Some(1), None);
        check(r#"{"kind":"once","at":"10000-01-01T00:00:00Z"}"#, ErrorCode::OutOfRange, Some(21), None);
        check(&"[".repeat(100_000), ErrorCode::TooLong, Some(33), None);
        check(&" ".repeat(10_000_000), ErrorCode::TooLong, Some(TEXT_BYTES_MAX + 1), None);
    }

    #[test]
    fn a_field_is_found_in_its_text() {
        assert_eq!(column_of_field(r#"{"é":1,"starts_at" : "x"}"#, "starts_at"), Some(22));
        assert_eq!(column_of_field(r#"{"id":"from","from":1}"#, "from"), Some(21));
        assert_eq!(column_of_field("{}", "starts_at"), None);
    }
}
