//! Reasons why a server is not ready.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::Refrain;
use refrain::clock::Clock;
use refrain::store::sqlite::rusqlite::Connection;
use refrain::store::sqlite::{Sqlite, SqliteOptions};
use refrain_server::http::app::{ApiOptions, App};
use refrain_server::http::router::router;
use refrain_server::serve::Server;
use reqwest::Client;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use crate::place::Folder;
use crate::world::{READ_EVERY, World, install_tls};

async fn open(refrain: Refrain) -> World {
    install_tls();
    World::of(Server::over(refrain, World::options("")).await.unwrap(), Client::new())
}

#[tokio::test]
async fn a_full_store_is_not_ready() {
    let folder = Folder::new();
    // A page limit simulates a full disk.
    let options = SqliteOptions::new(folder.path().join("refrain.db")).with(|it| it.pages_max = Some(150));
    let store = Arc::new(Sqlite::open_with(options).await.unwrap());
    let world = open(Refrain::builder().over(store).await.unwrap()).await;
    world.get("/readyz").await.is(200);
    let action = json!({ "provider": "log", "payload": { "text": "x".repeat(20_000) } });
    for number in 0.. {
        let body = json!({ "cron": "0 9 * * *", "action": action });
        let put = world.put(&format!("/v1/schedules/s{number}"), &body).await;
        if put.status != 201 {
            put.refused(503, "read_only");
            break;
        }
    }
    let refused = world.get("/readyz").await;
    assert_eq!(refused.header("retry-after"), "5");
    let refused = refused.refused(503, "disk_full");
    assert!(refused["detail"].as_str().unwrap().contains("of 150 pages"), "{refused}");
    world.get("/healthz").await.is(200);
    world.stop().await;
}

/// A clock that can jump forward, together with its steady time.
struct JumpingClock(AtomicI64);

#[async_trait]
impl Clock for JumpingClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(self.0.load(Ordering::SeqCst)).unwrap()
    }

    fn steady(&self) -> SignedDuration {
        SignedDuration::ZERO
    }

    async fn sleep_until(&self, _: Timestamp) {
        std::future::pending::<()>().await;
    }
}

#[tokio::test]
async fn a_server_that_does_not_plan_because_of_its_clock_is_not_ready() {
    // Five seconds before the next minute.
    let clock = Arc::new(JumpingClock(AtomicI64::new(1_799_999_995)));
    let refrain = Refrain::builder().clock(clock.clone()).open("memory:").await.unwrap();
    let stats = refrain.clone();
    let world = open(refrain).await;
    let save = |number: u32| {
        let (world, path) = (&world, format!("/v1/schedules/s{number}"));
        async move { world.put(&path, &json!({ "cron": "* * * * *", "action": { "provider": "log" } })).await.is(201) }
    };
    save(0).await;
    // The planner has checked the clock once it has planned.
    while stats.stats().planned.get() == 0 {
        tokio::time::sleep(READ_EVERY).await;
    }
    world.get("/readyz").await.is(200);
    clock.0.fetch_add(3_600, Ordering::SeqCst);
    // Saving a schedule makes the planner check again.
    let mut number = 1;
    let refused = loop {
        save(number).await;
        let answer = world.get("/readyz").await;
        if answer.status != 200 {
            break answer.refused(503, "clock_ahead");
        }
        number += 1;
        tokio::time::sleep(READ_EVERY).await;
    };
    assert!(refused["detail"].as_str().unwrap().contains("jumped ahead by 1h"), "{refused}");
    world.stop().await;
}

#[tokio::test]
async fn a_store_that_refuses_small_writes_is_not_ready() {
    let folder = Folder::new();
    let file = folder.path().join("refrain.db");
    let store = Arc::new(Sqlite::open(&file).await.unwrap());
    let world = open(Refrain::builder().over(store).await.unwrap()).await;
    let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON marks BEGIN SELECT RAISE(ABORT, 'not today'); END";
    Connection::open(&file).unwrap().execute_batch(refuse).unwrap();
    let refused = world.get("/readyz").await.refused(503, "writes_fail");
    assert!(refused["detail"].as_str().unwrap().contains("not today"), "{refused}");
    world.get("/healthz").await.is(200);
    world.stop().await;
}

/// A clock that panics while it is broken.
#[derive(Default)]
struct BreakableClock {
    is_broken: AtomicBool,
}

#[async_trait]
impl Clock for BreakableClock {
    fn now(&self) -> Timestamp {
        assert!(!self.is_broken.load(Ordering::SeqCst), "the clock is broken");
        Timestamp::from_second(1_800_000_000).unwrap()
    }

    fn steady(&self) -> SignedDuration {
        SignedDuration::ZERO
    }

    /// Returns early, so that the loops of the node soon read the clock again.
    async fn sleep_until(&self, _: Timestamp) {
        tokio::time::sleep(READ_EVERY).await;
    }
}

#[tokio::test]
async fn a_server_whose_node_has_ended_stops_with_the_reason_and_is_not_ready() {
    install_tls();
    let clock = Arc::<BreakableClock>::default();
    let refrain = Refrain::builder().clock(clock.clone()).open("memory:").await.unwrap();
    let server = Server::over(refrain.clone(), World::options("")).await.unwrap();
    let app = App::new(refrain, server.authority().clone(), ApiOptions::default());
    let ready = format!("{}/readyz", server.base());
    // Nobody asks the server to stop.
    let serving = tokio::spawn(server.run(CancellationToken::new()));
    assert_eq!(Client::new().get(ready).send().await.unwrap().status(), 200);
    clock.is_broken.store(true, Ordering::SeqCst);
    let error = serving.await.unwrap().unwrap_err();
    let reason = "loop of the node ended: it panicked: the clock is broken";
    assert!(error.to_string().contains(reason), "{error}");
    clock.is_broken.store(false, Ordering::SeqCst);
    // As an embedding program serves it, which continues after its node has ended.
    let request = axum::http::Request::get("/readyz").header("host", "localhost").body(axum::body::Body::empty());
    let answer = router(app).oneshot(request.unwrap()).await.unwrap();
    assert_eq!(answer.status(), 503);
    let body = axum::body::to_bytes(answer.into_body(), 10_000).await.unwrap();
    let refused: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(refused["code"], "node_failed", "{refused}");
    assert!(refused["detail"].as_str().unwrap().contains(reason), "{refused}");
}
