//! Checks a whole file page by page.

use rusqlite::Connection;

use super::error::Result;

/// Returns all problems as reported by SQLite. If a page is too damaged to continue, that is reported as the
/// last one.
pub(super) fn check(conn: &Connection) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    let mut check = conn.prepare("PRAGMA integrity_check(100)")?;
    let mut lines = check.query([])?;
    loop {
        match lines.next() {
            Ok(Some(line)) => problems.push(line.get::<_, String>(0)?),
            Ok(None) => break,
            Err(error) => {
                problems.push(error.to_string());
                break;
            }
        }
    }
    problems.retain(|line| line != "ok");
    Ok(problems)
}
