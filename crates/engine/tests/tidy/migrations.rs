//! Migrations are numbered from 0001 without holes, and every store has the same migrations under the same names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::assert_none;
use crate::tree::root;

/// Names of the migration files of each store under `store/`.
type Stores = BTreeMap<String, BTreeSet<String>>;

fn read_stores(folder: &Path) -> Stores {
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    };
    let migrations = |store: &String| folder.join(store).join("migrations");
    let stores = names(folder).into_iter().filter(|store| migrations(store).is_dir());
    stores.map(|store| (store.clone(), names(&migrations(&store)).into_iter().collect())).collect()
}

fn findings(stores: &Stores) -> Vec<String> {
    let mut findings = Vec::new();
    let all: BTreeSet<&String> = stores.values().flatten().collect();
    for (store, names) in stores {
        for (index, name) in names.iter().enumerate() {
            let expected = format!("{:04}_", index + 1);
            if !name.starts_with(&expected) || !name.ends_with(".sql") {
                findings.push(format!("{store}: expected {expected}*.sql, found {name}"));
                break;
            }
        }
        for missing in all.iter().filter(|name| !names.contains(**name)) {
            findings.push(format!("{store}: {missing} is missing, but another store has it"));
        }
    }
    findings
}

#[test]
fn migrations_have_no_holes_and_are_the_same_in_every_store() {
    assert_none(&findings(&read_stores(&root().join("crates/stores/src"))));
}

#[test]
fn holes_and_differences_between_stores_are_found() {
    let check = |topic: &str, files: &[&str], expected: &[&str]| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("migrations").join(topic);
        let _ = fs::remove_dir_all(&folder);
        for file in files {
            let file = folder.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "SELECT 1;").unwrap();
        }
        assert_eq!(findings(&read_stores(&folder)), expected, "{topic}");
    };
    check("none", &["model/mod.rs"], &[]);
    check(
        "whole",
        &[
            "sqlite/migrations/0001_ledger.sql",
            "sqlite/migrations/0002_audit.sql",
            "postgres/migrations/0001_ledger.sql",
            "postgres/migrations/0002_audit.sql",
        ],
        &[],
    );
    check(
        "hole",
        &["sqlite/migrations/0001_ledger.sql", "sqlite/migrations/0003_audit.sql"],
        &["sqlite: expected 0002_*.sql, found 0003_audit.sql"],
    );
    check(
        "twice",
        &["sqlite/migrations/0001_audit.sql", "sqlite/migrations/0001_ledger.sql"],
        &["sqlite: expected 0002_*.sql, found 0001_ledger.sql"],
    );
    check(
        "unlike",
        &[
            "sqlite/migrations/0001_ledger.sql",
            "postgres/migrations/0001_ledger.sql",
            "postgres/migrations/0002_audit.sql",
        ],
        &["sqlite: 0002_audit.sql is missing, but another store has it"],
    );
}
