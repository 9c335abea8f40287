//! Plain English: phrases that no text of the project uses, and the widths of comments and of Markdown prose.

use crate::assert_none;
use crate::tree::{File, files};

/// Phrases of the dialect that this project once had. Each has a standard term: default, released, caller, result.
const BANNED: &[&str] = &[
    "without a word",
    "so many",
    "came of it",
    "comes of it",
    "made up for",
    "makes up for",
    "handed in",
    "taken away",
    "is called so",
    "what is asked",
    "gives back",
    "given back",
    "whoever",
    "it rests",
    "is told",
];

/// Documentation comments that say nothing.
const EMPTY: &[&str] = &["/// Which.", "/// Why.", "/// Whose.", "/// How.", "/// When.", "/// Who."];

/// Files that quote the phrases: this one, and the console's own list.
const QUOTING: &[&str] = &["crates/engine/tests/tidy/language.rs", "console/checks/"];

/// Endings of files, and what a comment in them begins with.
const COMMENTS: &[(&str, &str)] = &[(".rs", "//"), (".toml", "#"), (".sql", "--")];
const COMMENT_COLUMNS_MAX: usize = 120;
const PROSE_COLUMNS_MAX: usize = 100;
/// A line with a word of this length, such as the name of a test, cannot be broken well.
const LONG_WORD: usize = 70;

fn phrase_findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    let is_checked =
        |file: &&File| !QUOTING.iter().any(|quoting| file.path.starts_with(quoting)) && is_text(&file.path);
    for file in files.iter().filter(is_checked) {
        for (number, line) in (1..).zip(file.text.lines()) {
            let is_code = file.is_rust() && !line.contains("//") && !line.contains('"');
            let lower = line.to_lowercase();
            for phrase in BANNED.iter().filter(|phrase| !is_code && has_phrase(&lower, phrase)) {
                findings.push(format!("{}:{number}: `{phrase}`", file.path));
            }
            for comment in EMPTY.iter().filter(|comment| line.trim() == **comment) {
                findings.push(format!("{}:{number}: `{comment}` says nothing", file.path));
            }
        }
    }
    findings
}

/// Whether a line has the phrase as words of its own: `is told`, not `is tolder`.
fn has_phrase(line: &str, phrase: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(phrase).any(|(at, _)| {
        !is_letter(line[..at].chars().next_back()) && !is_letter(line[at + phrase.len()..].chars().next())
    })
}

fn is_text(path: &str) -> bool {
    let is_named =
        ["Makefile", ".ci/run", ".ci/services", ".ci/console", ".ci/clients"].iter().any(|name| path.ends_with(name));
    let ends = [".rs", ".md", ".toml", ".sql", ".lua", ".yml", ".yaml", ".ts", ".tsx", ".html"];
    (is_named || ends.iter().any(|end| path.ends_with(end))) && !path.ends_with(".lock")
}

fn width_findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files {
        let mut is_fenced = false;
        for (number, line) in (1..).zip(file.text.lines()) {
            let trimmed = line.trim_start();
            is_fenced ^= file.path.ends_with(".md") && trimmed.starts_with("```");
            // A table row is one line, and a link cannot be broken.
            let is_prose =
                file.path.ends_with(".md") && !is_fenced && !trimmed.starts_with('|') && !line.contains("](");
            let is_comment =
                COMMENTS.iter().any(|(ending, sign)| file.path.ends_with(ending) && trimmed.starts_with(sign));
            let columns_max = match (is_prose, is_comment) {
                (true, _) => PROSE_COLUMNS_MAX,
                (_, true) => COMMENT_COLUMNS_MAX,
                (false, false) => continue,
            };
            let columns = line.chars().count();
            let is_breakable = trimmed.split(' ').all(|word| word.chars().count() < LONG_WORD);
            if columns > columns_max && is_breakable {
                findings.push(format!("{}:{number}: {columns} columns, expected at most {columns_max}", file.path));
            }
        }
    }
    findings
}

fn sample(path: &str, text: &str) -> Vec<File> {
    vec![File::sample(path, text)]
}

#[test]
fn a_banned_phrase_is_found_in_comments_strings_and_documents() {
    for (path, text) in [
        ("crates/engine/src/a.rs", "/// Rows per page, 50 without a word.\n"),
        ("crates/engine/src/a.rs", "let message = \"the lease is given back\";\n"),
        ("docs/a.md", "Whoever reads this waits.\n"),
        ("crates/engine/src/store/sqlite/sql/a.sql", "-- So many rows are read.\n"),
        ("crates/engine/src/a.rs", "    /// Which.\n"),
        ("console/src/pages/a/strings.ts", "  text: 'So many runs.',\n"),
    ] {
        assert_eq!(phrase_findings(&sample(path, text)).len(), 1, "{text}");
    }
    for (path, text) in [
        ("crates/engine/src/a.rs", "fn whoever() {}\n"),
        ("crates/engine/src/a.rs", "/// Returns the page size. Default: 50.\n"),
        ("console/checks/texts.ts", "  'whoever',\n"),
    ] {
        assert_eq!(phrase_findings(&sample(path, text)), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_long_comment_and_long_prose_are_found() {
    let long = "word ".repeat(25);
    assert_eq!(width_findings(&sample("crates/engine/src/a.rs", &format!("// {long}\n"))).len(), 1);
    assert_eq!(width_findings(&sample("a.toml", &format!("# {long}\n"))).len(), 1);
    assert_eq!(width_findings(&sample("crates/stores/src/a.sql", &format!("-- {long}\n"))).len(), 1);
    assert_eq!(width_findings(&sample("docs/a.md", &format!("{long}\n"))).len(), 1);
    for (path, text) in [
        ("docs/a.md", format!("| {long} |\n")),
        ("docs/a.md", format!("```text\n{long}\n```\n")),
        ("crates/engine/src/a.rs", format!("let text = \"{long}\";\n")),
    ] {
        assert_eq!(width_findings(&sample(path, &text)), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn texts_are_in_plain_english() {
    let mut findings = phrase_findings(&files());
    findings.extend(width_findings(&files()));
    assert_none(&findings);
}
