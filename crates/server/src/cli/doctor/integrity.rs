//! Checks every page of a SQLite file.

use refrain::doctor::{Finding, Severity};
use refrain::store::sqlite::Sqlite;
use refrain::{Error, ErrorCode};

use crate::config::Config;

const CHECK: &str = "store.integrity";
/// Maximum number of problems quoted in the finding.
const QUOTED_MAX: usize = 5;

/// Checks the whole file.
///
/// # Errors
/// Fails if the store is not SQLite.
pub(super) async fn look(config: &Config) -> Result<Finding, Error> {
    let Some(options) = config.store.sqlite_file()? else {
        let detail = "Expected a SQLite store for --integrity-check, found another one.";
        return Err(Error::invalid(ErrorCode::NotSqlite, detail)
            .with_hint("PostgreSQL has pg_amcheck and data checksums; Redis checks its files with redis-check-aof"));
    };
    // A file too damaged to be opened is a finding, not a failure of the command.
    let problems = Sqlite::integrity_check(options).await.unwrap_or_else(|error| vec![error.to_string()]);
    if problems.is_empty() {
        let found = "every page of the file is intact".to_owned();
        return Ok(Finding { check: CHECK, severity: Severity::Fine, found, meaning: "", advice: "", fix: None });
    }
    let quoted = problems.iter().take(QUOTED_MAX).cloned().collect::<Vec<_>>().join("; ");
    Ok(Finding {
        check: CHECK,
        severity: Severity::Error,
        found: format!("{}: {quoted}", problems.len()),
        meaning: "pages of the file were overwritten or lost; data may be missing or wrong",
        advice: "stop the server, keep the file, and restore the last backup, or recover the remaining data with `sqlite3 .recover`",
        fix: None,
    })
}
