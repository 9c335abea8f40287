//! Checks of the rules in ARCHITECTURE.md: import edges, banned calls, lengths, files of the stores, the origin
//! and license of every dependency, nothing specific to one machine in the tree, and a checklist in which every
//! line has a test or says what is missing.
//!
//! Each check is a function from file texts to findings. Each is tested on sample texts that must fail, and
//! then applied to the tree itself.

mod architecture;
mod banned;
mod checklist;
mod documents;
mod edges;
mod graph;
mod imports;
mod language;
mod length;
mod machine;
mod migrations;
mod stores;
mod supply;
mod tree;

/// Fails with all findings together.
#[track_caller]
fn assert_none(findings: &[String]) {
    assert!(findings.is_empty(), "{} finding(s):\n  {}", findings.len(), findings.join("\n  "));
}
