//! Imports files of the form that real systems have, and compares the schedules and the report with files beside them.
//!
//! A case is a folder `import/KIND/CASE`. `expected.yaml` has the schedules, `expected.txt` the report, and
//! `expected.toml` the configuration, if there is one. `options.json` may set options. All other files are imported.
//!
//! With `REFRAIN_BLESS` set, the test rewrites the expected files. Read the diff before committing it.

#![expect(clippy::unwrap_used, reason = "helpers of a test fail like the test itself")]

use std::fs;
use std::path::{Path, PathBuf};

use refrain_cli::crontab::CrontabForm;
use refrain_cli::document::{read_sources, write};
use refrain_cli::import::{Kind, Options, import};
use refrain_cli::tree::Limits;
use refrain_cli::{Source, document};
use serde_json::Value;

const AT: &str = "2026-01-15T12:00:00Z";

fn folders(path: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

fn options(case: &Path) -> Options {
    let mut options = Options::new(AT.parse().unwrap());
    let Ok(text) = fs::read_to_string(case.join("options.json")) else { return options };
    let given: Value = serde_json::from_str(&text).unwrap();
    for (name, value) in given.as_object().unwrap() {
        match (name.as_str(), value) {
            ("timezone", Value::String(timezone)) => options.timezone = Some(timezone.clone()),
            ("id_prefix", Value::String(prefix)) => options.id_prefix.clone_from(prefix),
            ("crontab_form", Value::String(form)) if form == "system" => options.crontab_form = CrontabForm::System,
            ("enabled", Value::Bool(enabled)) => options.enabled = *enabled,
            other => panic!("{}: {other:?}", case.display()),
        }
    }
    options
}

/// Returns the files of a case. Their names are relative to it, so that no path of this machine is in the report.
fn sources(case: &Path) -> Vec<Source> {
    let is_input = |path: &Path| {
        let name = path.strip_prefix(case).unwrap();
        !name.starts_with("options.json") && !name.to_string_lossy().starts_with("expected.")
    };
    let files = document::read_files(&[case.to_owned()], Limits::default(), is_input).unwrap();
    files
        .into_iter()
        .map(|file| {
            let name = Path::new(file.name()).strip_prefix(case).unwrap().to_string_lossy().into_owned();
            Source::new(name, file.text())
        })
        .collect()
}

fn check(case: &Path) -> Result<(), String> {
    let kind_name = case.parent().unwrap().file_name().unwrap().to_string_lossy();
    let kind = Kind::from_name(&kind_name).unwrap_or_else(|| panic!("{kind_name} is not a kind"));
    let report = import(kind, &sources(case), &options(case));
    for entry in &report.entries {
        let is_refused = entry.notes.iter().any(|note| note.kind.as_str() == "refused");
        assert_ne!(entry.schedule.is_some(), is_refused, "{}: {entry}", case.display());
    }
    let yaml = write(&report.documents());
    let read = read_sources(vec![Source::new("expected.yaml", yaml.clone())], Limits::default()).unwrap();
    let fields =
        |documents: &[document::Document]| documents.iter().map(document::Document::to_json).collect::<Vec<_>>();
    assert_eq!(fields(&read), fields(&report.documents()), "{}", case.display());
    let texts = [("yaml", Some(yaml)), ("txt", Some(report.to_string())), ("toml", report.configuration)];
    let mut differing = Vec::new();
    for (ending, text) in texts {
        let path = case.join(format!("expected.{ending}"));
        if std::env::var_os("REFRAIN_BLESS").is_some() {
            match &text {
                Some(text) => fs::write(&path, text).unwrap(),
                None => drop(fs::remove_file(&path)),
            }
        }
        let expected = fs::read_to_string(&path).ok();
        if expected != text {
            let text = text.unwrap_or_default();
            let line =
                expected.as_deref().unwrap_or_default().lines().zip(text.lines()).find(|(one, other)| one != other);
            differing.push(format!("{} differs; REFRAIN_BLESS=1 rewrites it: {line:?}", path.display()));
        }
    }
    if differing.is_empty() { Ok(()) } else { Err(differing.join("\n")) }
}

#[test]
fn files_are_imported_as_expected() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import");
    let cases: Vec<PathBuf> =
        folders(&root).iter().filter(|path| path.is_dir()).flat_map(|kind| folders(kind)).collect();
    assert!(!cases.is_empty());
    let failures: Vec<String> = cases.iter().filter_map(|case| check(case).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_kind_has_cases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import");
    for kind in Kind::ALL {
        assert!(root.join(kind.as_str()).is_dir(), "{kind} has no cases");
    }
}
