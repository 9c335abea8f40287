//! The files of the project, as git sees them: tracked, or new and not ignored.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A text file and where it stands, with `/` between the parts of its path on every system.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    /// A made-up file, for the tests of the checks.
    pub(crate) fn made_up(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The checks spell out what they forbid, so they would find themselves.
    pub(crate) fn is_tidy_itself(&self) -> bool {
        self.path.starts_with("crates/engine/tests/tidy/")
    }

    /// Lines of code with their numbers from 1; whatever follows `//` is left out.
    pub(crate) fn code_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line.split("//").next().unwrap_or_default()))
    }
}

pub(crate) fn root() -> PathBuf {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR"));
    engine.ancestors().nth(2).expect("the engine's crate stands two folders below the root").to_owned()
}

/// Every text file of the project; binary files have nothing to check and are left out.
pub(crate) fn files() -> Vec<File> {
    let root = root();
    // A checkout owned by another user, as in many containers, would otherwise be refused by git.
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
            // A tracked file may be deleted but not yet committed so.
            let bytes = std::fs::read(root.join(path)).ok()?;
            Some(File { path: path.to_owned(), text: String::from_utf8(bytes).ok()? })
        })
        .collect()
}

#[test]
fn the_tree_holds_this_very_file() {
    assert!(files().iter().any(|file| file.path == "crates/engine/tests/tidy/tree.rs"));
}

#[test]
fn comments_are_not_code() {
    let file = File::made_up("a.rs", "let a = 1; // b()\n// c()\n");
    assert_eq!(file.code_lines().collect::<Vec<_>>(), [(1, "let a = 1; "), (2, "")]);
}
