//! The sentences of the documentation that state a default, each built from a value of the code.

use std::path::Path;
use std::process::Command;

use refrain_recurrence::{
    CalendarUse, Class, CompiledRecurrence, Context, Dialect, MonthOverflow, OnDayOff, PeriodPoint, Spec,
};
use refrain_server::config::Config;
use serde::Serialize;
use serde_json::{Value, json};

use super::concepts;
use super::documented::{ROOT, at, options, written};

/// The committed OpenAPI document. A separate test compares it with the server.
pub(super) struct Document(Value);

impl Document {
    pub(super) fn read() -> Self {
        let text = std::fs::read_to_string(Path::new(ROOT).join("console/openapi.json")).unwrap();
        Self(serde_json::from_str(&text).unwrap())
    }

    /// Returns the description of a parameter in one line.
    fn parameter(&self, path: &str, name: &str) -> String {
        let parameters = self.0["paths"][path]["get"]["parameters"].as_array().unwrap();
        let parameter = parameters.iter().find(|parameter| parameter["name"] == name);
        described(parameter.unwrap_or_else(|| panic!("{path} has no parameter {name}"))).unwrap()
    }

    /// Returns the description of a property in one line. A schema with several forms has it in each.
    pub(super) fn property(&self, schema: &str, name: &str) -> Option<String> {
        let schema = &self.0["components"]["schemas"][schema];
        let property = [schema, &schema["oneOf"][0]].into_iter().find_map(|form| form["properties"].get(name));
        described(property.unwrap_or_else(|| panic!("no property {name}")))
    }

    /// Returns whether a text is the default of a parameter of every list with pages.
    pub(super) fn is_list_parameter(&self, name: &str, stated: &str) -> bool {
        let described = self.parameter("/v1/schedules", name);
        default_in(&described).map_or(stated == "None", |default| default == stated.trim_matches('`'))
    }

    /// Returns whether a text is the default of a field of a new recurring action.
    pub(super) fn is_default_of_recurring(&self, name: &str, stated: &str) -> bool {
        const SCHEMA: &str = "CreateRecurringRequest";
        let required = self.0["components"]["schemas"][SCHEMA]["required"].as_array().unwrap();
        if required.iter().any(|field| field == name) {
            return stated == "required";
        }
        let described = self.property(SCHEMA, name).unwrap();
        match default_in(&described) {
            None => stated == "none",
            // The default depends on the provider; sentences below the table state it.
            Some(default) if default.starts_with("the provider's default") => stated == "see below",
            Some(default) => stated.trim_matches('`') == default,
        }
    }
}

/// Returns the description of a property or parameter. That of an optional reference is in its first form.
fn described(property: &Value) -> Option<String> {
    let text = property.get("description").or_else(|| property.pointer("/oneOf/0/description"))?;
    Some(text.as_str()?.replace('\n', " "))
}

/// Returns the default that a description states.
fn default_in(description: &str) -> Option<&str> {
    let (_, rest) = description.split_once("Default: ")?;
    let end = rest.find(". ").unwrap_or(rest.len());
    Some(rest[..end].trim_end_matches('.').trim_matches('`'))
}

/// Returns the part of a description that begins with its default.
pub(super) fn from_default(description: &str) -> String {
    let start = description.find("Default: ").unwrap_or_else(|| panic!("no default in {description:?}"));
    description[start..].trim_end_matches('.').to_owned()
}

/// Returns the sentences about defaults outside tables, built from the real defaults.
pub(super) fn sentences() -> Vec<(&'static str, String)> {
    let [webhook, queue, celery] = ["webhook", "queue", "celery"].map(|kind| {
        let option = options(kind);
        move |name: &str| written(&option(name))
    });
    let config = serde_json::to_value(Config::default()).unwrap();
    let of = |key: &str| written(at(&config, key).unwrap());
    let days = |key: &str| of(key).strip_suffix('h').unwrap().parse::<u32>().unwrap() / 24;
    let seconds = |length: &str| length.strip_suffix('s').unwrap().to_owned();
    let (connect, timeout) = (seconds(&webhook("connect_timeout")), seconds(&webhook("timeout")));
    // An empty list of ports means the port of the scheme.
    assert_eq!((webhook("ports").as_str(), webhook("allow").as_str()), ("[]", "[]"));
    let (scheme, port) = if webhook("allow_http") == "false" { ("https", 443) } else { ("http", 80) };
    let all = [("concurrency", webhook("concurrency")), ("per_host", webhook("concurrency_per_host"))];
    let configured = vec![
        (
            "docs/providers.md",
            format!("By default, a webhook reaches only public addresses, with `{scheme}` on port {port}."),
        ),
        ("docs/providers.md", format!("connect timeout is {connect} seconds, the request timeout {timeout} seconds.")),
        ("docs/providers.md", format!("Default: {connect} and {timeout} seconds |")),
        ("docs/providers.md", format!("in total (default: {}) and per host (default: {})", all[0].1, all[1].1)),
        ("docs/providers/queue.md", format!("becomes a dead letter. Default: {} |", queue("max_attempts"))),
        ("docs/providers/celery.md", format!("option `queue` (default: `{}`)", celery("queue"))),
        ("docs/storage.md", format!("The number of shards (default: {})", of("store.redis.shards"))),
        ("docs/observability.md", format!("| `{}` | All messages; this is the default |", of("engine.history"))),
        ("docs/observability.md", format!("(by age, default: {} days)", days("engine.keep_for"))),
        ("docs/operations.md", format!("watch_every` (default: {} seconds)", seconds(&of("engine.watch_every")))),
        ("docs/console.md", format!("by default http://{}/", of("server.bind"))),
        ("docs/api/controls.md", format!("`timeout` (default: {} seconds", seconds(&of("server.request_timeout")))),
        ("docs/writing-a-store.md", format!("fewer sequences per case; default: {}", sequences())),
        ("docs/providers.md", format!("| `webhook.method` | `{}` (default),", request("method: Method::"))),
        ("docs/providers.md", format!("Default: `{}`; for `DELETE` `none`.", request("body: Body::").to_lowercase())),
        (
            "docs/clients.md",
            format!(
                "stops within its `wait`, {} seconds by default.",
                source("clients/typescript/src/consumer.ts", "this.#options.wait ?? ", &[','])
            ),
        ),
        ("docs/configuration.md", format!("for blocks without a time zone; default: {}", of("schedules.timezone"))),
    ];
    [configured, api_sentences(), command_sentences(), recurrence_sentences(), concepts::sentences()].concat()
}

/// Returns the number of random sequences of the contract suite. It is private to the suite.
fn sequences() -> String {
    source("crates/ledger/src/testing/random/mod.rs", "const SEQUENCES: u64 = ", &[';'])
}

/// Returns a setting of a webhook request that the action does not name. It is private to the provider.
fn request(setting: &str) -> String {
    let path = "crates/engine/src/provider/webhook/request_settings.rs";
    source(path, &format!("            {setting}"), &[','])
}

fn api_sentences() -> Vec<(&'static str, String)> {
    let document = Document::read();
    let preview = |name| from_default(&document.property("PreviewRequest", name).unwrap());
    let events = from_default(&document.parameter("/v1/schedules/{id}/calendar.ics", "count"));
    let recurring = from_default(&document.parameter("/v1/recurring", "limit"));
    let recurring = recurring.replace("Default", "default").replace(". Maximum", ", maximum");
    let concurrency = document.property("BackfillRequest", "concurrency").unwrap();
    assert_eq!(default_in(&concurrency), Some("1"));
    let [kind, delete] = ["kind", "delete"].map(|name| document.property("ApplyDocument", name).unwrap());
    vec![
        ("docs/api/schedules.md", format!("| `kind` | `{}` (default),", default_in(&kind).unwrap())),
        ("docs/api/schedules.md", format!("Whether to delete the document. {} |", from_default(&delete))),
        ("docs/api/schedules.md", format!("Start of the preview. {} |", preview("from"))),
        ("docs/api/schedules.md", format!("| `count` | Number of occurrences. {} |", preview("count"))),
        ("docs/api/schedules.md", format!("compare with `against`. {} |", preview("days"))),
        ("docs/api/schedules.md", format!("as an iCalendar file, one event each. {events}.")),
        ("docs/api/recurring.md", format!("`limit` is the page size ({recurring}).")),
        ("docs/api/ledgerapi.md", "up to `concurrency` at once (default: one).".to_owned()),
    ]
}

/// Returns the help of a command, such as `schedule next`.
fn help(command: &str) -> String {
    let arguments = command.split(' ').chain(["--help"]);
    let output = Command::new(env!("CARGO_BIN_EXE_refrain")).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the default of a flag, as the help of its command states it.
fn flag(command: &str, flag: &str) -> String {
    let help = help(command);
    let (_, rest) = help.split_once(&format!("{flag} <")).unwrap_or_else(|| panic!("{command} has no {flag}"));
    let (_, rest) = rest.split_once("[default: ").unwrap_or_else(|| panic!("{flag} of {command} has no default"));
    let words: Vec<&str> = rest.split(']').next().unwrap().split_whitespace().collect();
    words.join(" ").replace("10000", "10,000").replace("--until", "`--until`")
}

fn command_sentences() -> Vec<(&'static str, String)> {
    let [next_from, count, zone, dialect] = ["--from", "--count", "--tz", "--dialect"].map(|name| flag("next", name));
    let [diff_from, days] = ["--from", "--days"].map(|name| flag("diff", name));
    assert_eq!(zone, "UTC");
    assert!(help("next").contains("A time zone in the definition is used without this flag."));
    assert!(help("next").contains("With --until, the default is 10000."));
    let list = help("schedule list");
    let (_, watch) = list.split_once("Repeat the command. Default interval: ").unwrap();
    let watch = watch.split(' ').next().unwrap();
    vec![
        ("docs/cli.md", "Default: the time zone of the definition or of a `TZ=` prefix, else UTC.".to_owned()),
        ("docs/cli.md", format!("| `--dialect` | `{dialect}` (default),")),
        ("docs/cli.md", format!("strictly after `--from` (default: {next_from}).")),
        ("docs/cli.md", format!("`-n` sets their number. Default: {count}, or 10,000 with `--until`.")),
        (
            "docs/cli.md",
            format!("from `--from` (default: {diff_from}) for `--days` (default: {days}) or up to `--until`"),
        ),
        ("docs/commands.md", format!("Show the next occurrences. Default: {} |", flag("schedule next", "--count"))),
        ("docs/commands.md", format!("List the runs. Default: {} |", flag("schedule runs", "--limit"))),
        ("docs/commands.md", format!("Repeat the command. Default interval: {watch} seconds |")),
        ("docs/commands.md", format!("sets the interval. Default: {}.", flag("top", "--every"))),
        ("docs/commands.md", format!("within `--timeout` seconds. Default: {} |", flag("health", "--timeout"))),
        ("docs/importing.md", format!("that the crontab is for. Default: {} |", flag("export", "--tz"))),
    ]
}

/// Returns what follows a text in a source file, up to the first of these characters.
fn source(path: &str, before: &str, end: &[char]) -> String {
    let text = std::fs::read_to_string(Path::new(ROOT).join(path)).unwrap();
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{path} does not contain {before}"));
    rest.split(end).next().unwrap().to_owned()
}

fn recurrence_sentences() -> Vec<(&'static str, String)> {
    fn name(default: impl Serialize) -> String {
        written(&serde_json::to_value(default).unwrap())
    }
    let calendar: CalendarUse = serde_json::from_value(json!({"name": "work"})).unwrap();
    assert_eq!(calendar.on_day_off, OnDayOff::default());
    let daily = json!({"kind": "every", "every": 1, "unit": "days"});
    assert_eq!(next(&daily, "2026-06-01T12:34:56Z"), "2026-06-01T22:00:00Z", "midnight in Berlin");
    let rrule = policies(&json!({"kind": "rrule", "text": "DTSTART:20260101T023000\nRRULE:FREQ=DAILY"}));
    let every = policies(&json!({"kind": "every", "every": 1, "unit": "days", "at": "02:30"}));
    let calendar = policies(&json!({"kind": "calendar", "frequency": "daily", "time_of_day": "02:30"}));
    assert_eq!(every, calendar);
    vec![
        ("docs/recurrence.md", "| Times of day. Default: midnight.".to_owned()),
        ("docs/recurrence.md", format!("does not have: `{}` (default)", name(MonthOverflow::default()))),
        ("docs/recurrence.md", format!("`at` is `{}` (default)", name(PeriodPoint::default()))),
        ("docs/recurrence.md", format!("| `{}` (default) |", name(OnDayOff::default()))),
        ("docs/recurrence.md", format!("- `{}` (default):", name(Class::default()))),
        ("docs/recurrence.md", format!("| `{}` | crontab; the default |", name(Dialect::default()))),
        ("docs/recurrence.md", format!("| rrule | {rrule} |")),
        ("docs/recurrence.md", format!("| All others | {every} |")),
    ]
}

/// Returns the next occurrence of a recurrence in Berlin.
fn next(recurrence: &Value, after: &str) -> String {
    let spec = json!({"recurrence": recurrence, "timezone": "Europe/Berlin"});
    let spec: Spec = serde_json::from_value(spec).unwrap();
    let anchor = Some("2026-01-01T10:00:00Z".parse().unwrap());
    let rule = CompiledRecurrence::compile(&spec, &Context { anchor, ..Context::default() }).unwrap();
    rule.next_after(after.parse().unwrap()).unwrap().at().to_string()
}

/// Returns how a daily recurrence at 02:30 follows the changes of 2026 in Berlin.
fn policies(recurrence: &Value) -> String {
    let gap = match next(recurrence, "2026-03-28T12:00:00Z").as_str() {
        "2026-03-29T01:00:00Z" => "next_valid",
        "2026-03-29T01:30:00Z" => "same_offset",
        _ => "skip",
    };
    let first = next(recurrence, "2026-10-24T12:00:00Z");
    let fold = match (first.as_str(), next(recurrence, &first).as_str()) {
        ("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z") => "both",
        ("2026-10-25T00:30:00Z", _) => "first",
        _ => "last",
    };
    format!("`{gap}` and `{fold}`")
}

/// Returns the phrases that contain the word "default" and state no value.
pub(super) fn phrases_without_value() -> Vec<(&'static str, String)> {
    [
        ("docs/concepts/policies.md", "Default: none. The delay is a hash"),
        ("docs/configuration.md", "lists every key with its default and a description"),
        ("docs/configuration.md", "`refrain config --defaults` prints the same file"),
        ("docs/providers/own.md", "have default implementations"),
        ("docs/api/schedules.md", "true resumes it. Default: as it is |"),
        ("docs/commands.md", "`null` restores the default"),
        ("docs/commands.md", "Default: the name of the file"),
        ("docs/importing.md", "else the default of the other system"),
        ("docs/importing.md", "Schedules to export. Default: all |"),
        ("docs/recurrence.md", "all other fields have defaults"),
        ("docs/recurrence.md", "| Recurrence | Default of `gap` and `fold` |"),
        ("docs/api/recurring.md", "The default of `target` depends on the provider"),
        ("docs/api/recurring.md", "a default target changes with it"),
        ("docs/api/recurring.md", "Null restores the default of a field that has one"),
        ("docs/api/recurring.md", "has a dialect other than the default keeps the dialect"),
    ]
    .map(|(page, phrase)| (page, phrase.to_owned()))
    .into()
}
