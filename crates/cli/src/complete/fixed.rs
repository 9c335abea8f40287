//! Candidates that need no server.

use std::ffi::OsStr;

use clap_complete::engine::CompletionCandidate;

use super::CANDIDATES_MAX;

const SCHEDULE_STATUSES: [&str; 6] = ["active", "paused", "canceled", "disabled", "finished", "deleted"];
const OCCURRENCE_STATES: [&str; 5] = ["planned", "running", "succeeded", "skipped", "failed"];
const WORK_ITEM_STATES: [&str; 4] = ["queued", "running", "completed", "dead"];
/// Kinds of events, in the order of an occurrence's life.
pub(crate) const EVENT_KINDS: [&str; 9] =
    ["planned", "started", "dispatched", "completed", "retried", "gap", "finished", "logged", "alarm"];

/// Returns statuses of schedules, also in a list with commas.
pub fn schedule_statuses(current: &OsStr) -> Vec<CompletionCandidate> {
    listed(current, &SCHEDULE_STATUSES)
}

/// Returns states of occurrences, also in a list with commas.
pub fn occurrence_states(current: &OsStr) -> Vec<CompletionCandidate> {
    listed(current, &OCCURRENCE_STATES)
}

/// Returns states of work items, also in a list with commas.
pub fn work_item_states(current: &OsStr) -> Vec<CompletionCandidate> {
    listed(current, &WORK_ITEM_STATES)
}

/// Returns kinds of events, also in a list with commas.
pub fn event_kinds(current: &OsStr) -> Vec<CompletionCandidate> {
    listed(current, &EVENT_KINDS)
}

/// Returns names of time zones.
pub fn time_zones(current: &OsStr) -> Vec<CompletionCandidate> {
    matching(current, jiff::tz::db().available().map(|name| (name.to_string(), None)))
}

/// Returns the candidates that begin with what is typed.
pub(super) fn matching(
    current: &OsStr,
    candidates: impl Iterator<Item = (String, Option<String>)>,
) -> Vec<CompletionCandidate> {
    let Some(typed) = current.to_str() else { return Vec::new() };
    candidates
        // A control character could end the candidate, or control the terminal.
        .filter(|(name, _)| name.starts_with(typed) && !name.chars().any(char::is_control))
        .take(CANDIDATES_MAX)
        .map(|(name, help)| CompletionCandidate::new(name).help(help.map(Into::into)))
        .collect()
}

/// Returns the values that may follow in a list with commas.
fn listed(current: &OsStr, values: &[&str]) -> Vec<CompletionCandidate> {
    let typed = current.to_str().unwrap_or_default();
    let begin = typed.rfind(',').map_or(0, |comma| comma + 1);
    let before: Vec<&str> = typed[..begin].split(',').collect();
    let rest = values.iter().filter(|value| !before.contains(value));
    matching(current, rest.map(|value| (format!("{}{value}", &typed[..begin]), None)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(candidates: &[CompletionCandidate]) -> Vec<&str> {
        candidates.iter().filter_map(|candidate| candidate.get_value().to_str()).collect()
    }

    #[test]
    fn a_list_with_commas_continues_with_the_values_that_are_left() {
        let complete = |typed: &str| names(&schedule_statuses(OsStr::new(typed))).join(" ");
        assert_eq!(complete("act"), "active");
        assert_eq!(complete("paused,f"), "paused,finished");
        assert_eq!(complete("paused,p"), "");
    }

    #[test]
    fn candidates_are_limited() {
        assert_eq!(time_zones(OsStr::new("")).len(), CANDIDATES_MAX);
        assert_eq!(names(&time_zones(OsStr::new("Europe/Zur"))), ["Europe/Zurich"]);
    }
}
