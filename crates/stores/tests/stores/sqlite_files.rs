//! Permissions of the files of a ledger.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use refrain_ledger::store::{Ledger as _, Store as _};
use refrain_ledger::testing::fixture::{at, definition, key, save};
use refrain_stores::sqlite::{Sqlite, SqliteOptions};

use crate::sqlite::Folder;

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).permissions().mode() & 0o777
}

#[tokio::test]
async fn only_the_owner_may_read_a_new_ledger_and_its_copies() {
    let folder = Folder::new();
    let (path, copy) = (folder.file("ledger.db"), folder.file("copy.db"));
    let store = Sqlite::open(&path).await.unwrap();
    store.save(save(key("a"), definition()), at(0)).await.unwrap();
    for file in ["ledger.db", "ledger.db-wal", "ledger.db-shm"] {
        assert_eq!(mode(&folder.file(file)), 0o600, "{file}");
    }
    Sqlite::backup(SqliteOptions::new(&path), &copy).await.unwrap();
    assert_eq!(mode(&copy), 0o600);
    // A restored copy is a ledger like any other.
    let restored = Sqlite::open(&copy).await.unwrap();
    restored.save(save(key("b"), definition()), at(0)).await.unwrap();
    assert_eq!(mode(&folder.file("copy.db-wal")), 0o600);
}

#[tokio::test]
async fn a_ledger_that_exists_keeps_its_permissions() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    drop(Sqlite::open(&path).await.unwrap());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    let store = Sqlite::open(&path).await.unwrap();
    store.health().await.unwrap();
    assert_eq!(mode(&path), 0o640);
}
