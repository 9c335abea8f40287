//! Allowed dependencies between crates and modules. Manifests are checked for crates, sources for paths.

use serde_json::Value;

use crate::assert_none;
use crate::supply::metadata;
use crate::tree::{File, files};

/// A folder, and the paths that its code must not use.
struct Edge {
    under: &'static str,
    never: &'static [&'static str],
    why: &'static str,
}

const EDGES: &[Edge] = &[
    Edge {
        under: "crates/recurrence/src/",
        never: &["tokio", "futures", "chrono", "refrain", "refrain_server", "std::fs", "std::net", "std::thread"],
        why: "recurrence is arithmetic: no I/O, no async, and nothing above it",
    },
    Edge {
        under: "crates/ledger/src/",
        never: &["refrain", "refrain_stores", "refrain_server", "rusqlite", "tokio_postgres", "redis", "axum"],
        why: "the author of a store needs neither the other stores nor the engine",
    },
    Edge {
        under: "crates/stores/src/",
        never: &["refrain", "refrain_server", "axum"],
        why: "a store does not know the engine",
    },
    Edge {
        under: "crates/engine/src/",
        never: &["refrain_server", "chrono", "axum", "clap"],
        why: "a program that embeds the engine does not need the server",
    },
    Edge {
        under: "clients/rust/src/",
        never: &["refrain", "refrain_ledger", "refrain_recurrence", "refrain_server", "refrain_stores", "chrono"],
        why: "a client knows only the HTTP API",
    },
    Edge {
        under: "crates/cli/src/",
        never: &["refrain", "refrain_ledger", "refrain_stores", "refrain_server", "axum"],
        why: "its commands need no engine",
    },
    Edge {
        under: "crates/engine/src/planner/",
        never: &["crate::worker", "crate::provider", "crate::dispatch"],
        why: "the ledger is the only thing between planner and worker",
    },
    Edge {
        under: "crates/engine/src/worker/",
        never: &["crate::planner"],
        why: "the ledger is the only thing between planner and worker",
    },
];

/// The folder of the HTTP API. The API changes tenant data only through `acting_as`, which takes the caller's rights.
const API: &str = "crates/server/src/http/";
/// The only file of the API that derives rights from a caller.
const ACTING: &str = "crates/server/src/http/app.rs";
/// Store methods that change data, and ways to bypass the caller's rights.
const UNCHECKED: &[&str] = &[
    ".control().acting_as(",
    "Rights::all()",
    "Rights::configuration()",
    // A queue of an embedding program has every right.
    ".queue(",
    ".store().append(",
    ".store().change_dead(",
    ".store().change_occurrence(",
    ".store().change_status(",
    ".store().claim_work(",
    ".store().delete(",
    ".store().enqueue(",
    ".store().extend(",
    ".store().finish(",
    ".store().insert(",
    ".store().plan(",
    ".store().put(",
    ".store().remove(",
    ".store().save(",
];

fn unchecked_findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.path.starts_with(API) && file.path != ACTING) {
        // A call may be wrapped over several lines.
        let code: String = file.code_lines().map(|(_, line)| line.trim()).collect();
        for call in UNCHECKED.iter().filter(|call| code.contains(**call)) {
            findings.push(format!("{}: `{call}`; the API must use `App::acting_as`", file.path));
        }
    }
    findings
}

/// A package, and the packages that its manifest must not name, including those for tests and build scripts.
const MANIFESTS: &[(&str, &[&str])] = &[
    ("refrain-recurrence", &["tokio", "futures", "chrono", "refrain", "refrain-server"]),
    ("refrain-ledger", &["refrain", "refrain-stores", "refrain-server", "rusqlite", "tokio-postgres", "redis", "axum"]),
    ("refrain-stores", &["refrain", "refrain-server", "axum"]),
    ("refrain", &["refrain-cli", "refrain-server", "chrono", "axum", "clap"]),
    (
        "refrain-client",
        &[
            "refrain",
            "refrain-ledger",
            "refrain-recurrence",
            "refrain-cli",
            "refrain-server",
            "refrain-stores",
            "chrono",
        ],
    ),
    ("refrain-cli", &["refrain", "refrain-ledger", "refrain-stores", "refrain-server", "axum"]),
];

fn source_findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for edge in EDGES {
        for file in files.iter().filter(|file| file.is_rust() && file.path.starts_with(edge.under)) {
            for (line, code) in file.code_lines() {
                for path in edge.never.iter().filter(|path| names(code, path)) {
                    findings.push(format!("{}:{line}: names `{path}`; {}", file.path, edge.why));
                }
            }
        }
    }
    findings
}

/// Returns whether a line uses a path: as the head of a longer path, or imported whole.
fn names(code: &str, path: &str) -> bool {
    let is_part_of_a_name = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(path).any(|(at, _)| {
        let before = &code[..at];
        let after = &code[at + path.len()..];
        let starts_a_path = !before.ends_with(is_part_of_a_name) && !before.ends_with("::");
        let imported = before.trim_end().ends_with("use") || before.trim_end().ends_with("extern crate");
        starts_a_path && (after.starts_with("::") || (imported && !after.starts_with(is_part_of_a_name)))
    })
}

fn manifest_findings(metadata: &Value) -> Vec<String> {
    let mut findings = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = package["name"].as_str().unwrap_or_default();
        for (_, never) in MANIFESTS.iter().filter(|(above, _)| *above == name) {
            for dependency in package["dependencies"].as_array().into_iter().flatten() {
                let dependency = dependency["name"].as_str().unwrap_or_default();
                if never.contains(&dependency) {
                    findings.push(format!("{name} depends on {dependency}"));
                }
            }
        }
    }
    findings
}

#[test]
fn no_source_names_a_crate_or_module_above_it() {
    assert_none(&source_findings(&files()));
}

#[test]
fn the_api_changes_nothing_without_the_rights_of_its_caller() {
    assert_none(&unchecked_findings(&files()));
    let check = |path, text, expected: usize| {
        assert_eq!(unchecked_findings(&[File::sample(path, text)]).len(), expected, "{path}: {text}");
    };
    check("crates/server/src/http/new.rs", "app.store()\n    .change_occurrence(tenant)", 1);
    check("crates/server/src/http/new.rs", "app.refrain().control().acting_as(rights)", 1);
    check("crates/server/src/http/new.rs", "app.refrain().tenant(name)?.queue(name)?.claim(1, lease)", 1);
    check("crates/server/src/http/new.rs", "app.acting_as(&caller).fire(fire)", 0);
}

#[test]
fn no_manifest_names_a_crate_above_it() {
    assert_none(&manifest_findings(&metadata()));
}

#[test]
fn an_upward_path_in_a_source_is_found() {
    let check = |path, text, expected: usize| {
        let found = source_findings(&[File::sample(path, text)]);
        assert_eq!(found.len(), expected, "{path}: {text}: {found:?}");
    };
    check("crates/recurrence/src/lib.rs", "use tokio::time;", 1);
    check("crates/recurrence/src/lib.rs", "use chrono;", 1);
    check("crates/recurrence/src/cron/mod.rs", "let now = refrain::clock();", 1);
    check("crates/engine/src/planner/mod.rs", "use crate::worker::Lease;", 1);
    check("crates/engine/src/worker/mod.rs", "use crate::planner;", 1);
    check("crates/recurrence/src/lib.rs", "use refrain_recurrence::CompiledRecurrence; // tokio::spawn", 0);
    check("crates/server/src/main.rs", "use tokio::time;", 0);
}

#[test]
fn an_upward_dependency_in_a_manifest_is_found() {
    let sample = serde_json::json!({"packages": [
        {"name": "refrain", "dependencies": [{"name": "refrain-recurrence"}, {"name": "axum"}]},
        {"name": "refrain-recurrence", "dependencies": [{"name": "jiff"}, {"name": "chrono"}]},
        {"name": "refrain-server", "dependencies": [{"name": "axum"}]},
    ]});
    assert_eq!(manifest_findings(&sample), ["refrain depends on axum", "refrain-recurrence depends on chrono"]);
}
