//! The format of a file.

use std::path::Path;

/// Format of a text with documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// YAML 1.2, several documents separated by `---`.
    Yaml,
    /// TOML.
    Toml,
    /// JSON, several values one after the other.
    Json,
}

impl Format {
    /// Returns the format of a file by the ending of its name.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "yaml" | "yml" => Some(Self::Yaml),
            "toml" => Some(Self::Toml),
            "json" => Some(Self::Json),
            _ => None,
        }
    }

    /// Returns the format of a text whose file has no telling name: JSON if it begins like an object or a list,
    /// else YAML.
    pub fn guess(text: &str) -> Self {
        if text.trim_start().starts_with(['{', '[']) { Self::Json } else { Self::Yaml }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_follows_from_the_name_or_the_text() {
        for (name, format) in [
            ("a.yaml", Some(Format::Yaml)),
            ("a.b.YML", Some(Format::Yaml)),
            ("a.toml", Some(Format::Toml)),
            ("a.json", Some(Format::Json)),
            ("yaml", None),
            ("a.txt", None),
        ] {
            assert_eq!(Format::of(Path::new(name)), format, "{name}");
        }
        assert_eq!(Format::guess(" {\"a\": 1}"), Format::Json);
        assert_eq!(Format::guess("a: 1"), Format::Yaml);
    }
}
