//! Tests of secrets that restrict where they may be sent.

use std::sync::Mutex;

use async_trait::async_trait;
use refrain_ledger::testing::{LayeredStore, StoreLayer};
use serde_json::Value;

use super::tests::{ANYWHERE, OLD, World};
use super::*;
use crate::rights::SaveLimits;
use crate::store::Catalog as _;
use crate::store::model::Model;

/// A store in which someone else writes a secret just before the first write through this layer.
struct RacingStore {
    below: Arc<Model>,
    rival: Mutex<Option<(Secrets, DocumentChange, NewSecret)>>,
}

#[async_trait]
impl StoreLayer for RacingStore {
    fn below(&self) -> &dyn Store {
        &*self.below
    }

    async fn put(
        &self,
        key: &DocumentKey,
        body: &Value,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<Document, StoreError> {
        let rival = self.rival.lock().unwrap().take();
        if let Some((secrets, change, new)) = rival {
            secrets.put(&Rights::all(), &change, &new).await.unwrap();
        }
        self.below.put(key, body, expect, by, now).await
    }
}

#[tokio::test]
async fn a_new_value_does_not_unbind_a_secret_that_is_bound_at_the_same_time() {
    for exists in [false, true] {
        let world = World::new();
        let direct = world.secrets(OLD);
        if exists {
            world.put(&direct, "token", "hunter2hunter2").await;
        }
        let allow = Some(Allowances::parse(["webhook:api.example.com"]).unwrap());
        let bound = NewSecret { value: Secret::new("hunter3hunter3").unwrap(), allow };
        let rival = Mutex::new(Some((direct, world.change("token"), bound)));
        let store = Arc::new(LayeredStore(RacingStore { below: world.store.clone(), rival }));
        let secrets = Secrets::new(store, world.clock.clone(), KeyRing::parse(OLD).unwrap());
        world.put(&secrets, "token", "hunter4hunter4").await;
        let refused = secrets.resolve(&world.acme, ["token"], ANYWHERE).await.unwrap_err();
        assert_eq!(refused.code(), "secret_not_allowed", "exists: {exists}");
        let there = Destination { host: Some("api.example.com"), ..ANYWHERE };
        let resolved = secrets.resolve(&world.acme, ["token"], there).await.unwrap();
        assert_eq!(resolved.values["token"].expose(), "hunter4hunter4");
    }
}

#[tokio::test]
async fn a_bound_secret_goes_only_where_it_may_and_a_new_value_does_not_unbind_it() {
    let world = World::new();
    let secrets = world.secrets(OLD);
    let value = Secret::new("hunter2hunter2").unwrap();
    let allow = |texts: &[&str]| Some(Allowances::parse(texts).unwrap());
    let bound = NewSecret { value: value.clone(), allow: allow(&["webhook:api.example.com"]) };
    let put = async |rights: &Rights, new: &NewSecret| secrets.put(rights, &world.change("token"), new).await;
    put(&Rights::all(), &bound).await.unwrap();
    let there = Destination { host: Some("api.example.com"), allows_unbound: false, ..ANYWHERE };
    for _ in 0..2 {
        let refused = secrets.resolve(&world.acme, ["token"], ANYWHERE).await.unwrap_err();
        assert_eq!(refused.code(), "secret_not_allowed");
        secrets.resolve(&world.acme, ["token"], there).await.unwrap();
        put(&Rights::all(), &value.clone().into()).await.unwrap();
    }
    put(&Rights::all(), &NewSecret { value: value.clone(), allow: allow(&[]) }).await.unwrap();
    secrets.resolve(&world.acme, ["token"], ANYWHERE).await.unwrap();
    assert_eq!(secrets.resolve(&world.acme, ["token"], there).await.unwrap_err().code(), "secret_unbound");
}

#[tokio::test]
async fn required_allowances_apply_to_new_secrets_only() {
    let world = World::new();
    let secrets = world.secrets(OLD);
    let limits = SaveLimits { secrets_are_bound: true, ..SaveLimits::default() };
    let rights = Rights::all().with_limits(limits);
    let new = NewSecret::from(Secret::new("hunter2hunter2").unwrap());
    world.put(&secrets, "old", "hunter2hunter2").await;
    secrets.put(&rights, &world.change("old"), &new).await.unwrap();
    let refused = secrets.put(&rights, &world.change("new"), &new).await.unwrap_err();
    assert_eq!(refused.code(), "secret_unbound");
    let empty = NewSecret { allow: Some(Allowances::default()), ..new.clone() };
    assert_eq!(secrets.put(&rights, &world.change("old"), &empty).await.unwrap_err().code(), "secret_unbound");
    let viewer = Rights::new([Right::Edit, Right::Administer]);
    assert_eq!(secrets.put(&viewer, &world.change("old"), &new).await.unwrap_err().code(), "forbidden");
}
