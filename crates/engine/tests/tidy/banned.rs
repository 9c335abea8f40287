//! Calls and attributes that are allowed in one place or none: clock reads, suppressed lints, unfinished work.

use crate::assert_none;
use crate::tree::{File, files};

const CLOCK_READS: [&str; 4] = ["Timestamp::now", "Zoned::now", "SystemTime::now", "Instant::now"];

/// Returns whether reading a clock is the purpose of the file: the module that wraps it, and code that measures
/// speed.
fn may_read_the_clock(path: &str) -> bool {
    path.ends_with("/clock.rs")
        || path.ends_with("/clock/mod.rs")
        || path.starts_with("bench/")
        || path.contains("/benches/")
}

fn clock_findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.is_rust() && !file.is_tidy_source() && !may_read_the_clock(&file.path))
    {
        for (line, code) in file.code_lines() {
            for call in CLOCK_READS.iter().filter(|call| code.contains(**call)) {
                findings.push(format!("{}:{line}: `{call}`; only the clock module reads a clock", file.path));
            }
        }
    }
    findings
}

/// An `allow` may silently outlive its cause, an `expect` cannot. Both must state a reason.
fn suppression_findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.is_rust() && !file.is_tidy_source()) {
        for start in ["#[allow(", "#![allow(", "#[expect(", "#![expect("] {
            for (at, _) in file.text.match_indices(start) {
                let attribute = file.text[at..].split(")]").next().unwrap_or_default();
                if !attribute.contains("reason =") {
                    let line = file.text[..at].lines().count() + 1;
                    findings.push(format!("{}:{line}: `{start}` without a reason", file.path));
                }
            }
        }
    }
    findings
}

fn unfinished_findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.is_rust() && !file.is_tidy_source()) {
        for (line, code) in file.code_lines() {
            for mark in ["todo!(", "unimplemented!(", "#[ignore]"].iter().filter(|mark| code.contains(**mark)) {
                findings.push(format!("{}:{line}: `{mark}`", file.path));
            }
        }
    }
    findings
}

#[test]
fn only_the_clock_module_reads_a_clock() {
    assert_none(&clock_findings(&files()));
}

#[test]
fn no_lint_is_silenced_without_a_reason() {
    assert_none(&suppression_findings(&files()));
}

#[test]
fn nothing_is_left_unfinished() {
    assert_none(&unfinished_findings(&files()));
}

#[test]
fn a_clock_read_outside_the_clock_module_is_found() {
    let check = |path, expected: usize| {
        let found = clock_findings(&[File::sample(path, "let now = jiff::Timestamp::now();")]);
        assert_eq!(found.len(), expected, "{path}");
    };
    check("crates/recurrence/src/rule.rs", 1);
    check("crates/engine/tests/races.rs", 1);
    check("crates/engine/src/alarm_clock.rs", 1);
    check("crates/engine/src/clock/mod.rs", 0);
    check("bench/peers/src/main.rs", 0);
}

#[test]
fn a_lint_silenced_without_a_reason_is_found() {
    let check = |text, expected: usize| {
        let found = suppression_findings(&[File::sample("crates/engine/src/lib.rs", text)]);
        assert_eq!(found.len(), expected, "{text}");
    };
    check("#[allow(dead_code)]\nfn f() {}", 1);
    check("#![allow(missing_docs)]", 1);
    check("#[expect(dead_code)]\nfn f() {}", 1);
    check("#[expect(\n    dead_code,\n    reason = \"kept for the next reader\"\n)]\nfn f() {}", 0);
}

#[test]
fn an_unfinished_function_is_found() {
    let text = "fn f() { todo!() }\nfn g() { unimplemented!(\"later\") }\n#[test]\n#[ignore]\nfn h() {}\n";
    assert_eq!(unfinished_findings(&[File::sample("crates/engine/src/lib.rs", text)]).len(), 3);
    assert_none(&unfinished_findings(&[File::sample("crates/engine/src/lib.rs", "// todo!() is banned")]));
}
