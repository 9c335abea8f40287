//! Lines of an RFC 5545 text that do nothing.

use super::Warning;
use crate::rule::Rule;

pub(super) fn warnings(rule: &Rule) -> Vec<Warning> {
    let never_fires = |line: &String| {
        Warning::new("rrule_never_fires", format!("the line `{line}` never fires; other lines of its text do"))
            .with_hint(
                "its parts exclude each other, its interval never meets them, or UNTIL is before its first match",
            )
    };
    rule.idle_lines.iter().map(never_fires).collect()
}
