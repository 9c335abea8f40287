//! Permissions of the files that a server keeps next to its store.

use std::path::Path;

use refrain::doctor::{Finding, Severity};

const CHECK: &str = "keys.rights";

/// Checks that only the owner can read the master key file. Returns `None` on platforms without such permissions.
#[cfg(unix)]
pub(super) fn look(path: &Path) -> Option<Finding> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::metadata(path).ok()?.permissions().mode() & 0o777;
    if mode & 0o077 == 0 {
        let found = format!("only the owner can read {}", path.display());
        return Some(Finding { check: CHECK, severity: Severity::Fine, found, meaning: "", advice: "", fix: None });
    }
    Some(Finding {
        check: CHECK,
        severity: Severity::Error,
        found: format!("other users can read {}: its mode is {mode:o}", path.display()),
        meaning: "a user who can read the master keys and the store can read every secret; a server refuses such a file",
        advice: "set its mode to 600; if another user may have read it, create a new key with `refrain secret rotate --local --new-key`",
        fix: None,
    })
}

#[cfg(not(unix))]
pub(super) fn look(_: &Path) -> Option<Finding> {
    None
}

/// Restricts a file to its owner. Returns a description of the change, or `None` if it failed.
#[cfg(unix)]
pub(super) fn close(path: &Path) -> Option<String> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).ok()?;
    Some("set the mode of the file to 600".to_owned())
}

#[cfg(not(unix))]
pub(super) fn close(_: &Path) -> Option<String> {
    None
}
