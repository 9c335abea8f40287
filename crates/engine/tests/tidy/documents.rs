//! Links in documents: every relative link leads to a file, and every decision is listed in the index.

use crate::assert_none;
use crate::tree::{File, files};

fn link_findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with(".md")) {
        for target in links(&file.text) {
            let path = resolve(&file.path, target);
            let exists = files.iter().any(|other| other.path == path || other.path.starts_with(&format!("{path}/")));
            if !exists {
                findings.push(format!("{}: links to {target}, which does not exist", file.path));
            }
        }
    }
    findings
}

/// Returns the targets of `[text](target)` that are neither web addresses nor anchors in the same document. Without a
/// target, it is the call of a generic function in Go.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let targets = targets.filter(|target| !target.is_empty() && !target.contains("://") && !target.starts_with('#'));
    targets.filter_map(|target| target.split('#').next())
}

/// Resolves the target of a link to a path from the root, given the file that contains the link.
fn resolve(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.trim_end_matches('/').split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn index_findings(files: &[File]) -> Vec<String> {
    let index = files.iter().find(|file| file.path == "DECISION_LOG.md").map_or("", |file| file.text.as_str());
    let decisions = files.iter().filter(|file| file.path.starts_with("docs/decisions/"));
    let missing = decisions.filter(|file| !links(index).any(|target| target == file.path));
    missing.map(|file| format!("{} is not in DECISION_LOG.md", file.path)).collect()
}

#[test]
fn every_link_leads_to_a_file() {
    assert_none(&link_findings(&files()));
}

#[test]
fn every_decision_is_in_the_index() {
    assert_none(&index_findings(&files()));
}

#[test]
fn a_broken_link_is_found() {
    let there = File::sample("docs/recurrence.md", "");
    let guide = |text| File::sample("docs/guide.md", text);
    let check = |text, expected: usize| {
        let files = [guide(text), File::sample(&there.path, "")];
        assert_eq!(link_findings(&files).len(), expected, "{text}");
    };
    check(
        "[a](recurrence.md) [b](../docs/recurrence.md#limits) [c](https://example.com/x) [d](#here) [e](../docs/)",
        0,
    );
    check("[a](missing.md)", 1);
    check("[a](../recurrence.md)", 1);
}

#[test]
fn a_decision_outside_the_index_is_found() {
    let decision = File::sample("docs/decisions/0001-why.md", "");
    let index = File::sample("DECISION_LOG.md", "[0002](docs/decisions/0002-why.md)");
    assert_eq!(index_findings(&[index, decision]), ["docs/decisions/0001-why.md is not in DECISION_LOG.md"]);
}
