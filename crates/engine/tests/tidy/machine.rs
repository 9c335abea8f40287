//! The tree contains nothing specific to one machine: no home folders, no private package mirrors.

use crate::assert_none;
use crate::tree::{File, files};

/// Beginnings of paths that exist on one machine only. Each is split in two, so that this file does not match itself.
const FOLDERS: [&str; 6] = [
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("/Us", "ers/"),
    concat!("/wo", "rk/"),
    concat!("/fa", "rm/"),
    concat!("\\Us", "ers\\"),
];

/// Traces of a registry that replaces a public one.
const MIRRORS: [&str; 5] = [
    concat!("replace", "-with"),
    concat!("arti", "factory"),
    concat!("verd", "accio"),
    concat!("dev", "pi/"),
    concat!("sparse+", "http"),
];

/// Crontabs name the home folders of their users.
const CRONTABS: [&str; 2] = ["crates/cli/src/import/crontab/", "crates/cli/tests/import/crontab/"];

fn findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files {
        for (index, line) in file.text.lines().enumerate() {
            let folder = FOLDERS.iter().find(|folder| starts_a_path(line, folder));
            let folder = folder.filter(|_| !CRONTABS.iter().any(|crontabs| file.path.starts_with(crontabs)));
            let mirror = MIRRORS.iter().find(|mirror| line.contains(**mirror));
            for found in folder.into_iter().chain(mirror) {
                findings.push(format!("{}:{}: contains `{found}`", file.path, index + 1));
            }
        }
    }
    findings
}

/// Returns whether the folder is the start of a path, not part of a longer path or an address.
fn starts_a_path(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        // A drive letter may precede a backslash; no part of a path may precede a slash.
        !before.is_some_and(|c| c.is_alphanumeric() || "._-/}".contains(c))
    })
}

#[test]
fn no_file_names_a_machine_or_a_package_mirror() {
    assert_none(&findings(&files()));
}

#[test]
fn a_home_folder_is_found_and_a_web_address_is_not() {
    for folder in FOLDERS {
        let text = format!("let path = \"{folder}me/refrain\";");
        assert_eq!(findings(&[File::sample("a.rs", &text)]).len(), 1, "{text}");
        let address = format!("https://example.com{folder}page");
        assert_none(&findings(&[File::sample("a.md", &address)]));
    }
}

#[test]
fn a_package_mirror_is_found() {
    for mirror in MIRRORS {
        assert_eq!(findings(&[File::sample("config.toml", mirror)]).len(), 1, "{mirror}");
    }
}
