//! The files of the project, as git sees them: tracked, or new and not ignored.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A text file and its path, with `/` as the separator on every system.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    /// Creates a sample file, for the tests of the checks.
    pub(crate) fn sample(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Returns whether the file belongs to the checks. They spell out the texts they forbid, and would match
    /// themselves.
    pub(crate) fn is_tidy_source(&self) -> bool {
        self.path.starts_with("crates/engine/tests/tidy/")
    }

    /// Returns the lines of code with their numbers, from 1. Text after `//` is removed.
    pub(crate) fn code_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line.split("//").next().unwrap_or_default()))
    }
}

pub(crate) fn root() -> PathBuf {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR"));
    engine.ancestors().nth(2).expect("the engine crate is two folders below the root").to_owned()
}

/// Returns every text file of the project. Binary files are left out, because there is nothing to check in them.
pub(crate) fn files() -> Vec<File> {
    let root = root();
    // Otherwise git refuses a checkout that belongs to another user, as is common in containers.
    let listed = Command::new("git")
        .args(["-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(&root)
        .output()
        .expect("git is installed");
    assert!(listed.status.success(), "git ls-files: {}", String::from_utf8_lossy(&listed.stderr));
    let paths = String::from_utf8(listed.stdout).expect("paths are UTF-8");
    paths
        .split('\0')
        .filter(|path| !path.is_empty())
        .filter_map(|path| {
            // A tracked file may be deleted without the deletion being committed.
            let bytes = std::fs::read(root.join(path)).ok()?;
            Some(File { path: path.to_owned(), text: String::from_utf8(bytes).ok()? })
        })
        .collect()
}

#[test]
fn the_tree_contains_this_file() {
    assert!(files().iter().any(|file| file.path == "crates/engine/tests/tidy/tree.rs"));
}

#[test]
fn comments_are_not_code() {
    let file = File::sample("a.rs", "let a = 1; // b()\n// c()\n");
    assert_eq!(file.code_lines().collect::<Vec<_>>(), [(1, "let a = 1; "), (2, "")]);
}
