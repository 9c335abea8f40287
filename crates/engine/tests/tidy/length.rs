//! Length of files and functions. Above the aim they are reported, above the limit the test fails.

use crate::assert_none;
use crate::tree::{File, files};

/// Files above the aim are worth a review; files above the maximum are about more than one thing.
const FILE_LINES_AIM: usize = 400;
const FILE_LINES_MAX: usize = 800;
const FUNCTION_LINES_AIM: usize = 60;

/// Files that may exceed the limit, each with a reason.
const LONG_FILES: &[(&str, &str)] = &[];

fn is_source(file: &File) -> bool {
    [".rs", ".ts", ".tsx"].iter().any(|end| file.path.ends_with(end))
}

fn lines(file: &File) -> usize {
    file.text.lines().count()
}

fn long_files(files: &[File], more_than: usize) -> Vec<String> {
    let long = files.iter().filter(|file| is_source(file) && lines(file) > more_than);
    long.map(|file| format!("{}: {} lines", file.path, lines(file))).collect()
}

/// Returns files over the limit without an exception, and exceptions that are no longer needed.
fn length_findings(files: &[File], excused: &[(&str, &str)]) -> Vec<String> {
    let is_excused = |finding: &String| excused.iter().any(|(path, _)| finding.starts_with(&format!("{path}: ")));
    let over = long_files(files, FILE_LINES_MAX);
    let idle = excused.iter().filter(|(path, _)| !over.iter().any(|finding| finding.starts_with(&format!("{path}: "))));
    let idle = idle.map(|(path, reason)| format!("{path}: no longer needs its exception ({reason})"));
    over.iter().filter(|finding| !is_excused(finding)).cloned().chain(idle).collect()
}

/// Returns functions longer than the aim. Counts from the line of the declaration to the closing brace in the
/// same column, which works for text formatted by rustfmt.
fn long_functions(file: &File) -> Vec<String> {
    let lines: Vec<&str> = file.text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let declaration = line.trim_start();
        let Some(name) = function_name(declaration) else { continue };
        let closing = format!("{}}}", &line[..line.len() - declaration.len()]);
        let Some(length) = lines[start..].iter().position(|line| *line == closing) else { continue };
        if length + 1 > FUNCTION_LINES_AIM {
            found.push(format!("{}:{}: {name} has {} lines", file.path, start + 1, length + 1));
        }
    }
    found
}

/// Returns the name of the function that a line declares, if its body begins there.
pub(crate) fn function_name(declaration: &str) -> Option<&str> {
    let (before, after) = declaration.split_once("fn ")?;
    let is_qualifier = |word: &str| word.starts_with("pub") || ["const", "async", "in"].contains(&word);
    // A function on one line has nothing to measure, and a declaration in a trait has no body.
    let opens_a_body = !after.ends_with('}') && !after.ends_with(';');
    (before.split_whitespace().all(is_qualifier) && opens_a_body).then(|| after.split(['(', '<']).next())?
}

#[test]
fn no_file_is_longer_than_the_limit() {
    assert_none(&length_findings(&files(), LONG_FILES));
}

/// Only a report: `cargo test -p refrain --test tidy report -- --nocapture` shows it.
#[test]
fn report_of_long_files_and_functions_can_be_made() {
    let files = files();
    for line in long_files(&files, FILE_LINES_AIM) {
        eprintln!("over {FILE_LINES_AIM} lines: {line}");
    }
    for line in files.iter().filter(|file| file.is_rust() && file.path.contains("/src/")).flat_map(long_functions) {
        eprintln!("over {FUNCTION_LINES_AIM} lines: {line}");
    }
}

#[test]
fn a_file_over_the_limit_is_found_unless_excused() {
    let long = [File::sample("crates/engine/src/a.rs", &"x\n".repeat(FILE_LINES_MAX + 1))];
    assert_eq!(length_findings(&long, &[]), ["crates/engine/src/a.rs: 801 lines"]);
    assert_none(&length_findings(&long, &[("crates/engine/src/a.rs", "a table")]));
    assert_none(&length_findings(&[File::sample("a.json", &"x\n".repeat(FILE_LINES_MAX + 1))], &[]));
}

#[test]
fn an_unneeded_length_exception_is_found() {
    let short = [File::sample("crates/engine/src/a.rs", "x\n")];
    assert_eq!(length_findings(&short, &[("crates/engine/src/a.rs", "a table")]).len(), 1);
}

#[test]
fn a_long_function_is_found() {
    let body = |lines| {
        format!(
            "impl A {{\n    pub(crate) fn f<T>(\n        a: T,\n    ) {{\n{}    }}\n}}\n",
            "        x();\n".repeat(lines)
        )
    };
    assert_eq!(long_functions(&File::sample("a.rs", &body(60))), ["a.rs:2: f has 64 lines"]);
    assert_none(&long_functions(&File::sample("a.rs", &body(50))));
    assert_none(&long_functions(&File::sample("a.rs", "trait T {\n    fn f();\n}\n")));
}
