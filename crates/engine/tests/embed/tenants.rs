//! Isolation between tenants.

use refrain::Refrain;
use refrain::store::{Page, ScheduleFilter};

use crate::world::World;

#[tokio::test]
async fn a_handle_sees_only_its_own_tenant() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let acme = world.refrain.tenant("acme").unwrap();
    let other = world.refrain.tenant("production/acme").unwrap();
    for handle in [&world.refrain, &acme, &other] {
        handle.schedule("digest").cron("0 9 * * *").handler("record", ()).save().await.unwrap();
    }
    acme.pause("digest").await.unwrap();
    acme.registry().register(acme.schedule("own").every_day().handler("record", ())).await.unwrap();
    let count = |handle: Refrain| async move {
        handle.list(&ScheduleFilter::default(), &Page::first(10)).await.unwrap().rows.len()
    };
    assert_eq!((count(world.refrain.clone()).await, count(acme.clone()).await, count(other.clone()).await), (1, 2, 1));
    assert_eq!((acme.registry().count(), other.registry().count()), (1, 0));
    world.run_until("2026-01-05T09:00:00Z", 600).await;
    assert_eq!(world.calls().len(), 2, "one node runs all tenants, except the paused schedule");
    let foreign = other.registry().register(acme.schedule("x").every_day().handler("record", ())).await;
    assert_eq!(foreign.unwrap_err().code(), "bad_value");
    for bad in ["", "a b", "a/b/c", "/a"] {
        assert_eq!(world.refrain.tenant(bad).unwrap_err().code(), "bad_name", "{bad:?}");
    }
}
