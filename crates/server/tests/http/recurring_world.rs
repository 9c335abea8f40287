//! A server for tests of recurring actions, and their common requests.

use std::sync::Arc;

use refrain::Refrain;
use refrain::clock::ManualClock;
use refrain_server::serve::Server;
use reqwest::Client;
use serde_json::{Value, json};

use crate::place;
use crate::world::{World, install_tls};

pub(crate) const PLACE: &str = "namespace=notifications&tenant=tenant-1";

pub(crate) fn body(change: Value) -> Value {
    let mut body = json!({
        "namespace": "notifications", "tenant": "tenant-1", "cron_expr": "0 9 * * *", "provider": "log",
        "action_type": "send_digest", "payload": {},
    });
    match change {
        Value::Object(fields) => body.as_object_mut().unwrap().extend(fields),
        other => panic!("{other} is not an object"),
    }
    body
}

pub(crate) async fn made(world: &World, change: Value) -> String {
    world.post("/v1/recurring", &body(change)).await.is(201)["recurring_id"].as_str().unwrap().to_owned()
}

pub(crate) fn path(id: &str) -> String {
    format!("/v1/recurring/{id}?{PLACE}")
}

/// Starts a server without keys, on a manual clock, with additional providers.
pub(crate) async fn world(prepare: impl FnOnce(&Refrain)) -> (World, Arc<ManualClock>) {
    install_tls();
    let clock = Arc::new(ManualClock::new("2026-03-02T12:00:00Z".parse().unwrap()));
    let (store, kept) = place::store().await;
    let refrain = Refrain::builder().clock(clock.clone()).over(store).await.unwrap();
    prepare(&refrain);
    let server = Server::over(refrain, World::options("")).await.unwrap();
    (World::of(server, Client::new()).keeping(kept), clock)
}
