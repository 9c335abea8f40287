//! The stores have the same file names, so that an operation found in one store is found in the others. Each operation
//! is in the file that the lists below name, and each statement is named after the file that runs it.

use std::collections::{BTreeMap, BTreeSet};

use crate::assert_none;
use crate::length::function_name;
use crate::tree::{File, files};

/// Folder of each store, and the type that implements the store traits.
const STORES: &[(&str, &str)] = &[("postgres", "Postgres"), ("redis", "Redis"), ("sqlite", "Sqlite")];

/// File of each operation of the trait `Ledger`. A store calls it from its file `ledger`.
const OPERATIONS: &[(&str, &[&str])] = &[
    ("change_occurrence", &["change_occurrence"]),
    ("claim", &["claim"]),
    ("due", &["due_for_planning", "next_wakeup"]),
    ("gaps", &["gaps"]),
    ("history", &["occurrence", "occurrences", "open_occurrences", "planned", "recent"]),
    ("insert", &["insert"]),
    ("lease", &["confirm", "release", "renew"]),
    ("overdue", &["overdue"]),
    ("plan", &["plan"]),
    ("prune", &["prune"]),
    ("revisions", &["definitions", "revisions"]),
    ("save", &["save"]),
    ("schedule", &["schedule"]),
    ("schedules", &["count_schedules", "scan", "schedules"]),
    ("settle", &["settle"]),
    ("status", &["change_status", "delete", "quarantine"]),
];
/// File of each store trait.
const TRAITS: &[(&str, &str)] = &[
    ("audit", "Audit"),
    ("catalog", "Catalog"),
    ("ledger", "Ledger"),
    ("marks", "Marks"),
    ("queue", "Queue"),
    ("store", "Store"),
];
/// Other files that every store has.
const PARTS: &[&str] = &["connect", "error", "migrate", "mod", "occurrence", "options", "replan", "revise", "row"];

/// The trait whose operations `OPERATIONS` lists.
const LEDGER: &str = "crates/ledger/src/store/ledger.rs";

/// The files of one store.
struct Store<'a> {
    folder: &'static str,
    type_name: &'static str,
    sources: BTreeMap<&'a str, &'a str>,
    /// Names of the statements and scripts, without their endings.
    statements: BTreeSet<&'a str>,
}

impl<'a> Store<'a> {
    fn new(files: &'a [File], (folder, type_name): (&'static str, &'static str)) -> Self {
        let (mut sources, mut statements) = (BTreeMap::new(), BTreeSet::new());
        let start = format!("crates/stores/src/{folder}/");
        for file in files {
            match file.path.strip_prefix(&start).and_then(|path| path.rsplit_once('.')) {
                Some((name, "rs")) => drop(sources.insert(name, file.text.as_str())),
                Some((name, _)) => statements.extend(name.strip_prefix("sql/").or(name.strip_prefix("lua/"))),
                None => {}
            }
        }
        Self { folder, type_name, sources, statements }
    }

    fn findings(&self) -> Vec<String> {
        let mut findings = Vec::new();
        let missing = listed().filter(|name| !self.sources.contains_key(name));
        findings.extend(missing.map(|name| format!("{}: {name}.rs is missing", self.folder)));
        for (name, implemented) in TRAITS {
            let text = self.sources.get(name).copied().unwrap_or_default();
            if !text.contains(&format!("impl {implemented} for {} ", self.type_name)) {
                findings.push(format!("{}: {name}.rs does not implement `{implemented}`", self.folder));
            }
        }
        for (name, operations) in OPERATIONS {
            for operation in *operations {
                let found = self.files_of(operation);
                if found != BTreeSet::from([*name]) {
                    findings.push(format!("{}: `{operation}` must be in {name}.rs, found {found:?}", self.folder));
                }
            }
        }
        findings.extend(self.statements.iter().filter_map(|statement| self.statement_finding(statement)));
        findings
    }

    /// Returns the files of operations that the implementation of an operation calls.
    fn files_of(&self, operation: &str) -> BTreeSet<&str> {
        let ledger = self.sources.get("ledger").copied().unwrap_or_default();
        let start = format!("    async fn {operation}(");
        let body = ledger.split(&start).nth(1).and_then(|rest| rest.split("\n    }\n").next()).unwrap_or_default();
        let methods = self.methods();
        let is_called = |name: &str| body.contains(&format!("self.{name}("));
        let is_named = |name: &str| {
            let path = format!("{name}::");
            let mut paths = body.match_indices(&path);
            paths.any(|(at, _)| !body[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_'))
        };
        let called = methods.iter().filter(|(name, _)| is_called(name)).map(|(_, file)| *file);
        let named = self.sources.keys().copied().filter(|name| is_named(name));
        called.chain(named).filter(|name| OPERATIONS.iter().any(|(file, _)| file == name)).collect()
    }

    /// Returns the methods that the store's own type has, and the file of each.
    fn methods(&self) -> Vec<(&str, &str)> {
        let mut methods = Vec::new();
        let head = format!("impl {} {{", self.type_name);
        for (file, text) in &self.sources {
            let mut is_own = false;
            for line in text.lines() {
                is_own = line == head || (is_own && line != "}");
                methods.extend(function_name(line.trim_start()).filter(|_| is_own).map(|name| (name, *file)));
            }
        }
        methods
    }

    fn statement_finding(&self, statement: &str) -> Option<String> {
        let is_included =
            |text: &str| [".sql", ".lua"].iter().any(|end| text.contains(&format!("/{statement}{end}\"")));
        let users: Vec<&str> =
            self.sources.iter().filter(|(_, text)| is_included(text)).map(|(file, _)| *file).collect();
        let is_named_after =
            |file: &str| statement.strip_prefix(file).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'));
        let is_fine = matches!(users[..], [user] if is_named_after(user));
        (!is_fine).then(|| format!("{}: {statement} must be named after its only user, found {users:?}", self.folder))
    }
}

/// Returns the names of the files that every store has.
fn listed() -> impl Iterator<Item = &'static str> {
    let operations = OPERATIONS.iter().map(|(name, _)| *name);
    operations.chain(TRAITS.iter().map(|(name, _)| *name)).chain(PARTS.iter().copied())
}

fn findings(files: &[File]) -> Vec<String> {
    let stores: Vec<Store<'_>> = STORES.iter().map(|store| Store::new(files, *store)).collect();
    let mut findings: Vec<String> = stores.iter().flat_map(Store::findings).collect();
    let is_common = |name: &&&str| stores.iter().all(|store| store.sources.contains_key(**name));
    let common = stores.iter().take(1).flat_map(|store| store.sources.keys()).filter(is_common);
    let unlisted = common.filter(|name| !listed().any(|listed| listed == **name));
    findings.extend(unlisted.map(|name| format!("every store has {name}.rs, but the test does not list it")));
    let ledger = files.iter().find(|file| file.path == LEDGER).map_or("", |file| file.text.as_str());
    let declared: BTreeSet<&str> =
        ledger.split("    async fn ").skip(1).filter_map(|rest| rest.split('(').next()).collect();
    let operations: BTreeSet<&str> = OPERATIONS.iter().flat_map(|(_, operations)| operations.iter().copied()).collect();
    let differing = declared.symmetric_difference(&operations);
    findings.extend(differing.map(|name| format!("`{name}` is only in the trait `Ledger` or only in the test")));
    findings
}

#[test]
fn every_store_has_the_same_operations_in_the_same_files() {
    assert_none(&findings(&files()));
}

/// Returns stores that have only what the lists require. One calls a function by path, the others a method.
fn sample() -> Vec<File> {
    let operations = || OPERATIONS.iter().flat_map(|(name, all)| all.iter().map(move |operation| (*name, *operation)));
    let declared: String = operations().map(|(_, operation)| format!("    async fn {operation}(&self);\n")).collect();
    let mut files = vec![File::sample(LEDGER, &declared)];
    for (folder, type_name) in STORES {
        let mut texts: BTreeMap<&str, String> = listed().map(|name| (name, String::new())).collect();
        for (name, operation) in operations() {
            let (call, text) = if *folder == "sqlite" {
                (format!("self.read(move |conn| {name}::run_{operation}(conn)).await"), String::new())
            } else {
                let method = format!("impl {type_name} {{\n    pub(super) async fn run_{operation}(\n    }}\n}}\n");
                (format!("self.run_{operation}().await"), method)
            };
            *texts.entry(name).or_default() += &text;
            *texts.entry("ledger").or_default() +=
                &format!("    async fn {operation}(&self) {{\n        {call}\n    }}\n");
        }
        for (name, implemented) in TRAITS {
            *texts.entry(name).or_default() += &format!("impl {implemented} for {type_name} {{}}\n");
        }
        let paths = texts.into_iter().map(|(name, text)| (format!("crates/stores/src/{folder}/{name}.rs"), text));
        files.extend(paths.map(|(path, text)| File::sample(&path, &text)));
    }
    files
}

/// Checks the findings in the sample after a change of it.
#[track_caller]
fn check(change: impl FnOnce(&mut Vec<File>), expected: &[&str]) {
    let mut files = sample();
    change(&mut files);
    assert_eq!(findings(&files), expected);
}

fn file<'f>(files: &'f mut [File], path: &str) -> &'f mut File {
    let path = format!("crates/stores/src/{path}");
    files.iter_mut().find(|file| file.path == path).expect("the sample has the file")
}

#[test]
fn a_missing_file_and_an_operation_under_another_name_are_found() {
    check(|_| {}, &[]);
    check(|files| files.retain(|file| !file.path.ends_with("redis/row.rs")), &["redis: row.rs is missing"]);
    check(
        |files| file(files, "redis/overdue.rs").path = "crates/stores/src/redis/late.rs".to_owned(),
        &["redis: overdue.rs is missing", "redis: `overdue` must be in overdue.rs, found {}"],
    );
    let moved = |files: &mut Vec<File>| {
        let method = std::mem::take(&mut file(files, "postgres/insert.rs").text);
        file(files, "postgres/plan.rs").text += &method;
    };
    check(moved, &["postgres: `insert` must be in insert.rs, found {\"plan\"}"]);
    let renamed = |files: &mut Vec<File>| {
        let ledger = file(files, "sqlite/ledger.rs");
        ledger.text = ledger.text.replace("gaps::run_gaps", "holes::run_gaps");
    };
    check(renamed, &["sqlite: `gaps` must be in gaps.rs, found {}"]);
    check(|files| file(files, "sqlite/marks.rs").text.clear(), &["sqlite: marks.rs does not implement `Marks`"]);
}

#[test]
fn an_unlisted_file_or_operation_is_found() {
    let add_to_all = |files: &mut Vec<File>| {
        let paths = STORES.iter().map(|(folder, _)| format!("crates/stores/src/{folder}/wakeup.rs"));
        files.extend(paths.map(|path| File::sample(&path, "")));
    };
    check(add_to_all, &["every store has wakeup.rs, but the test does not list it"]);
    let declare = |files: &mut Vec<File>| files[0].text += "    async fn swap(&self);\n";
    check(declare, &["`swap` is only in the trait `Ledger` or only in the test"]);
}

#[test]
fn a_statement_with_another_name_than_its_only_user_is_found() {
    let add = |path: &'static str, users: &'static [&'static str]| {
        move |files: &mut Vec<File>| {
            files.push(File::sample(&format!("crates/stores/src/{path}"), "-- Reads.\n"));
            let (_, statement) = path.split_once('/').expect("the path has a folder");
            for user in users {
                file(files, user).text += &format!("const READ: &str = include_str!(\"{statement}\");\n");
            }
        }
    };
    check(add("sqlite/sql/claim.sql", &["sqlite/claim.rs"]), &[]);
    check(add("redis/lua/claim_rows.lua", &["redis/claim.rs"]), &[]);
    check(add("redis/migrations/0001_rows.sql", &[]), &[]);
    let message = "sqlite: schedules_page must be named after its only user, found ";
    let wrong = |users: &str| format!("{message}{users}");
    check(add("sqlite/sql/schedules_page.sql", &["sqlite/schedule.rs"]), &[&wrong("[\"schedule\"]")]);
    check(add("sqlite/sql/schedules_page.sql", &[]), &[&wrong("[]")]);
    let two = &["sqlite/schedules.rs", "sqlite/due.rs"];
    check(add("sqlite/sql/schedules_page.sql", two), &[&wrong("[\"due\", \"schedules\"]")]);
}
