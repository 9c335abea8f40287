//! Texts that every store can keep.

use serde_json::Value;

/// Returns the longest prefix of `text` that has at most `bytes_max` bytes.
pub fn cut(text: &str, bytes_max: usize) -> &str {
    &text[..text.floor_char_boundary(bytes_max)]
}

/// Returns whether a JSON value contains a NUL in any of its strings.
pub fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(fields) => fields.iter().any(|(name, value)| name.contains('\0') || has_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_keeps_whole_characters() {
        assert_eq!(cut("häus", 2), "h");
        assert_eq!(cut("häus", 3), "hä");
        assert_eq!(cut("", 3), "");
    }
}
