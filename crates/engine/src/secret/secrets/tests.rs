use super::*;
use crate::clock::ManualClock;
use crate::rights::SaveLimits;
use crate::store::Catalog;
use crate::store::model::Model;

const OLD: &str = "old:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const NEW: &str = "new:HwECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

const ANYWHERE: Destination<'static> =
    Destination { provider: "webhook", host: Some("example.com"), takes_unbound: true };

struct World {
    store: Arc<Model>,
    clock: Arc<ManualClock>,
    acme: Tenant,
    by: By,
}

impl World {
    fn new() -> Self {
        let clock = Arc::new(ManualClock::new(Timestamp::UNIX_EPOCH));
        let acme = Tenant::new("default", "acme").unwrap();
        Self { store: Arc::new(Model::new()), clock, acme, by: By::new("ann") }
    }

    fn secrets(&self, keys: &str) -> Secrets {
        Secrets::new(self.store.clone(), self.clock.clone(), KeyRing::parse(keys).unwrap())
    }

    async fn put(&self, secrets: &Secrets, name: &str, text: &str) {
        secrets.put(&Rights::all(), &self.change(name), &Secret::new(text).unwrap().into()).await.unwrap();
    }

    fn change(&self, name: &str) -> OrderChange {
        let (tenant, name) = (self.acme.clone(), DocumentName::new(name).unwrap());
        OrderChange { tenant, name, expect: Expect::Any, by: self.by.clone() }
    }

    async fn resolved(&self, secrets: &Secrets, name: &str) -> Result<String, Error> {
        let resolved = secrets.resolve(&self.acme, [name], ANYWHERE).await?;
        Ok(resolved.values[name].expose().to_owned())
    }
}

#[tokio::test]
async fn a_secret_is_written_resolved_listed_and_removed() {
    let world = World::new();
    let secrets = world.secrets(OLD);
    world.put(&secrets, "token", "hunter2hunter2").await;
    assert_eq!(world.resolved(&secrets, "token").await.unwrap(), "hunter2hunter2");
    let listed = secrets.list(&world.acme, &Page::first(10)).await.unwrap().rows;
    assert_eq!((listed.len(), listed[0].sealed_by.as_deref()), (1, Some("old")));
    assert!(!format!("{listed:?}").contains("hunter2"));
    world.put(&secrets, "token", "another one").await;
    assert_eq!(world.resolved(&secrets, "token").await.unwrap(), "another one");
    secrets.remove(&Rights::all(), &world.change("token")).await.unwrap();
    assert_eq!(world.resolved(&secrets, "token").await.unwrap_err().code(), "secret_unknown");
}

#[tokio::test]
async fn another_node_sees_a_new_value_within_a_second() {
    let world = World::new();
    let (here, there) = (world.secrets(OLD), world.secrets(OLD));
    world.put(&here, "token", "first one").await;
    assert_eq!(world.resolved(&there, "token").await.unwrap(), "first one");
    world.put(&here, "token", "second one").await;
    world.clock.advance(SignedDuration::from_secs(1));
    assert_eq!(world.resolved(&there, "token").await.unwrap(), "second one");
}

#[tokio::test]
async fn a_record_moved_to_another_tenant_does_not_open() {
    let world = World::new();
    let secrets = world.secrets(OLD);
    world.put(&secrets, "token", "hunter2hunter2").await;
    let name = DocumentName::new("token").unwrap();
    let body = world.store.document(&key(&world.acme, &name)).await.unwrap().unwrap().body;
    let other = Tenant::new("default", "other").unwrap();
    let now = Timestamp::UNIX_EPOCH;
    world.store.put(&key(&other, &name), &body, Expect::New, &world.by, now).await.unwrap();
    assert_eq!(secrets.resolve(&other, ["token"], ANYWHERE).await.unwrap_err().code(), "secret_damaged");
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
    let there = Destination { host: Some("api.example.com"), takes_unbound: false, ..ANYWHERE };
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
async fn where_secrets_are_bound_a_new_one_says_where_it_may_go_and_an_old_one_may_stay() {
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
    let viewer = Rights::of_key(crate::api_key::Role::Admin, &[]);
    assert_eq!(secrets.put(&viewer, &world.change("old"), &new).await.unwrap_err().code(), "forbidden");
}

#[tokio::test]
async fn rotation_seals_everything_anew_and_names_what_it_cannot() {
    let world = World::new();
    let old = world.secrets(OLD);
    for number in 0..510 {
        world.put(&old, &format!("s{number:04}"), "hunter2hunter2").await;
    }
    let lost = key(&world.acme, &DocumentName::new("lost").unwrap());
    let now = Timestamp::UNIX_EPOCH;
    world.store.put(&lost, &serde_json::json!({"a": 1}), Expect::New, &world.by, now).await.unwrap();
    let both = world.secrets(&format!("{NEW}\n{OLD}"));
    let rotated = both.rotate(&world.acme, &world.by).await.unwrap();
    assert_eq!((rotated.sealed_anew, rotated.already, rotated.refused.len()), (510, 0, 1));
    assert_eq!(rotated.refused[0].0.as_str(), "lost");
    let again = both.rotate(&world.acme, &world.by).await.unwrap();
    assert_eq!((again.sealed_anew, again.already), (0, 510));
    assert_eq!(world.resolved(&world.secrets(NEW), "s0042").await.unwrap(), "hunter2hunter2");
    assert_eq!(world.resolved(&old, "s0442").await.unwrap_err().code(), "master_key");
}
