//! Reasons why a server is not ready.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::Refrain;
use refrain::clock::Clock;
use refrain::store::sqlite::{Sqlite, SqliteOptions};
use refrain_server::serve::Server;
use reqwest::Client;
use serde_json::json;

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
    let options = SqliteOptions { pages_max: Some(150), ..SqliteOptions::new(folder.path().join("refrain.db")) };
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
