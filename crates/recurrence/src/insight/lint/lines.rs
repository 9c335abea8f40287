//! Warnings about RFC 5545 lines without occurrences.

use super::Warning;
use crate::compiled::CompiledRecurrence;

pub(super) fn warnings(rule: &CompiledRecurrence) -> Vec<Warning> {
    let never_fires = |line: &String| {
        Warning::new("rrule_never_fires", format!("the line `{line}` never runs, but other lines do")).with_hint(
            "its parts contradict each other, its interval never matches them, or UNTIL is before its first match",
        )
    };
    rule.idle_lines.iter().map(never_fires).collect()
}
