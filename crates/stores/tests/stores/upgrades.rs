//! A store in an older layout, opened by this program: its contents are converted correctly, and nothing else changes.

use refrain_ledger::model::{
    Attempt, Document, DocumentKey, DocumentKind, Gap, Occurrence, Reason, RevisionRecord, SkipReason, State,
};
use refrain_ledger::store::{ExpectedVersion, OccurrenceFilter, Page, Store};
use refrain_ledger::testing::fixture::{
    acme, ann, at, claim, definition, document, done, due, gap, key, plan, retry, save, settlement, skipped,
};
use serde_json::json;

/// Quotas were called capacities when their documents and reasons were first stored.
fn quota() -> DocumentKey {
    DocumentKey { kind: DocumentKind::Quota, ..document("nightly") }
}

/// One run that succeeded, one that was retried and then skipped by a quota, and two planned occurrences. The fourth
/// layout counted all four as runs.
async fn two_runs_of_four(store: &dyn Store) {
    let schedule = store.save(save(key("a"), definition()), at(0)).await.unwrap();
    let mut planned = plan(&schedule, [1, 60, 120, 180].map(due).to_vec());
    planned.gaps = vec![gap(-600, -60, 10)];
    store.plan(vec![planned], at(0)).await.unwrap();
    for (now, ending) in [(10, done()), (70, retry(90)), (100, skipped(SkipReason::Quota))] {
        let claimed = store.claim(&claim("node", 1), at(now)).await.unwrap().started;
        assert_eq!(claimed.len(), 1, "at {now}");
        store.settle(claimed.iter().map(|row| settlement(row, ending.clone())).collect(), at(now + 1)).await.unwrap();
    }
    let body = json!({"limit": 1, "window": "1h"});
    store.put(&quota(), &body, ExpectedVersion::New, &ann(), at(0)).await.unwrap();
}

/// Everything that an upgrade must keep.
#[derive(Debug, PartialEq)]
struct Contents {
    runs: u64,
    rows: Vec<(Occurrence, Vec<Attempt>)>,
    gaps: Vec<Gap>,
    revisions: Vec<RevisionRecord>,
    quota: Option<Document>,
}

async fn contents(store: &dyn Store) -> Contents {
    let page = Page::first(10);
    let mut rows = Vec::new();
    for row in store.occurrences(&acme(), &OccurrenceFilter::default(), &page).await.unwrap().rows {
        rows.push(store.occurrence(&acme(), row.id).await.unwrap().unwrap());
    }
    Contents {
        runs: store.schedule(&key("a")).await.unwrap().unwrap().counters.runs,
        rows,
        gaps: store.gaps(&key("a"), &page).await.unwrap().rows,
        revisions: store.revisions(&key("a"), &page).await.unwrap().rows,
        quota: store.document(&quota()).await.unwrap(),
    }
}

/// Returns the contents of a store before its layout is changed, after checking that they are worth comparing.
async fn contents_before(store: &dyn Store) -> Contents {
    two_runs_of_four(store).await;
    let before = contents(store).await;
    let mut states: Vec<State> = before.rows.iter().map(|(row, _)| row.state).collect();
    states.sort_by_key(|state| format!("{state:?}"));
    assert_eq!(states, [State::Planned, State::Planned, State::Skipped, State::Succeeded]);
    assert_eq!(before.rows.iter().map(|(_, attempts)| attempts.len()).max(), Some(2));
    assert!(before.rows.iter().any(|(row, _)| row.reason == Some(Reason::Skipped(SkipReason::Quota))));
    assert_eq!((before.gaps.len(), before.revisions.len(), before.quota.is_some()), (1, 1, true));
    before
}

#[cfg(feature = "sqlite")]
#[tokio::test]
async fn sqlite_keeps_its_contents_and_counts_only_runs_that_have_ended() {
    use refrain_stores::sqlite::Sqlite;

    let folder = crate::sqlite::Folder::new();
    let path = folder.file("ledger.db");
    let store = Sqlite::open(&path).await.unwrap();
    let before = contents_before(&store).await;
    drop(store);
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.execute("UPDATE progress SET runs = runs + 2", []).unwrap();
    assert_eq!(raw.execute("UPDATE occurrences SET reason = 'capacity' WHERE reason = 'quota'", []).unwrap(), 1);
    let quotas = "SELECT count(*) FROM documents WHERE kind = 'capacity'";
    assert_eq!(raw.query_row(quotas, [], |row| row.get::<_, i64>(0)).unwrap(), 1, "the stored kind never changes");
    raw.execute_batch("ALTER TABLE occurrences DROP COLUMN payload; ALTER TABLE occurrences DROP COLUMN discarded_at")
        .unwrap();
    raw.execute("UPDATE meta SET value = 1 WHERE name = 'oldest_reader'", []).unwrap();
    raw.pragma_update(None, "user_version", 4).unwrap();
    drop(raw);
    assert_eq!(contents(&Sqlite::open(&path).await.unwrap()).await, before);
}

#[cfg(feature = "postgres")]
#[tokio::test]
async fn postgres_keeps_its_contents_and_counts_only_runs_that_have_ended() {
    use refrain_stores::postgres::Postgres;

    use crate::postgres::{connect, new_schema, options};

    let schema = new_schema();
    let store = Postgres::open(options(&schema)).await.unwrap();
    let before = contents_before(&store).await;
    drop(store);
    let raw = connect(&schema).await;
    let fourth_layout = "ALTER TABLE planning ADD COLUMN runs bigint NOT NULL DEFAULT 0 CHECK (runs >= 0);
        UPDATE planning p SET runs = s.runs + 2 FROM schedules s WHERE s.uid = p.uid;
        ALTER TABLE schedules DROP COLUMN runs;
        DROP VIEW occurrence_rows;
        ALTER TABLE occurrences DROP COLUMN payload, DROP COLUMN discarded_at;
        DELETE FROM meta WHERE version >= 5";
    raw.batch_execute(fourth_layout).await.unwrap();
    let renamed = raw.execute("UPDATE occurrences SET reason = 'capacity' WHERE reason = 'quota'", &[]).await.unwrap();
    assert_eq!(renamed, 1);
    let quotas = raw.query("SELECT name FROM documents WHERE kind = 'capacity'", &[]).await.unwrap();
    assert_eq!(quotas.len(), 1, "the stored kind never changes");
    assert_eq!(contents(&Postgres::open(options(&schema)).await.unwrap()).await, before);
    raw.batch_execute(&format!("DROP SCHEMA \"{schema}\" CASCADE")).await.unwrap();
}

/// Rows of the first layout have no payload and end before it.
#[cfg(feature = "redis")]
#[tokio::test]
async fn redis_keeps_its_contents_and_refuses_programs_that_do_not_know_payloads() {
    use refrain_stores::redis::{Redis, RedisOptions};
    use refrain_stores::{Layout, LayoutProbe};

    let server = crate::redis_server::Server::start(&[]);
    let store = server.open().await;
    let before = contents_before(&store).await;
    drop(store);
    server.tell(&["HSET", "{refrain:meta}", "version", "1", "oldest_reader", "1"]).await;
    assert_eq!(contents(&server.open().await).await, before);
    let layout = Some(Layout { version: 2, oldest_reader: 2 });
    let found = Redis::layout(RedisOptions::new(server.url())).await.unwrap();
    assert_eq!(found, LayoutProbe { layout, known: 2 });
}
