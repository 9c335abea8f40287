//! A store restored from an older copy is detected, and its new fences differ from those it has forgotten.

#[cfg(feature = "postgres")]
use refrain_ledger::model::OccurrenceId;
use refrain_ledger::store::Store;
#[cfg(feature = "postgres")]
use refrain_ledger::store::StoreRollback;
use refrain_ledger::testing::fixture::{at, definition, due, key, plan, save};

/// Plans three rows, `n` to `n + 2`.
async fn plan_rows(store: &dyn Store, n: i64) {
    let schedule = store.save(save(key("a"), definition()), at(0)).await.unwrap();
    store.plan(vec![plan(&schedule, (n..n + 3).map(due).collect())], at(0)).await.unwrap();
}

#[cfg(feature = "postgres")]
fn restored_from(seen: i64, found: i64) -> StoreRollback {
    StoreRollback { seen: OccurrenceId(seen), found: OccurrenceId(found) }
}

#[cfg(feature = "sqlite")]
#[tokio::test]
async fn a_restored_file_is_detected_once_and_gets_new_fences() {
    use refrain_ledger::store::Ledger;
    use refrain_ledger::testing::fixture::claim;
    use refrain_stores::sqlite::{Sqlite, SqliteOptions};

    let folder = crate::sqlite::Folder::new();
    let (path, copy) = (folder.file("ledger.db"), folder.file("copy.db"));
    let store = Sqlite::open(&path).await.unwrap();
    plan_rows(&store, 1).await;
    assert_eq!(store.restored().await.unwrap(), None);
    Sqlite::backup(SqliteOptions::new(&path), &copy).await.unwrap();
    let before = store.claim(&claim("n1", 1), at(10)).await.unwrap().started.remove(0);
    plan_rows(&store, 4).await;
    assert_eq!(store.restored().await.unwrap(), None);
    drop(store);
    std::fs::rename(&copy, &path).unwrap();
    let store = Sqlite::open(&path).await.unwrap();
    let restored = store.restored().await.unwrap();
    assert!(restored.is_some_and(|it| it.seen.0 == it.found.0 + 3), "{restored:?}");
    assert_eq!(store.restored().await.unwrap(), None);
    // A worker that was not stopped may still hold the earlier lease.
    let after = store.claim(&claim("n2", 1), at(11)).await.unwrap().started.remove(0);
    assert!(after.id == before.id && after.attempt == before.attempt && after.fence > before.fence);
    drop(store);
    assert_eq!(Sqlite::open(&path).await.unwrap().restored().await.unwrap(), None);
    // A file whose content is not a number counts as absent.
    std::fs::write(folder.file("ledger.db-seen"), [0xff, 0xfe]).unwrap();
    assert_eq!(Sqlite::open(&path).await.unwrap().restored().await.unwrap(), None);
    let noted = std::fs::read_to_string(folder.file("ledger.db-seen")).unwrap();
    assert_eq!(noted.trim().parse(), Ok(restored.unwrap().found.0));
}

#[cfg(feature = "postgres")]
#[tokio::test]
async fn a_database_restored_under_a_process_is_detected() {
    use refrain_stores::postgres::Postgres;

    use crate::postgres::{connect, new_schema, options};

    let schema = new_schema();
    let store = Postgres::open(options(&schema)).await.unwrap();
    plan_rows(&store, 1).await;
    assert_eq!(store.restored().await.unwrap(), None);
    let raw = connect(&schema).await;
    raw.batch_execute("SELECT setval('occurrences_id_seq', 1)").await.unwrap();
    assert_eq!(store.restored().await.unwrap(), Some(restored_from(3, 1)));
    assert_eq!(store.restored().await.unwrap(), None);
    raw.batch_execute(&format!("DROP SCHEMA \"{schema}\" CASCADE")).await.unwrap();
}

#[cfg(feature = "redis")]
#[tokio::test]
async fn a_keyspace_restored_under_a_process_is_detected() {
    let server = crate::redis_server::Server::start(&[]);
    let store = server.open().await;
    plan_rows(&store, 1).await;
    assert_eq!(store.restored().await.unwrap(), None);
    server.tell(&["FLUSHALL"]).await;
    let restored = store.restored().await.unwrap();
    assert!(restored.is_some_and(|it| it.seen.0 >= 3 && it.found.0 == 0), "{restored:?}");
    assert_eq!(store.restored().await.unwrap(), None);
}

#[cfg(feature = "redis")]
#[tokio::test]
async fn fences_of_a_restored_keyspace_are_greater_than_the_ones_it_has_forgotten() {
    use refrain_ledger::store::Ledger;
    use refrain_ledger::testing::fixture::claim;

    let mut server = crate::redis_server::Server::start(&[]);
    let store = server.open().await;
    plan_rows(&store, 1).await;
    server.tell(&["SAVE"]).await;
    let before = store.claim(&claim("n1", 1), at(10)).await.unwrap().started.remove(0);
    drop(store);
    // The server restarts with its last copy, which does not contain the claim.
    server.crash();
    let store = server.open().await;
    let after = store.claim(&claim("n2", 1), at(11)).await.unwrap().started.remove(0);
    // A worker that was not stopped may still hold the earlier lease.
    assert!(after.id == before.id && after.attempt == before.attempt && after.fence > before.fence);
}
