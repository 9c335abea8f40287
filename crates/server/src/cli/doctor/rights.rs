//! Who may read the files that a server keeps beside its store.

use std::path::Path;

use refrain::doctor::{Finding, Severity};

const CHECK: &str = "keys.rights";

/// Whether only its owner may read the file of the master keys; none where files have no such rights.
#[cfg(unix)]
pub(super) fn look(path: &Path) -> Option<Finding> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::metadata(path).ok()?.permissions().mode() & 0o777;
    if mode & 0o077 == 0 {
        let found = format!("only its owner may read {}", path.display());
        return Some(Finding { check: CHECK, severity: Severity::Fine, found, meaning: "", advice: "", fix: None });
    }
    Some(Finding {
        check: CHECK,
        severity: Severity::Error,
        found: format!("others may read {}: its mode is {mode:o}", path.display()),
        meaning: "whoever reads the master keys and the store can read every secret; a server refuses such a file",
        advice: "chmod 600 it; if somebody may have read it, `refrain secret rotate --new-key` makes new ones",
        fix: None,
    })
}

#[cfg(not(unix))]
pub(super) fn look(_: &Path) -> Option<Finding> {
    None
}

/// Closes a file to others. Answers what was done; nothing when it could not be.
#[cfg(unix)]
pub(super) fn close(path: &Path) -> Option<String> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).ok()?;
    Some("its mode is 600 now".to_owned())
}

#[cfg(not(unix))]
pub(super) fn close(_: &Path) -> Option<String> {
    None
}
