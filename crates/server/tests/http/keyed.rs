//! A server that requires keys, on a manual clock.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain::Refrain;
use refrain::clock::ManualClock;
use refrain_server::auth::{AuthOptions, Authority, KeyRequirement};
use refrain_server::serve::{ServeOptions, Server};
use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::place;
use crate::world::{Answer, World, install_tls, send};

/// Every permission.
pub(crate) const PERMISSIONS: [&str; 6] = ["backfill", "fire", "command", "secrets", "payloads", "audit"];

/// A server that requires keys, and the key of its first operator.
pub(crate) struct Keyed {
    pub(crate) world: World,
    pub(crate) operator: String,
    pub(crate) authority: Authority,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) refrain: Refrain,
}

impl Keyed {
    pub(crate) async fn new() -> Self {
        Self::with(|_| ()).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut ServeOptions)) -> Self {
        install_tls();
        let clock = Arc::new(ManualClock::new("2026-03-01T12:00:00Z".parse().unwrap()));
        let (store, kept) = place::store().await;
        let refrain = Refrain::builder().clock(clock.clone()).over(store).await.unwrap();
        let mut options = World::options("memory:");
        change(&mut options);
        let server = Server::over(refrain.clone(), options).await.unwrap();
        let authority = server.authority().clone();
        let client = Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let world = World::of(server, client).keeping(kept);
        let first = json!({ "role": "admin", "reach": "all", "permissions": PERMISSIONS });
        let operator = world.post("/v1/keys", &first).await.is(201)["key"].as_str().unwrap().to_owned();
        Self { world, operator, authority, clock, refrain }
    }

    /// Creates a key of a tenant with the operator's key. Returns its text and its ID.
    pub(crate) async fn key(&self, tenant: &str, role: &str, permissions: &[&str]) -> (String, String) {
        let body = json!({ "role": role, "permissions": permissions });
        let request =
            self.world.request(Method::POST, "/v1/keys").bearer_auth(&self.operator).header("x-refrain-tenant", tenant);
        let made = send(request.json(&body)).await.is(201);
        (made["key"].as_str().unwrap().to_owned(), made["id"].as_str().unwrap().to_owned())
    }

    /// Adds a provider of kind `command` under another name, for the tenant `acme`.
    #[cfg(all(feature = "command", unix))]
    pub(crate) fn add_programs(&self, name: &str) {
        self.refrain.providers().add(name, programs());
    }

    /// Creates another node on the same store. It is live once its [`Refrain::watch`] has run.
    #[cfg(all(feature = "command", unix))]
    pub(crate) async fn other_node(&self) -> Refrain {
        Refrain::builder().clock(self.clock.clone()).over(self.refrain.store().clone()).await.unwrap()
    }

    pub(crate) async fn get(&self, key: &str, path: &str) -> Answer {
        send(self.world.request(Method::GET, path).bearer_auth(key)).await
    }

    pub(crate) async fn post(&self, key: &str, path: &str, body: &Value) -> Answer {
        send(self.world.request(Method::POST, path).bearer_auth(key).json(body)).await
    }

    #[cfg(all(feature = "command", unix))]
    pub(crate) async fn patch(&self, key: &str, path: &str, body: &Value) -> Answer {
        send(self.world.request(Method::PATCH, path).bearer_auth(key).json(body)).await
    }

    pub(crate) async fn put(&self, key: &str, path: &str, body: &Value) -> Answer {
        send(self.world.request(Method::PUT, path).bearer_auth(key).json(body)).await
    }

    pub(crate) async fn delete(&self, key: &str, path: &str) -> Answer {
        send(self.world.request(Method::DELETE, path).bearer_auth(key)).await
    }

    pub(crate) fn later(&self, by: SignedDuration) {
        self.clock.advance(by);
    }

    pub(crate) fn in_seconds(&self, seconds: i64) -> Timestamp {
        use refrain::clock::Clock as _;
        self.clock.now() + SignedDuration::from_secs(seconds)
    }
}

/// Returns a provider of kind `command` for the tenant `acme`.
#[cfg(all(feature = "command", unix))]
pub(crate) fn programs() -> Arc<dyn refrain::delivery::Provider> {
    use refrain::provider::command::{CommandCatalog, CommandProvider};
    let entry = json!({ "list": { "argv": ["/bin/ls"], "directory": "/" } });
    let catalog: CommandCatalog = serde_json::from_value(entry).unwrap();
    let tenant = refrain::model::Tenant::new("default", "acme").unwrap();
    Arc::new(CommandProvider::new(catalog, tenant).unwrap())
}

/// Returns options that require keys from the start.
pub(crate) fn always() -> AuthOptions {
    AuthOptions { keys: KeyRequirement::Always, ..AuthOptions::default() }
}
