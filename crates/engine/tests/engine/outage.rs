//! A store that answers only some queries, and one that was restored from an older copy. If holds and quotas
//! cannot be read, nothing starts, and nothing is skipped either.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use refrain::clock::ManualClock;
use refrain::control::Rights;
use refrain::control::{Control, SaveScheduleRequest};
use refrain::dispatch::Quota;
use refrain::engine::{Engine, EngineOptions};
use refrain::model::{By, Occurrence, OccurrenceId, Source, State};
use refrain::observe::{Alarm, Event};
use refrain::recurrence::Length;
use refrain::store::sqlite::Sqlite;
use refrain::store::sqlite::rusqlite::Connection;
use refrain::store::{ExpectedVersion, OccurrenceFilter, Page, Store};

use crate::harness::{Recorder, alarms, at, cron, key};
use crate::holds::order;

/// A database file that is deleted when it is dropped.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("refrain-{name}-{}.db", std::process::id())))
    }

    /// Changes the file behind the back of the store.
    fn damage(&self, sql: &str) {
        Connection::open(&self.0).unwrap().execute_batch(sql).unwrap();
    }
}

impl Drop for File {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm", "-seen"] {
            std::fs::remove_file(Path::new(&format!("{}{end}", self.0.display()))).ok();
        }
    }
}

struct Node {
    store: Arc<dyn Store>,
    clock: Arc<ManualClock>,
    engine: Arc<Engine>,
    control: Control<Rights>,
    file: File,
}

impl Node {
    async fn new(name: &str) -> Self {
        let file = File::new(name);
        let store: Arc<dyn Store> = Arc::new(Sqlite::open(&file.0).await.unwrap());
        let clock = Arc::new(ManualClock::new(at("2026-01-05T08:59:55Z")));
        let recorder = Arc::new(Recorder::default());
        let engine = Engine::new(store.clone(), clock.clone(), recorder, EngineOptions::default());
        let control = Control::new(store.clone(), clock.clone()).acting_as(Rights::all());
        let node = Self { store, clock, engine, control, file };
        let definition = cron("0 9 * * *", "UTC");
        let save = SaveScheduleRequest {
            key: key("digest"),
            expect: ExpectedVersion::Any,
            definition,
            source: Source::Api,
            by: By::new("ann"),
        };
        node.control.save(save).await.unwrap();
        node
    }

    async fn tick_at(&self, now: &str) -> Occurrence {
        self.clock.set(at(now));
        self.engine.tick().await.unwrap();
        let filter = OccurrenceFilter::default();
        self.store.occurrences(&key("digest").tenant, &filter, &Page::first(9)).await.unwrap().rows.remove(0)
    }

    /// Renames a table, checks that nothing starts, and restores the table.
    async fn check_nothing_starts_without(&self, table: &str) {
        // Makes the queries that a node makes only once, at its start, before the table is missing.
        self.engine.tick().await.unwrap();
        let mut events = self.engine.events().subscribe();
        self.file.damage(&format!("ALTER TABLE {table} RENAME TO away"));
        let row = self.tick_at("2026-01-05T09:00:00Z").await;
        assert_eq!(
            (row.state, row.attempt, row.reason),
            (State::Planned, 0, None),
            "the occurrence waits without using an attempt"
        );
        let reported: Vec<Event> = std::iter::from_fn(|| events.try_recv().ok()).collect();
        assert!(reported.iter().any(|event| matches!(event, Event::Alarm(Alarm::StoreDown { .. }))), "{reported:?}");
        assert!(!reported.iter().any(|event| matches!(event, Event::Started(_))), "{reported:?}");
        self.file.damage(&format!("ALTER TABLE away RENAME TO {table}"));
        assert_eq!(
            self.tick_at("2026-01-05T09:00:01Z").await.state,
            State::Planned,
            "the occurrence is retried only a little later"
        );
        let row = self.tick_at("2026-01-05T09:00:03Z").await;
        assert_eq!((row.state, row.attempt), (State::Succeeded, 1));
    }
}

#[tokio::test]
async fn nothing_starts_while_holds_cannot_be_read() {
    Node::new("no-holds").await.check_nothing_starts_without("documents").await;
}

#[tokio::test]
async fn nothing_starts_while_a_quota_cannot_be_counted() {
    let node = Node::new("no-caps").await;
    let cap = Quota::new(1, Length::from_seconds(3_600));
    node.control.save_quota(&order("hourly"), cap).await.unwrap();
    node.check_nothing_starts_without("marks").await;
}

#[tokio::test]
async fn a_running_node_raises_an_alarm_once_if_its_store_was_restored() {
    let node = Node::new("restored").await;
    node.tick_at("2026-01-05T09:00:00Z").await;
    let mut events = node.engine.events().subscribe();
    node.engine.watch().await.unwrap();
    assert_eq!(alarms(&mut events), []);
    let newest = node.tick_at("2026-01-05T09:00:01Z").await.id;
    // An older copy has assigned fewer IDs.
    node.file.damage("UPDATE meta SET value = 0 WHERE name = 'last_number'");
    node.engine.watch().await.unwrap();
    assert_eq!(alarms(&mut events), [Alarm::StoreRestored { seen: newest, found: OccurrenceId(0) }]);
    node.engine.watch().await.unwrap();
    assert_eq!(alarms(&mut events), []);
}
