//! The checklist: every behaviour that belongs in it is there, and every test it names exists.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::assert_none;
use crate::tree::{File, files};

const PATH: &str = "docs/checklist.md";

/// What must be there.
const REQUIRED: [(char, RangeInclusive<u32>); 8] = [
    ('E', 1..=28),
    ('B', 1..=16),
    ('B', 18..=18),
    ('A', 2..=5),
    ('A', 10..=61),
    ('R', 11..=25),
    ('R', 27..=27),
    ('V', 1..=12),
];

fn required() -> impl Iterator<Item = String> {
    REQUIRED.into_iter().flat_map(|(letter, numbers)| numbers.map(move |number| format!("{letter}{number:02}")))
}

/// A behaviour and the tests that stand for it; none for one that is open.
fn entries(text: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    text.lines().filter_map(|line| {
        let line = line.strip_prefix("- ")?;
        match line.split_once(" → ") {
            Some((name, tests)) => Some((name, tests.split(", ").collect())),
            None => line.split_once(": ").map(|(name, _)| (name, Vec::new())),
        }
    })
}

fn findings(files: &[File]) -> Vec<String> {
    let Some(list) = files.iter().find(|file| file.path == PATH) else { return vec![format!("{PATH} is not there")] };
    let found: BTreeSet<&str> = entries(&list.text).map(|(name, _)| name).collect();
    let missing = required().filter(|name| !found.contains(name.as_str()));
    let mut findings: Vec<String> = missing.map(|name| format!("{PATH}: {name} is missing")).collect();
    for (name, tests) in entries(&list.text) {
        let gone = tests.into_iter().filter(|test| !exists(files, test));
        findings.extend(gone.map(|test| format!("{PATH}: {name} names {test}, which does not exist")));
    }
    findings
}

/// Whether a file whose path ends so has a function of that name, or a test of the browser that is called so.
fn exists(files: &[File], test: &str) -> bool {
    let Some((module, function)) = test.rsplit_once("::") else { return false };
    if let Some(page) = module.strip_prefix("browser::") {
        let path = format!("console/browser/{page}.test.ts");
        let titles = files.iter().filter(|file| file.path == path).flat_map(|file| file.text.lines());
        return titles
            .filter_map(|line| line.strip_prefix("it('")?.split_once("', "))
            .any(|(title, _)| named(title) == function);
    }
    let end = format!("/{}.rs", module.replace("::", "/"));
    let declaration = format!("fn {function}(");
    files.iter().any(|file| file.path.ends_with(&end) && file.text.contains(&declaration))
}

/// A sentence as functions are named.
fn named(title: &str) -> String {
    let words = title.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("_")
}

#[test]
fn every_behaviour_has_a_test_or_is_known_to_be_open() {
    assert_none(&findings(&files()));
}

#[test]
fn a_missing_line_and_a_missing_test_are_found() {
    let all = required().map(|name| format!("- {name} → embed::a::is_so\n")).collect::<String>();
    let check = |list: &str, expected: &[&str]| {
        let test = File::made_up("crates/engine/tests/embed/a.rs", "async fn is_so() {}");
        assert_eq!(findings(&[File::made_up(PATH, list), test]), expected, "{list}");
    };
    check(&all, &[]);
    let seen = File::made_up("console/browser/list.test.ts", "it('Shows how many, and why', async () => {});");
    assert!(exists(std::slice::from_ref(&seen), "browser::list::shows_how_many_and_why"));
    assert!(!exists(&[seen], "browser::list::shows_how_many"));
    check(&all.replace("- E07 → embed::a::is_so\n", "- E07: not yet\n"), &[]);
    check(&all.replace("- E07 → embed::a::is_so\n", ""), &["docs/checklist.md: E07 is missing"]);
    let gone = "docs/checklist.md: E07 names embed::a::is_not, which does not exist";
    check(&all.replace("E07 → embed::a::is_so", "E07 → embed::a::is_so, embed::a::is_not"), &[gone]);
    check(
        &all.replace("E07 → embed::a::is_so", "E07 → is_so"),
        &["docs/checklist.md: E07 names is_so, which does not exist"],
    );
}
