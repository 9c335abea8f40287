//! Position of a value, which determines its encoding: no value can break out of its position.

use serde_json::Value;

use super::Name;
use crate::encoding::percent_encode;
use crate::error::Error;
use crate::error_code::ErrorCode;

/// Position of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValuePosition {
    /// Plain text: the value is inserted as it is.
    Text,
    /// Inside the quotes of a JSON string. The whole result is parsed, so that it is certainly JSON.
    Json,
    /// A part of a URL's path or query.
    Url,
    /// Value of an HTTP header: visible ASCII, spaces and tabs.
    Header,
    /// Text between HTML tags, or inside a quoted attribute.
    Html,
}

impl ValuePosition {
    /// Writes a value with the encoding of this position.
    pub(super) fn write(self, name: &Name, value: &str, to: &mut String) -> Result<(), Error> {
        match self {
            Self::Text => to.push_str(value),
            Self::Json => to.push_str(&json_escaped(value)),
            Self::Url => percent_encode(value, to),
            Self::Header if !value.bytes().all(is_header_byte) => return Err(header_error(&name.as_text())),
            Self::Header => to.push_str(value),
            Self::Html => value.chars().for_each(|c| push_html(c, to)),
        }
        Ok(())
    }

    /// Checks the whole result, including the literal text of the template.
    pub(super) fn check_rendered(self, rendered: &str) -> Result<(), Error> {
        match self {
            Self::Text | Self::Url | Self::Html => Ok(()),
            Self::Header if !rendered.bytes().all(is_header_byte) => Err(header_error("the template")),
            Self::Header => Ok(()),
            Self::Json => match serde_json::from_str::<Value>(rendered) {
                Ok(_) => Ok(()),
                // The text may contain secrets, so the error contains only the position.
                Err(error) => {
                    let place = format!("line {} column {}", error.line(), error.column());
                    let detail = format!("the rendered template is not JSON: {:?} error at {place}", error.classify());
                    Err(Error::invalid(ErrorCode::TemplateNotJson, detail)
                        .with_hint("put quotes around placeholders for strings"))
                }
            },
        }
    }
}

fn is_header_byte(byte: u8) -> bool {
    byte == b'\t' || (b' '..=b'~').contains(&byte)
}

fn header_error(what: &str) -> Error {
    let detail = format!("`{what}` contains a line break or another character that headers must not have");
    Error::invalid(ErrorCode::TemplateHeader, detail).with_hint("headers may contain visible ASCII, spaces and tabs")
}

/// Returns the content of a JSON string, without its quotes.
fn json_escaped(value: &str) -> String {
    let quoted = Value::from(value).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

fn push_html(c: char, to: &mut String) {
    match c {
        '&' => to.push_str("&amp;"),
        '<' => to.push_str("&lt;"),
        '>' => to.push_str("&gt;"),
        '"' => to.push_str("&quot;"),
        '\'' => to.push_str("&#39;"),
        other => to.push(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(place: ValuePosition, value: &str) -> Result<String, Error> {
        let mut to = String::new();
        place.write(&Name::PeriodKey, value, &mut to).map(|()| to)
    }

    #[test]
    fn values_are_escaped_for_their_position() {
        let value = "a\"b/<c>&'é\u{1}";
        assert_eq!(written(ValuePosition::Text, value).unwrap(), value);
        assert_eq!(written(ValuePosition::Json, value).unwrap(), "a\\\"b/<c>&'é\\u0001");
        assert_eq!(written(ValuePosition::Url, value).unwrap(), "a%22b%2F%3Cc%3E%26%27%C3%A9%01");
        assert_eq!(written(ValuePosition::Html, value).unwrap(), "a&quot;b/&lt;c&gt;&amp;&#39;é\u{1}");
        assert_eq!(written(ValuePosition::Header, "a b\t~").unwrap(), "a b\t~");
    }

    #[test]
    fn headers_take_no_line_breaks() {
        for value in ["a\r\nX-Evil: 1", "a\n", "\r", "é", "\0", "\u{7f}"] {
            assert_eq!(written(ValuePosition::Header, value).unwrap_err().code(), "template_header", "{value:?}");
        }
        assert!(ValuePosition::Header.check_rendered("a\nb").is_err());
    }

    #[test]
    fn invalid_json_is_rejected_without_its_text() {
        assert!(ValuePosition::Json.check_rendered(r#"{"a": 1}"#).is_ok());
        let error = ValuePosition::Json.check_rendered(r#"{"a": hunter2}"#).unwrap_err().to_string();
        assert!(!error.contains("hunter2") && error.contains("column"), "{error}");
    }
}
