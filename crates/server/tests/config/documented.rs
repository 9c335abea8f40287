//! Checks that every default stated in the documentation is the real default.
//!
//! Two forms are compared: rows of tables with a column `Default` or `Default value`, and sentences built from values
//! of the code, in [`stated`](super::stated). Any other text about a default fails the test.

use std::path::{Path, PathBuf};

use refrain::provider::email::Encryption;
use refrain_recurrence::Length;
use refrain_server::config::{Config, Overrides};
use serde_json::Value;

use super::stated::{Document, phrases_without_value, sentences};
use super::{good, load_all};

pub(super) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

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
pub(super) fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the value of a dotted key.
pub(super) fn at<'a>(config: &'a Value, key: &str) -> Option<&'a Value> {
    key.split('.').try_fold(config, |value, name| value.get(name))
}

fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// Returns a function that reads an option of a provider configured only with its required options.
pub(super) fn options(kind: &str) -> impl Fn(&str) -> Value + use<> {
    let loaded = good(&format!("[providers.it]\nkind = \"{kind}\"\n{}", needed(kind)));
    let options = serde_json::to_value(&loaded.config.providers["it"]).unwrap();
    move |name: &str| options[name].clone()
}

/// A row of a table that has a column of defaults.
struct Row {
    path: String,
    line: String,
    header: Vec<String>,
    cells: Vec<String>,
}

impl Row {
    fn cell(&self, column: &str) -> Option<&str> {
        let index = self.header.iter().position(|name| name == column)?;
        self.cells.get(index).map(String::as_str)
    }

    fn stated(&self) -> &str {
        self.cell("Default").or_else(|| self.cell("Default value")).unwrap()
    }

    /// Returns the names in backticks in a column.
    fn names(&self, column: &str) -> Vec<&str> {
        self.cell(column).unwrap_or_default().split('`').skip(1).step_by(2).collect()
    }

    /// Returns whether the row states this value, in backticks or in words.
    fn states(&self, value: &Value) -> bool {
        let stated = self.stated();
        if let Some(stated) = stated.strip_prefix('`').and_then(|rest| rest.split('`').next()) {
            let length = |text: &str| serde_json::from_value::<Length>(text.into()).ok();
            let real = written(value);
            return real == stated || length(&real).is_some_and(|real| Some(real) == length(stated));
        }
        match value {
            Value::Null => ["None", "No limit", "No login", "The system's"].contains(&stated),
            Value::Bool(false) => stated == "Refused",
            // The empty name of an exchange.
            Value::String(text) if text.is_empty() => stated.starts_with("The default exchange"),
            Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => false,
        }
    }
}

/// Returns every row of every table with a column of defaults.
fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (path, text) in pages() {
        let mut header: Option<Vec<String>> = None;
        for line in text.lines() {
            let cells: Vec<String> = cells(line).into_iter().map(str::to_owned).collect();
            if !line.starts_with('|') {
                header = None;
            } else if cells.iter().any(|cell| cell == "Default" || cell == "Default value") {
                header = Some(cells);
            } else if let Some(header) = header.as_ref().filter(|_| !cells[0].starts_with("---")) {
                rows.push(Row { path: path.clone(), line: line.to_owned(), header: header.clone(), cells });
            }
        }
    }
    rows
}

#[test]
fn documented_defaults_in_tables_are_correct() {
    let document = Document::read();
    let mut compared = 0;
    for row in rows() {
        let is_correct = match row.path.as_str() {
            "docs/providers/email.md" => is_option(&row, "email"),
            "docs/providers/celery.md" => is_option(&row, "celery"),
            "docs/providers/brokers.md" => is_option(&row, row.names("Provider")[0]),
            "docs/rules.md" => {
                let config = serde_json::to_value(Config::default()).unwrap();
                row.states(&config["breakers"]["default"][row.names("Option")[0]])
            }
            "docs/api.md" => document.is_list_parameter(row.names("Parameter")[0], row.stated()),
            "docs/api/recurring.md" => {
                row.names("Field").iter().all(|name| document.is_default_of_recurring(name, row.stated()))
            }
            _ => is_configuration(&row),
        };
        assert!(
            is_correct,
            "{} states a default that is not the real one, or has an unknown form:\n{}",
            row.path, row.line
        );
        compared += 1;
    }
    assert!(compared >= 60, "{compared}");
}

/// Options without which a provider is rejected.
pub(super) fn needed(kind: &str) -> &'static str {
    match kind {
        "email" => "host = \"h\"\nfrom = \"a@example.org\"\n",
        "amqp" => "url = \"amqp://h\"\n",
        "nats" => "url = \"nats://h\"\n",
        "celery" | "redis_stream" => "url = \"redis://h\"\n",
        _ => "",
    }
}

/// Returns whether the row is about a required option, or states the default of all its options.
fn is_option(row: &Row, kind: &str) -> bool {
    let option = options(kind);
    row.names("Option").iter().all(|name| {
        let is_needed = needed(kind).lines().any(|line| line.starts_with(&format!("{name} =")));
        match (is_needed, row.stated()) {
            // The server and its port share a row.
            (true, stated) => stated == "Required" || stated == email_ports(),
            (false, stated) if *name == "port" => stated == email_ports(),
            (false, _) => row.states(&option(name)),
        }
    })
}

/// Formats the ports of the email provider, which depend on its encryption.
fn email_ports() -> String {
    let port = |encryption: Encryption| encryption.port();
    let [tls, starttls, none] = [Encryption::Tls, Encryption::Starttls, Encryption::None].map(port);
    format!("Port {tls}, {starttls} or {none}, depending on the encryption")
}

/// A value can be written in several ways, so the stated one is parsed as the server does.
fn is_configuration(row: &Row) -> bool {
    let (key, stated) = (row.names("Key")[0], row.stated().trim_start_matches('`').split('`').next().unwrap());
    let set = Overrides { set: vec![format!("{key}={stated}")], ..Overrides::default() };
    load_all("", &[], set).is_ok_and(|read| read.config == Config::default())
}

#[test]
fn documented_defaults_in_sentences_are_correct() {
    let pages = pages();
    for (path, sentence) in sentences().into_iter().chain(phrases_without_value()) {
        let (_, text) = pages.iter().find(|(page, _)| *page == path).unwrap();
        let is_found = paragraphs(text).iter().any(|paragraph| paragraph.contains(&sentence));
        assert!(is_found, "{path} does not contain {sentence:?}");
    }
}

/// Returns the table rows, list items and paragraphs outside code, each without line breaks.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    let mut in_code = false;
    for line in text.lines() {
        in_code ^= line.starts_with("```");
        // Examples state defaults in their comments.
        if in_code && !line.contains("# ") {
            continue;
        }
        let line = line.trim();
        if line.is_empty() || in_code || ["|", "- ", "#"].iter().any(|start| line.starts_with(start)) {
            paragraphs.push(line.to_owned());
        } else if let Some(last) = paragraphs.last_mut() {
            *last = format!("{last} {line}").trim().to_owned();
        }
    }
    paragraphs
}

#[test]
fn every_documented_default_is_checked() {
    let known: Vec<(&str, String)> = sentences().into_iter().chain(phrases_without_value()).collect();
    let rows = rows();
    let mut unchecked = Vec::new();
    for (path, text) in pages() {
        for paragraph in paragraphs(&text) {
            let is_header = cells(&paragraph).iter().any(|cell| *cell == "Default" || *cell == "Default value");
            let is_row = rows.iter().any(|row| row.path == path && row.line.trim() == paragraph);
            if is_header || is_row {
                continue;
            }
            let of_page = known.iter().filter(|(page, _)| *page == path);
            let rest = of_page.fold(paragraph.clone(), |rest, (_, sentence)| rest.replace(sentence.as_str(), ""));
            let rest = rest.to_ascii_lowercase();
            let mut words = rest.split(|c: char| !c.is_ascii_alphanumeric());
            if words.any(|word| word == "default" || word == "defaults") {
                unchecked.push(format!("{path}: {paragraph}"));
            }
        }
    }
    assert!(unchecked.is_empty(), "no test checks these defaults:\n{}", unchecked.join("\n"));
}
