//! Text with `{{name}}` placeholders from a closed list. There is no logic, no nesting and no second pass: a
//! value is never parsed as a template.
//!
//! A template is checked when it is saved: every name is known, and every format is valid. The encoding of a
//! value depends on its position ([`ValuePosition`]), so that no value can break out of it. Only
//! [`Template::with_secrets`] accepts secrets, and only providers have values for them.

#[cfg(test)]
pub(crate) mod fixture;
mod name;
mod place;
mod tree;
mod values;

pub use self::name::Name;
pub use self::place::ValuePosition;
pub use self::tree::{check_tree, render_tree, tree_secrets};
pub use self::values::Values;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::PAYLOAD_BYTES_MAX;

/// Maximum length of a template in bytes.
pub const TEMPLATE_BYTES_MAX: usize = PAYLOAD_BYTES_MAX;
/// Maximum length of a rendered template in bytes. A short template can use a long value many times.
pub const RENDERED_BYTES_MAX: usize = 2 * PAYLOAD_BYTES_MAX;

/// A parsed template. All its names are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    parts: Vec<Part>,
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// Literal text.
    Text(String),
    /// A placeholder.
    Name(Name),
}

/// Whether a template may use secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretUse {
    /// Secrets are allowed: the result is only sent.
    Allowed,
    /// Secrets are rejected: the result is stored, compared or shown.
    Refused,
}

impl Template {
    /// Parses a template without secrets.
    ///
    /// # Errors
    /// When a name is unknown, a format is invalid, braces are not closed, or the text is too long.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Self::read(text, SecretUse::Refused)
    }

    /// Parses a template that may use secrets.
    ///
    /// # Errors
    /// See [`Template::parse`].
    pub fn with_secrets(text: &str) -> Result<Self, Error> {
        Self::read(text, SecretUse::Allowed)
    }

    /// Parses a template.
    ///
    /// # Errors
    /// See [`Template::parse`].
    pub fn read(text: &str, secrets: SecretUse) -> Result<Self, Error> {
        if text.len() > TEMPLATE_BYTES_MAX {
            let detail = format!("the template has {} bytes; the maximum is {TEMPLATE_BYTES_MAX}", text.len());
            return Err(Error::invalid(ErrorCode::TemplateTooLarge, detail));
        }
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("{{") {
            literal.push_str(&rest[..at]);
            let inner = &rest[at + 2..];
            if let Some(after) = inner.strip_prefix("{{") {
                literal.push_str("{{");
                rest = after;
                continue;
            }
            let column = text[..text.len() - inner.len() - 2].chars().count() + 1;
            let Some(end) = inner.find("}}") else { return Err(unclosed(column)) };
            let name = Name::parse(inner[..end].trim(), column, secrets)?;
            if !literal.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut literal)));
            }
            parts.push(Part::Name(name));
            rest = &inner[end + 2..];
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            parts.push(Part::Text(literal));
        }
        Ok(Self { parts })
    }

    /// Replaces every name with its value, encoded for its position.
    ///
    /// # Errors
    /// When a value is missing or not allowed in that position, or the result is too long.
    pub fn render(&self, values: &Values<'_>, place: ValuePosition) -> Result<String, Error> {
        let mut rendered = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => rendered.push_str(text),
                Part::Name(name) => place.write(name, &values.get(name)?, &mut rendered)?,
            }
            if rendered.len() > RENDERED_BYTES_MAX {
                let detail = format!("the rendered template has more than {RENDERED_BYTES_MAX} bytes");
                return Err(Error::invalid(ErrorCode::TemplateTooLarge, detail));
            }
        }
        place.check_rendered(&rendered)?;
        Ok(rendered)
    }

    /// Returns the names in the template.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.parts.iter().filter_map(|part| match part {
            Part::Name(name) => Some(name),
            Part::Text(_) => None,
        })
    }

    /// Returns the names of the secrets in the template.
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Name(Name::Secret(name)) => Some(name.as_str()),
            Part::Name(_) | Part::Text(_) => None,
        })
    }

    /// Returns the text before the first name.
    pub fn literal_prefix(&self) -> &str {
        match self.parts.first() {
            Some(Part::Text(text)) => text,
            Some(Part::Name(_)) | None => "",
        }
    }

    /// Returns whether the template has no placeholders.
    pub fn is_literal(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Text(_)))
    }
}

fn unclosed(column: usize) -> Error {
    let detail = format!("the template's `{{{{` at column {column} is never closed");
    Error::invalid(ErrorCode::TemplateUnclosed, detail)
        .with_hint("close it with `}}`, or write `{{{{` for two literal braces")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        Template::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn unknown_names_are_named_with_their_column_and_the_nearest() {
        let message = refusal("é {{shedule.id}}");
        assert!(message.contains("shedule.id") && message.contains("column 3"), "{message}");
        assert!(message.contains("`schedule.id`"), "{message}");
        for text in ["{{}}", "{{ }}", "{{label.}}", "{{payload.}}", "{{payload.a..b}}", "{{{period_key}}}", "{{a{{b}}"]
        {
            assert_eq!(Template::parse(text).unwrap_err().code(), "template_unknown_name", "{text}");
        }
    }

    #[test]
    fn braces_that_stay_open_are_found() {
        assert!(refusal("ab{{period_key").contains("column 3"));
        assert!(refusal("{{{{ {{").contains("column 6"));
    }

    #[test]
    fn doubled_braces_stand_for_themselves() {
        let template = Template::parse("{{{{period_key}} }}").unwrap();
        assert!(template.is_literal());
        assert_eq!(template.literal_prefix(), "{{period_key}} }}");
    }

    #[test]
    fn secrets_are_rejected_outside_of_sent_templates() {
        assert_eq!(Template::parse("{{secret.token}}").unwrap_err().code(), "template_secret");
        let template = Template::with_secrets("Bearer {{secret.token}}").unwrap();
        assert_eq!(template.secrets().collect::<Vec<_>>(), ["token"]);
        assert_eq!(Template::with_secrets("{{secret.a b}}").unwrap_err().code(), "template_unknown_name");
    }

    #[test]
    fn formats_that_cannot_be_written_are_refused() {
        assert!(Template::parse("{{nominal_at:%Y-%m-%d}}").is_ok());
        for text in ["{{nominal_at:%!}}", "{{nominal_at:%}}", "{{nominal_at:}}", "{{period_key:%Y}}"] {
            assert!(Template::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn oversized_templates_are_rejected_before_they_are_read() {
        let text = "x".repeat(TEMPLATE_BYTES_MAX + 1);
        assert_eq!(Template::parse(&text).unwrap_err().code(), "template_too_large");
    }
}
