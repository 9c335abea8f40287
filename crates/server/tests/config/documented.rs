//! Checks that every default stated in the documentation is the real default.
//!
//! Two forms are compared: rows of tables with a column `default` whose first cell is a configuration key, and the
//! sentences below, which are built from values of the code. Any other line about a default fails the test.

use std::path::{Path, PathBuf};

use refrain_server::config::{Config, Overrides};
use serde_json::Value;

use super::{good, load_all};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns the user documentation: path and text of each page.
fn pages() -> Vec<(String, String)> {
    let mut pages = vec![PathBuf::from("README.md")];
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(Path::new(ROOT).join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            // Decisions record the state of their time. The checklist and the benchmarks use other values on
            // purpose.
            let is_skipped = ["decisions", "checklist.md", "benchmarks.md"].iter().any(|name| path.ends_with(name));
            if is_skipped {
                continue;
            }
            if entry.file_type().unwrap().is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    let read =
        |path: PathBuf| (path.display().to_string(), std::fs::read_to_string(Path::new(ROOT).join(&path)).unwrap());
    pages.into_iter().map(read).collect()
}

/// Formats a value as the documentation does.
fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the value of a dotted key.
fn at<'a>(config: &'a Value, key: &str) -> Option<&'a Value> {
    key.split('.').try_fold(config, |value, name| value.get(name))
}

fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// Returns the sentences about defaults outside tables, built from the real defaults.
fn sentences() -> Vec<(&'static str, String)> {
    let webhook = options("webhook", "");
    let email = options("email", "host = \"h\"\nfrom = \"a@example.org\"\n");
    let [stream, amqp, nats] = [("redis_stream", "redis://h"), ("amqp", "amqp://h"), ("nats", "nats://h")]
        .map(|(kind, url)| options(kind, &format!("url = \"{url}\"\n")));
    let queue = options("queue", "");
    let celery = options("celery", "url = \"redis://h\"\n");
    let config = serde_json::to_value(Config::default()).unwrap();
    let of = |key: &str| written(at(&config, key).unwrap());
    let days = |key: &str| of(key).strip_suffix('h').unwrap().parse::<u32>().unwrap() / 24;
    let seconds = |length: &str| length.strip_suffix('s').unwrap().to_owned();
    let (connect, timeout) = (seconds(&webhook("connect_timeout")), seconds(&webhook("timeout")));
    // An empty list of ports means the port of the scheme.
    assert_eq!((webhook("ports").as_str(), webhook("allow").as_str()), ("[]", "[]"));
    let (scheme, port) = if webhook("allow_http") == "false" { ("https", 443) } else { ("http", 80) };
    let all = [("concurrency", webhook("concurrency")), ("per_host", webhook("concurrency_per_host"))];
    vec![
        ("docs/providers.md", format!("only public addresses, with `{scheme}` on port {port}.")),
        ("docs/providers.md", format!("connect timeout is {connect} seconds, the request timeout {timeout} seconds.")),
        ("docs/providers.md", format!("Default: {connect} and {timeout} seconds |")),
        ("docs/providers.md", format!("in total (default: {}) and per host (default: {})", all[0].1, all[1].1)),
        ("docs/providers/email.md", format!("| `timeout` | Timeout of one mail | `{}` |", email("timeout"))),
        ("docs/providers/email.md", format!("`none` | `{}` |", email("encryption"))),
        ("docs/providers/brokers.md", format!("stream` | `timeout` | Timeout of a send | `{}` |", stream("timeout"))),
        ("docs/providers/brokers.md", format!("`amqp` | `timeout` | Timeout of a send | `{}` |", amqp("timeout"))),
        ("docs/providers/brokers.md", format!("`nats` | `timeout` | Timeout of a send | `{}` |", nats("timeout"))),
        ("docs/providers/queue.md", format!("becomes a dead letter. Default: {} |", queue("max_attempts"))),
        ("docs/providers/celery.md", format!("option `queue` (default: `{}`)", celery("queue"))),
        ("docs/storage.md", format!("The number of shards (default: {})", of("store.redis.shards"))),
        ("docs/observability.md", format!("| `{}` | All messages; this is the default |", of("engine.history"))),
        ("docs/observability.md", format!("(by age, default: {} days)", days("engine.keep_for"))),
        ("docs/operations.md", format!("watch_every` (default: {} seconds)", seconds(&of("engine.watch_every")))),
        ("docs/console.md", format!("by default http://{}/", of("server.bind"))),
        ("docs/api/orders.md", format!("`timeout` (default: {} seconds", seconds(&of("server.request_timeout")))),
        ("docs/configuration.md", format!("for blocks without a time zone; default: {}", of("schedules.timezone"))),
    ]
}

/// Returns a function that reads an option of a provider configured only with its required options.
fn options(kind: &str, needed: &str) -> impl Fn(&str) -> String + use<> {
    let loaded = good(&format!("[providers.it]\nkind = \"{kind}\"\n{needed}"));
    let options = serde_json::to_value(&loaded.config.providers["it"]).unwrap();
    move |name: &str| written(&options[name])
}

#[test]
fn documented_defaults_in_tables_are_correct() {
    let mut compared = 0;
    for (path, text) in pages().into_iter().filter(|(path, _)| path != RECURRING) {
        let mut column = None;
        for line in text.lines() {
            let cells = cells(line);
            if !line.starts_with('|') {
                column = None;
            } else if let Some(found) = cells.iter().position(|cell| cell.eq_ignore_ascii_case("default")) {
                column = Some(found);
            } else if let Some(column) = column.filter(|_| cells[0].starts_with('`')) {
                let key = cells[0].trim_matches('`');
                let stated = cells[column].trim_start_matches('`').split('`').next().unwrap();
                // A value can be written in several ways, so the stated one is parsed as the server does.
                let set = Overrides { set: vec![format!("{key}={stated}")], ..Overrides::default() };
                let read = load_all("", &[], set).unwrap_or_else(|problems| panic!("{path}: {line}\n{problems}"));
                assert_eq!(read.config, Config::default(), "{path}: {line}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 15, "{compared}");
}

#[test]
fn documented_defaults_in_sentences_are_correct() {
    let pages = pages();
    for (path, sentence) in sentences() {
        let (_, text) = pages.iter().find(|(page, _)| page == path).unwrap();
        assert!(text.contains(&sentence), "{path} does not contain {sentence:?}");
    }
}

/// Pages whose lines about defaults are checked elsewhere: by the guide's own test, or because they name no
/// configuration value.
const ELSEWHERE: [&str; 4] = ["docs/cli.md", "docs/recurrence.md", "docs/api/schedules.md", RECURRING];

/// The defaults on this page are those of the API, not of the configuration.
const RECURRING: &str = "docs/api/recurring.md";

/// A separate test compares the committed document with the server.
#[test]
fn page_size_of_recurring_actions_is_that_of_the_api() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let document = std::fs::read_to_string(root.join("console/openapi.json")).unwrap();
    let document: Value = serde_json::from_str(&document).unwrap();
    let parameters = document["paths"]["/v1/recurring"]["get"]["parameters"].as_array().unwrap();
    let limit = parameters.iter().find(|parameter| parameter["name"] == "limit").unwrap();
    let described = limit["description"].as_str().unwrap();
    let (default, maximum) = described
        .strip_prefix("Page size. Default: ")
        .and_then(|rest| rest.strip_suffix('.'))
        .and_then(|rest| rest.split_once(". Maximum: "))
        .unwrap_or_else(|| panic!("{described}"));
    assert_eq!(limit["schema"]["maximum"].to_string(), maximum);
    let page = std::fs::read_to_string(root.join(RECURRING)).unwrap();
    assert!(page.contains(&format!("(default: {default}, maximum: {maximum})")), "{page}");
}

#[test]
fn every_documented_default_is_checked() {
    for (path, text) in pages() {
        if ELSEWHERE.contains(&path.as_str()) {
            continue;
        }
        let stated: Vec<String> =
            sentences().into_iter().filter(|(page, _)| *page == path).map(|(_, sentence)| sentence).collect();
        let mut in_code = false;
        for line in text.lines() {
            in_code ^= line.starts_with("```");
            let lower = line.to_ascii_lowercase();
            let names_one = ["default:", "default ", "by default", "without it", "defaults to"]
                .iter()
                .any(|word| lower.contains(word));
            let has_value = line.chars().any(|c| c.is_ascii_digit());
            let is_row = line.starts_with("| `") && line.contains("` | `");
            if in_code || !names_one || !has_value || is_row {
                continue;
            }
            assert!(
                stated.iter().any(|sentence| line.contains(sentence.as_str())),
                "{path} states a default that no test checks:\n{line}"
            );
        }
    }
}
