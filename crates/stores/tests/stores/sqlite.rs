//! The contract applied to SQLite.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock};

use async_trait::async_trait;
use refrain_ledger::model::{OccurrenceId, Revision, ScheduleUid, Tenant};
use refrain_ledger::store::Store;
use refrain_ledger::testing::{INVALID_DEFINITION, Subject, Tamper};
use refrain_stores::sqlite::Sqlite;
use rusqlite::Connection;

/// A folder used by one test only. It is deleted when it is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let name = format!("sqlite-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A store in its own file.
pub(crate) struct SqliteSubject {
    store: RwLock<Option<Arc<Sqlite>>>,
    file: PathBuf,
    // Dropped last, because the file is deleted with its folder.
    _folder: Folder,
}

impl SqliteSubject {
    fn raw(&self) -> Connection {
        Connection::open(&self.file).unwrap()
    }
}

#[async_trait]
impl Subject for SqliteSubject {
    async fn open() -> Self {
        let folder = Folder::new();
        let file = folder.file("ledger.db");
        let store = Arc::new(Sqlite::open(&file).await.unwrap());
        Self { store: RwLock::new(Some(store)), file, _folder: folder }
    }

    fn store(&self) -> Arc<dyn Store> {
        self.store.read().unwrap().clone().unwrap()
    }

    async fn reopen(&self) -> Arc<dyn Store> {
        Arc::new(Sqlite::open(&self.file).await.unwrap())
    }

    async fn reset(&self) {
        let conn = self.raw();
        let mut list = conn.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'meta'").unwrap();
        let tables: Vec<String> = list.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        let deletes: String = tables.iter().map(|table| format!("DELETE FROM {table};")).collect();
        conn.execute_batch(&format!("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE; {deletes} COMMIT")).unwrap();
    }

    async fn tamper(&self, tenant: &Tenant, how: Tamper) {
        let of = "tenant = (SELECT id FROM tenants WHERE namespace = ?1 AND name = ?2)";
        let changed = match how {
            Tamper::Detail(seq) => format!("UPDATE audit SET detail = detail || ' ' WHERE {of} AND seq = {seq}"),
            Tamper::RemoveLast => {
                format!("DELETE FROM audit WHERE {of} AND seq = (SELECT max(seq) FROM audit WHERE {of})")
            }
        };
        let names = [tenant.namespace.as_str(), tenant.name.as_str()];
        assert_eq!(self.raw().execute(&changed, names).unwrap(), 1);
    }

    async fn damage_definition(&self, uid: ScheduleUid, revision: Revision) {
        let sql = "UPDATE revisions SET definition = ?1 WHERE schedule_uid = ?2 AND revision = ?3";
        assert_eq!(self.raw().execute(sql, (INVALID_DEFINITION, uid.0, revision.0)).unwrap(), 1);
    }

    async fn damage_row(&self, id: OccurrenceId) {
        let sql = "UPDATE occurrences SET \"trigger\" = 99 WHERE id = ?1";
        assert_eq!(self.raw().execute(sql, [id.0]).unwrap(), 1);
    }
}

refrain_ledger::store_contract!(SqliteSubject);
