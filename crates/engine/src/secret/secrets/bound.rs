//! Tests of secrets that restrict where they may be sent.

use super::tests::{ANYWHERE, OLD, World};
use super::*;
use crate::rights::SaveLimits;

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
