//! ARCHITECTURE.md: every module in the code map exists, every test behind an invariant exists, and at least half of
//! the invariants have one.

use crate::assert_none;
use crate::checklist::exists;
use crate::tree::{File, files};

const PATH: &str = "ARCHITECTURE.md";

/// Heading of the section with the invariants.
const INVARIANTS: &str = "## What is absent";

/// Maximum number of public modules of `refrain`: as many as a reader of its front page can survey.
const PUBLIC_MODULES_MAX: usize = 15;
/// Re-exports with a lowercase name that are no modules of the library: a function, a crate of another project, and
/// the client of the API, which only its feature adds.
const NO_MODULES: &[&str] = &["store_hosts", "jiff", "client"];

/// Returns the texts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Returns the modules of the code map that have no file under the source folder of their section.
fn map_findings(files: &[File], text: &str) -> Vec<String> {
    let mut findings = Vec::new();
    let mut source = "";
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            source = heading.split(':').next().unwrap_or_default();
        }
        let mut cells = line.split('|').skip(1);
        let (Some(modules), _, Some(first)) = (cells.next(), cells.next(), cells.next()) else { continue };
        for module in quoted(modules).chain(quoted(first)) {
            let path = format!("{source}/{module}");
            let is_there = files
                .iter()
                .any(|file| file.path.strip_prefix(&path).is_some_and(|rest| rest == ".rs" || rest.starts_with('/')));
            if !is_there {
                findings.push(format!("{PATH}: {path} does not exist"));
            }
        }
    }
    findings
}

/// Returns the invariants, each joined from the lines it is wrapped over.
fn invariants(text: &str) -> Vec<String> {
    let section = text.split(INVARIANTS).nth(1).unwrap_or_default();
    let mut items: Vec<String> = Vec::new();
    for line in section.lines() {
        if let Some(start) = line.strip_prefix("- ") {
            items.push(start.to_owned());
        } else if line.starts_with("  ")
            && let Some(item) = items.last_mut()
        {
            item.push(' ');
            item.push_str(line.trim());
        }
    }
    items
}

fn invariant_findings(files: &[File], text: &str) -> Vec<String> {
    let (mut findings, mut checked) = (Vec::new(), 0);
    let items = invariants(text);
    for item in &items {
        let Some((_, proof)) = item.split_once('✓') else { continue };
        checked += 1;
        if proof.trim().is_empty() {
            findings.push(format!("{PATH}: `{item}` names no test"));
        }
        for test in quoted(proof).filter(|name| name.contains("::") && !exists(files, name)) {
            findings.push(format!("{PATH}: {test} does not exist"));
        }
    }
    if checked * 2 < items.len() || items.is_empty() {
        findings.push(format!("{PATH}: {checked} of {} invariants are checked, expected at least half", items.len()));
    }
    findings
}

#[test]
fn the_architecture_names_modules_and_tests_that_exist() {
    let files = files();
    let page = files.iter().find(|file| file.path == PATH).expect("the page exists");
    assert_none(&map_findings(&files, &page.text));
    assert_none(&invariant_findings(&files, &page.text));
}

#[test]
fn a_missing_module_of_the_code_map_is_found() {
    let files = [File::sample("crates/a/src/b.rs", ""), File::sample("crates/a/src/c/d.rs", "")];
    let map = |row: &str| {
        format!("### crates/a/src: package `a`\n\n| module | content | read first |\n|---|---|---|\n{row}\n")
    };
    assert_none(&map_findings(&files, &map("| `b`, `c` | x `y` | `c/d` |")));
    assert_eq!(map_findings(&files, &map("| `b` | x | `c/e` |")), ["ARCHITECTURE.md: crates/a/src/c/e does not exist"]);
    assert_eq!(map_findings(&files, &map("| `e` | x | `b` |")).len(), 1);
}

#[test]
fn an_invariant_with_a_missing_test_and_too_few_checked_ones_are_found() {
    let files = [File::sample("crates/a/tests/b.rs", "fn holds() {}")];
    let page = |items: &str| format!("- No map.\n{INVARIANTS}\n\n{items}");
    assert_none(&invariant_findings(&files, &page("- No x.\n  ✓ `b::holds`\n- No y.\n")));
    assert_eq!(invariant_findings(&files, &page("- No x. ✓ `b::gone`\n")).len(), 1);
    assert_eq!(invariant_findings(&files, &page("- No x. ✓\n")).len(), 1);
    assert_eq!(invariant_findings(&files, &page("- No x. ✓ `b::holds`\n- No y.\n- No z.\n")).len(), 1);
    assert_eq!(invariant_findings(&files, &page("")).len(), 1);
}

/// Returns the modules that the root of the library `refrain` makes public: its own, and the re-exported ones.
fn public_modules(root: &str) -> Vec<String> {
    let mut modules = Vec::new();
    let mut is_hidden = false;
    for line in root.lines() {
        let code = line.strip_prefix("pub ").unwrap_or_default().trim_end_matches(';');
        if let Some(name) = code.strip_prefix("mod ").filter(|_| !is_hidden) {
            modules.push(name.to_owned());
        }
        // Types begin with a capital letter.
        if let Some(path) = code.strip_prefix("use ") {
            let items = path.rsplit("::").next().unwrap_or_default().trim_matches(['{', '}']);
            let names = items.split(", ").map(|item| item.rsplit(" as ").next().unwrap_or_default());
            let is_module = |name: &&str| name.starts_with(|c: char| c.is_lowercase()) && !NO_MODULES.contains(name);
            modules.extend(names.filter(is_module).map(str::to_owned));
        }
        is_hidden = line == "#[doc(hidden)]";
    }
    modules
}

#[test]
fn the_library_has_few_public_modules() {
    let files = files();
    let root = files.iter().find(|file| file.path == "crates/engine/src/lib.rs").expect("the library has a root");
    let modules = public_modules(&root.text);
    assert!(modules.iter().any(|module| module == "embed"), "{modules:?}");
    let count = modules.len();
    assert!(count <= PUBLIC_MODULES_MAX, "{count} public modules, at most {PUBLIC_MODULES_MAX}: {modules:?}");
}

#[test]
fn declared_and_reexported_modules_are_counted() {
    let root = "pub mod a;\nmod b;\n#[doc(hidden)]\npub mod c;\npub use other::{d, e};\npub use other as f;\n\
                pub use a::{A, B};\npub use jiff;\n";
    assert_eq!(public_modules(root), ["a", "d", "e", "f"]);
}
