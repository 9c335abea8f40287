//! The checklist: every required line is present exactly once, has a text, and names tests that exist.

use std::ops::RangeInclusive;

use crate::assert_none;
use crate::tree::{File, files};

const PATH: &str = "docs/checklist.md";

/// Heading of the section with lines that tests do not prove, or prove only partly.
const OPEN: &str = "Open";

/// Text that introduces the missing part of an open line.
const MISSING: &str = "Missing: ";

/// The lines that the checklist must have: a letter and two digits.
const REQUIRED: [(char, RangeInclusive<u32>); 5] =
    [('A', 1..=64), ('B', 1..=20), ('E', 1..=28), ('R', 1..=27), ('V', 1..=12)];

fn required() -> impl Iterator<Item = String> {
    REQUIRED.into_iter().flat_map(|(letter, numbers)| numbers.map(move |number| format!("{letter}{number:02}")))
}

/// One item of the checklist, possibly wrapped over several lines.
struct Line {
    /// A letter and two digits, or empty.
    code: String,
    text: String,
    tests: Vec<String>,
    is_open: bool,
}

impl Line {
    fn parse(section: &str, item: &str) -> Self {
        let (said, tests) = item.split_once(" → ").unwrap_or((item, ""));
        let (first, rest) = said.split_once(' ').unwrap_or((said, ""));
        let (code, text) = if is_code(first) { (first, rest) } else { ("", said) };
        Self {
            code: code.to_owned(),
            text: text.trim().to_owned(),
            tests: tests.split(',').map(str::trim).filter(|test| !test.is_empty()).map(str::to_owned).collect(),
            is_open: section == OPEN,
        }
    }

    fn name(&self) -> &str {
        if self.code.is_empty() { &self.text } else { &self.code }
    }

    /// Returns whether the item states what is missing, after its text.
    fn states_missing_part(&self) -> bool {
        self.text
            .split_once(MISSING)
            .is_some_and(|(text, missing)| !text.trim().is_empty() && !missing.trim().is_empty())
    }

    fn findings(&self, files: &[File]) -> Vec<String> {
        let mut findings = Vec::new();
        let mut find = |problem: String| findings.push(format!("{PATH}: {} {problem}", self.name()));
        if !self.code.is_empty() && !required().any(|code| code == self.code) {
            find("is not a required line".to_owned());
        }
        if self.text.is_empty() {
            find("has no text".to_owned());
        } else if self.is_open && !self.states_missing_part() {
            find("does not say what is missing".to_owned());
        }
        if self.tests.is_empty() && !self.is_open {
            find("names no test".to_owned());
        }
        for test in self.tests.iter().filter(|test| !exists(files, test)) {
            find(format!("names {test}, which does not exist"));
        }
        findings
    }
}

/// Returns whether a word is a letter and the two-digit number of a line.
fn is_code(word: &str) -> bool {
    matches!(word.as_bytes(), [letter, tens, ones]
        if letter.is_ascii_uppercase() && tens.is_ascii_digit() && ones.is_ascii_digit())
}

/// Returns all items, each joined from the lines it is wrapped over.
fn lines(document: &str) -> Vec<Line> {
    let mut section = "";
    let mut items: Vec<(&str, String)> = Vec::new();
    for row in document.lines() {
        if let Some(heading) = row.strip_prefix("## ") {
            section = heading;
        } else if let Some(start) = row.strip_prefix("- ") {
            items.push((section, start.to_owned()));
        } else if row.starts_with("  ")
            && let Some((_, item)) = items.last_mut()
        {
            item.push(' ');
            item.push_str(row.trim());
        }
    }
    items.iter().map(|(section, item)| Line::parse(section, item)).collect()
}

fn findings(files: &[File]) -> Vec<String> {
    let Some(list) = files.iter().find(|file| file.path == PATH) else { return vec![format!("{PATH} is missing")] };
    let lines = lines(&list.text);
    let mut findings = Vec::new();
    for code in required() {
        match lines.iter().filter(|line| line.code == code).count() {
            0 => findings.push(format!("{PATH}: {code} is missing")),
            1 => {}
            times => findings.push(format!("{PATH}: {code} occurs {times} times")),
        }
    }
    findings.extend(lines.iter().flat_map(|line| line.findings(files)));
    findings
}

/// Returns whether a file whose path ends with the module contains the function, or a test in another language has that
/// name.
pub(crate) fn exists(files: &[File], test: &str) -> bool {
    let Some((module, function)) = test.rsplit_once("::") else { return false };
    if let Some(page) = module.strip_prefix("browser::") {
        return has_title(files, &format!("console/browser/{page}.test.ts"), "it('", function);
    }
    if let Some(client) = module.strip_prefix("clients::") {
        return client
            .split_once("::")
            .is_some_and(|(language, page)| exists_in_client(files, language, page, function));
    }
    let end = format!("/{}.rs", module.replace("::", "/"));
    let declaration = format!("fn {function}(");
    files.iter().any(|file| file.path.ends_with(&end) && file.text.contains(&declaration))
}

/// Returns whether the tests of a client have a function or a title with that name.
fn exists_in_client(files: &[File], language: &str, page: &str, function: &str) -> bool {
    let (first, rest) = function.split_once('_').unwrap_or((function, ""));
    let (path, declaration) = match language {
        "python" => (format!("clients/python/tests/test_{page}.py"), format!("def test_{function}(")),
        "typescript" => {
            return has_title(files, &format!("clients/typescript/tests/{page}.test.js"), "test('", function);
        }
        "go" => (format!("clients/go/{page}_test.go"), format!("func Test{}(", pascal(function))),
        "java" => (
            format!("clients/java/src/test/java/refrain/{}Test.java", pascal(page)),
            format!("void {first}{}(", pascal(rest)),
        ),
        _ => return false,
    };
    files.iter().any(|file| file.path == path && file.text.contains(&declaration))
}

/// Returns whether a file has a test whose title stands for a function name.
fn has_title(files: &[File], path: &str, beginning: &str, function: &str) -> bool {
    let titles = files.iter().filter(|file| file.path == path).flat_map(|file| file.text.lines());
    titles.filter_map(|line| line.strip_prefix(beginning)?.split_once("', ")).any(|(title, _)| named(title) == function)
}

/// Returns `ALostLease` for `a_lost_lease`.
fn pascal(name: &str) -> String {
    let capitalized = |word: &str| word.chars().next().map(|first| first.to_uppercase().to_string() + &word[1..]);
    name.split('_').filter_map(capitalized).collect()
}

/// Returns the function name that stands for a title.
fn named(title: &str) -> String {
    let words = title.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("_")
}

#[test]
fn every_checklist_line_has_tests_or_states_what_is_missing() {
    assert_none(&findings(&files()));
}

/// Checks a list of all required lines in which line E07 is replaced.
#[track_caller]
fn check(line: &str, expected: &[&str]) {
    let all = required().map(|code| format!("- {code} It is so → embed::a::is_so\n")).collect::<String>();
    let list = all.replace("- E07 It is so → embed::a::is_so\n", line);
    let test = File::sample("crates/engine/tests/embed/a.rs", "async fn is_so() {}");
    let expected: Vec<String> = expected.iter().map(|problem| format!("{PATH}: {problem}")).collect();
    assert_eq!(findings(&[File::sample(PATH, &list), test]), expected, "{line}");
}

#[test]
fn a_missing_or_duplicate_checklist_line_is_found() {
    check("- E07 It is so → embed::a::is_so\n", &[]);
    check("", &["E07 is missing"]);
    check("- E07 Once → embed::a::is_so\n- E07 Twice → embed::a::is_so\n", &["E07 occurs 2 times"]);
    check("- E07 It is so → embed::a::is_so\n- E99 It is so → embed::a::is_so\n", &["E99 is not a required line"]);
}

#[test]
fn a_line_without_text_or_test_is_found() {
    check("- E07 → embed::a::is_so\n", &["E07 has no text"]);
    check("- E07\n", &["E07 has no text", "E07 names no test"]);
    check("- E07 It is so\n", &["E07 names no test"]);
    check("- E07 It is so → embed::a::is_so\n- A name alone\n", &["A name alone names no test"]);
    let gone = "E07 names embed::a::is_not, which does not exist";
    check("- E07 It is\n  so → embed::a::is_so,\n  embed::a::is_not\n", &[gone]);
    check("- E07 It is so → is_so\n", &["E07 names is_so, which does not exist"]);
}

#[test]
fn an_open_line_must_state_what_is_missing() {
    let open = |text: &str| lines(&format!("## Open\n\nThe rest.\n\n- {text}\n")).remove(0);
    let problems = |text: &str| open(text).findings(&[]);
    assert_none(&problems("E07 It is so. Missing: all of it."));
    assert_eq!(problems("E07 It is so."), [format!("{PATH}: E07 does not say what is missing")]);
    assert_eq!(problems("E07 Missing: all of it."), [format!("{PATH}: E07 does not say what is missing")]);
    let gone = "E07 names embed::a::is_so, which does not exist";
    assert_eq!(problems("E07 It is so. Missing: a part. → embed::a::is_so"), [format!("{PATH}: {gone}")]);
}

#[test]
fn a_browser_test_is_found_by_its_title() {
    let seen = File::sample("console/browser/list.test.ts", "it('Shows how many, and why', async () => {});");
    assert!(exists(std::slice::from_ref(&seen), "browser::list::shows_how_many_and_why"));
    assert!(!exists(&[seen], "browser::list::shows_how_many"));
}

#[test]
fn a_test_of_a_client_is_found_by_its_name() {
    for (name, path, text) in [
        (
            "clients::python::work::a_lease_is_lost",
            "clients/python/tests/test_work.py",
            "def test_a_lease_is_lost() -> None:",
        ),
        (
            "clients::typescript::work::a_lease_is_lost",
            "clients/typescript/tests/work.test.js",
            "test('a lease is lost', () => {",
        ),
        ("clients::go::work::a_lease_is_lost", "clients/go/work_test.go", "func TestALeaseIsLost(t *testing.T) {"),
        (
            "clients::java::work::a_lease_is_lost",
            "clients/java/src/test/java/refrain/WorkTest.java",
            "    void aLeaseIsLost() {",
        ),
    ] {
        assert!(exists(&[File::sample(path, text)], name), "{name}");
        assert!(!exists(&[File::sample(path, "")], name), "{name}");
        assert!(!exists(&[File::sample("clients/rust/tests/work.rs", text)], name), "{name}");
    }
}
