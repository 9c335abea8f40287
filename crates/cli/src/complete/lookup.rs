//! Candidates that a server has now.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use clap_complete::engine::CompletionCandidate;
use serde_json::Value;

use super::CANDIDATES_MAX;
use super::bash::join;
use super::fixed::matching;
use crate::session::ConnectionArgs;
use crate::text::shortened;

/// Maximum duration of a lookup. A shell waits for it.
const LOOKUP_MAX: Duration = Duration::from_millis(800);
/// Maximum length of a description, in characters.
const HELP_MAX: usize = 60;
/// Field of most lists.
const ITEMS: &str = "items";

/// A list of the API.
struct List<'a> {
    path: &'static str,
    /// Field of the response that contains the list.
    items: &'static str,
    query: &'a [(&'static str, &'a str)],
    /// Field with the candidate.
    name: &'static str,
    /// Fields that describe the candidate.
    help: &'static [&'static str],
}

/// Returns IDs of schedules.
pub fn schedules(current: &OsStr) -> Vec<CompletionCandidate> {
    let Some(typed) = current.to_str() else { return Vec::new() };
    let query = [("id_prefix", typed)];
    let query = if typed.is_empty() { &[][..] } else { &query[..] };
    lookup(current, &List { path: "/v1/schedules", items: ITEMS, query, name: "id", help: &["status", "sentence"] })
}

/// Returns IDs of the newest occurrences.
pub fn runs(current: &OsStr) -> Vec<CompletionCandidate> {
    lookup(current, &named("/v1/occurrences", "id", &["schedule", "state", "nominal_at"]))
}

/// Returns names of calendars.
pub fn calendars(current: &OsStr) -> Vec<CompletionCandidate> {
    lookup(current, &named("/v1/calendars", "name", &[]))
}

/// Returns names of alerts.
pub fn alerts(current: &OsStr) -> Vec<CompletionCandidate> {
    lookup(current, &named("/v1/alerts", "name", &[]))
}

/// Returns names of dispatch rules.
pub fn dispatch_rules(current: &OsStr) -> Vec<CompletionCandidate> {
    lookup(current, &named("/v1/dispatch-rules", "name", &["note"]))
}

/// Returns names of holds.
pub fn holds(current: &OsStr) -> Vec<CompletionCandidate> {
    lookup(current, &named("/v1/holds", "name", &["code", "note"]))
}

/// Returns names of quotas.
pub fn quotas(current: &OsStr) -> Vec<CompletionCandidate> {
    lookup(current, &named("/v1/quotas", "name", &[]))
}

/// Returns IDs of API keys.
pub fn keys(current: &OsStr) -> Vec<CompletionCandidate> {
    lookup(current, &named("/v1/keys", "id", &["role", "status", "note"]))
}

/// Returns names of secrets.
pub fn secrets(current: &OsStr) -> Vec<CompletionCandidate> {
    lookup(current, &named("/v1/secrets", "name", &[]))
}

/// Returns names of providers.
pub fn providers(current: &OsStr) -> Vec<CompletionCandidate> {
    lookup(current, &named("/v1/providers", "name", &["problem"]))
}

/// Returns IDs of the newest work items.
pub fn work_items(current: &OsStr) -> Vec<CompletionCandidate> {
    lookup(current, &named("/v1/work-items", "id", &["queue", "state"]))
}

/// Returns names of the queues that the newest work items are in.
pub fn queues(current: &OsStr) -> Vec<CompletionCandidate> {
    lookup(current, &named("/v1/work-items", "queue", &[]))
}

/// Returns IDs of recurring actions.
pub fn recurring_actions(current: &OsStr) -> Vec<CompletionCandidate> {
    let words = words();
    let flag = |name: &str| flag_of(&words, name).unwrap_or_else(|| "default".to_owned());
    let (namespace, tenant) = (flag("--namespace"), flag("--tenant"));
    let (namespace, tenant) = tenant.split_once('/').unwrap_or((&namespace, &tenant));
    lookup(
        current,
        &List {
            path: "/v1/recurring",
            items: "recurring_actions",
            query: &[("namespace", namespace), ("tenant", tenant)],
            name: "id",
            help: &["cron_expr"],
        },
    )
}

fn named(path: &'static str, name: &'static str, help: &'static [&'static str]) -> List<'static> {
    List { path, items: ITEMS, query: &[], name, help }
}

/// Looks up candidates at the server that the typed command names. Without an answer in time, there are none.
fn lookup(current: &OsStr, list: &List<'_>) -> Vec<CompletionCandidate> {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return Vec::new() };
    let Ok(client) = connection(&words()).connect() else { return Vec::new() };
    let mut call = client.request("GET", list.path).with_query("limit", CANDIDATES_MAX);
    for (name, value) in list.query {
        call = call.with_query(name, value);
    }
    let answer = runtime.block_on(async { tokio::time::timeout(LOOKUP_MAX, call).await });
    // A name that is being looked up must not keep the shell waiting.
    runtime.shutdown_background();
    match answer {
        Ok(Ok(body)) => candidates(current, &body, list),
        Ok(Err(_)) | Err(_) => Vec::new(),
    }
}

fn candidates(current: &OsStr, body: &Value, list: &List<'_>) -> Vec<CompletionCandidate> {
    let items = body.get(list.items).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut seen = std::collections::BTreeSet::new();
    let entries = items.iter().filter_map(|item| {
        let help: Vec<String> = list.help.iter().filter_map(|field| text(item.get(*field)?)).collect();
        Some((text(item.get(list.name)?)?, help.join(", ")))
    });
    let entries = entries.filter(|(name, _)| seen.insert(name.clone()));
    matching(current, entries.map(|(name, help)| (name, (!help.is_empty()).then(|| shortened(&help, HELP_MAX)))))
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns the words of the command that is being typed. They follow `--` in the arguments of this process.
fn words() -> Vec<OsString> {
    join(std::env::args_os().skip_while(|word| word != "--").skip(1).collect(), 0).words
}

/// Returns the connection that the typed words name.
fn connection(words: &[OsString]) -> ConnectionArgs {
    ConnectionArgs {
        server: flag_of(words, "--server"),
        // Standard input belongs to the shell.
        key: flag_of(words, "--key").filter(|key| key != "-"),
        context: flag_of(words, "--context"),
        tenant: flag_of(words, "--tenant").filter(|tenant| tenant.contains('/')),
        ca_file: flag_of(words, "--ca-file").map(PathBuf::from),
    }
}

/// Returns the value of a flag, as `--flag value` or `--flag=value`. Nothing if the value is not typed yet.
fn flag_of(words: &[OsString], flag: &str) -> Option<String> {
    let mut words = words.iter().filter_map(|word| word.to_str());
    while let Some(word) = words.next() {
        let value = match word.strip_prefix(flag) {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            return Some(value.to_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_server_is_the_one_that_the_typed_words_name() {
        let words: Vec<OsString> =
            ["refrain", "schedule", "get", "--server=http://a", "--context", "prod", "--key", "-", "--server-x", ""]
                .map(OsString::from)
                .into();
        let args = connection(&words);
        assert_eq!(args.server.as_deref(), Some("http://a"));
        assert_eq!(args.context.as_deref(), Some("prod"));
        assert_eq!(args.key, None);
        assert_eq!(connection(&["refrain".into(), "--server".into(), OsString::new()]).server, None);
    }

    #[test]
    fn candidates_begin_with_what_is_typed_and_are_shown_once() {
        let list = named("/v1/work-items", "queue", &["state"]);
        let body = json!({ "items": [
            { "queue": "mail", "state": "queued" }, { "queue": "mail", "state": "dead" }, { "queue": "sms" },
            { "queue": "made\nup" }, { "other": 1 },
        ]});
        let shown = |typed: &str| {
            let found = candidates(OsStr::new(typed), &body, &list);
            let texts = found.iter().map(|candidate| {
                let help = candidate.get_help().map(ToString::to_string).unwrap_or_default();
                format!("{}:{help}", candidate.get_value().to_string_lossy())
            });
            texts.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown("ma"), "mail:queued");
        assert_eq!(shown("x"), "");
        assert_eq!(candidates(OsStr::new(""), &json!([]), &list).len(), 0);
    }
}
