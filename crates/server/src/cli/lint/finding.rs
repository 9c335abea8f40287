//! Errors and warnings in files, as text, as JSON and as annotations of GitHub Actions.

use std::fmt::Write as _;

use refrain_cli::Problem;
use serde::Serialize;

/// Importance of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Severity {
    /// The server would refuse the document.
    Error,
    /// The document is valid but probably not intended.
    Warning,
}

/// An error or a warning in a file.
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    pub(super) severity: Severity,
    #[serde(flatten)]
    pub(super) problem: Problem,
}

impl Severity {
    fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

impl Finding {
    pub(super) fn error(problem: Problem) -> Self {
        Self { severity: Severity::Error, problem }
    }

    pub(super) fn warning(problem: Problem) -> Self {
        Self { severity: Severity::Warning, problem }
    }

    pub(super) fn to_text(&self) -> String {
        self.problem.to_text(self.severity.as_str())
    }

    /// Returns a line that GitHub Actions shows at the place in the file.
    pub(super) fn to_annotation(&self) -> String {
        let Problem { code, detail, hint, place, .. } = &self.problem;
        let mut line = format!("::{} ", self.severity.as_str());
        if let Some(place) = place {
            let _ = write!(line, "file={},line={},col={},", property(&place.file), place.line, place.column);
        }
        let _ = write!(line, "title={}::{}", property(code), data(detail));
        if let Some(hint) = hint {
            let _ = write!(line, "%0Ahint: {}", data(hint));
        }
        line.push('\n');
        line
    }
}

/// Escapes the message of an annotation.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of an annotation.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use refrain_cli::Source;

    use super::*;

    #[test]
    fn an_annotation_has_the_place_and_no_character_that_would_end_it() {
        let source = Source::new("a,b.yaml", "id: a\ncron: x\n");
        let problem = Problem::at(&source, 12, "bad_value", "100% wrong:\nreally").with_hint("use y");
        let expected = "::warning file=a%2Cb.yaml,line=2,col=7,title=bad_value::100%25 wrong:%0Areally%0Ahint: use y\n";
        assert_eq!(Finding::warning(problem).to_annotation(), expected);
        let whole = Finding::error(Problem::new("too_long", "a is too long"));
        assert_eq!(whole.to_annotation(), "::error title=too_long::a is too long\n");
        assert!(whole.to_text().starts_with("error[too_long]: a is too long"));
    }
}
