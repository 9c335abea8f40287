//! Migrates a file to the layout of this program. Forward only; all steps and the check run in one transaction.

use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

use super::error::Result;
use crate::layout::{Layout, LayoutProbe, Migration};
use refrain_ledger::store::StoreError;

/// All layouts, oldest first.
const MIGRATIONS: &[Migration] = &[
    Migration { sql: include_str!("migrations/0001_ledger.sql"), oldest_reader: 1 },
    Migration { sql: include_str!("migrations/0002_retention.sql"), oldest_reader: 1 },
    Migration { sql: include_str!("migrations/0003_due_index.sql"), oldest_reader: 1 },
    Migration { sql: include_str!("migrations/0004_lanes.sql"), oldest_reader: 1 },
    Migration { sql: include_str!("migrations/0005_runs.sql"), oldest_reader: 5 },
    Migration { sql: include_str!("migrations/0006_run_payload.sql"), oldest_reader: 6 },
];
/// Identifies files of this program: "Refr" in ASCII.
const APPLICATION_ID: i64 = 0x5265_6672;

/// Newest layout version that this program supports.
pub(super) const SCHEMA_VERSION: i64 = MIGRATIONS.len() as i64;

/// Applies the missing migrations. Other processes that open the file in the meantime wait.
pub(super) fn migrate(conn: &mut Connection) -> Result<()> {
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = pragma(&tx, "user_version")?;
    check(&tx)?;
    check_owner(&tx)?;
    let missing = usize::try_from(found).ok().and_then(|found| MIGRATIONS.get(found..)).unwrap_or_default();
    if missing.is_empty() {
        return Ok(());
    }
    for migration in missing {
        tx.execute_batch(migration.sql)?;
        tx.execute(include_str!("sql/migrate_record.sql"), [migration.oldest_reader])?;
    }
    tx.pragma_update(None, "application_id", APPLICATION_ID)?;
    tx.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    tx.commit().map_err(|error| super::error::translate_commit(&error).into())
}

/// Returns the layout of a file, or `None` if the file is still empty.
pub(super) fn layout(conn: &Connection) -> Result<Option<Layout>> {
    let version = pragma(conn, "user_version")?;
    if version == 0 {
        return Ok(None);
    }
    let oldest = conn.query_row(include_str!("sql/migrate_oldest_reader.sql"), [], |row| row.get(0)).optional();
    Ok(Some(Layout::of(version, oldest?)))
}

/// Returns the layout of a file before it is opened for work. Refuses the database of another program, as
/// opening does.
pub(super) fn found(conn: &Connection) -> Result<LayoutProbe> {
    check_owner(conn)?;
    Ok(LayoutProbe { layout: layout(conn)?, known: SCHEMA_VERSION })
}

fn check(conn: &Connection) -> Result<()> {
    // Nothing else in a file is read before it is known to belong to this program.
    if pragma(conn, "user_version")? <= SCHEMA_VERSION || pragma(conn, "application_id")? != APPLICATION_ID {
        return Ok(());
    }
    layout(conn)?.map_or(Ok(()), |layout| Ok(layout.check(SCHEMA_VERSION)?))
}

/// Refuses a file with tables of another program.
fn check_owner(conn: &Connection) -> Result<()> {
    let has_tables: bool =
        conn.query_row("SELECT EXISTS (SELECT 1 FROM sqlite_schema LIMIT 1)", [], |row| row.get(0))?;
    if has_tables && pragma(conn, "application_id")? != APPLICATION_ID {
        return Err(StoreError::Corrupt("the file is the database of another program".to_owned()).into());
    }
    Ok(())
}

fn pragma(conn: &Connection, name: &str) -> Result<i64> {
    Ok(conn.pragma_query_value(None, name, |row| row.get(0))?)
}
