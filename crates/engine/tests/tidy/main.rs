//! What ARCHITECTURE.md says is absent, checked: import edges, banned calls, lengths, migration numbers, the origin and
//! licence of every dependency, nothing of anyone's machine in the tree, and a checklist whose every line has a test or says
//! what is missing.
//!
//! Each check is a function from file texts to findings, so each is first proven able to fail on made-up text and then
//! held against the tree itself.

mod banned;
mod checklist;
mod documents;
mod edges;
mod length;
mod machine;
mod migrations;
mod supply;
mod tree;

/// Fails with every finding at once, so that one run tells the whole story.
#[track_caller]
fn assert_none(findings: &[String]) {
    assert!(findings.is_empty(), "{} finding(s):\n  {}", findings.len(), findings.join("\n  "));
}
