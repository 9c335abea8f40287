//! The registry: schedules defined in code.

use refrain::model::{Priority, ScheduleId, Source, Status};
use refrain::recurrence::builder::minutes;

use crate::world::{World, at};

#[tokio::test]
async fn registered_schedules_can_be_looked_up() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let registry = world.refrain.registry();
    let digest = || world.refrain.schedule("digest").cron("0 9 * * *").handler("record", ());
    let saved = registry.register(digest()).await.unwrap();
    registry.must_register(world.refrain.schedule("sweep").every(5).minutes().handler("record", ())).await;
    assert_eq!(saved.source, Source::Code);
    assert_eq!((registry.count(), registry.get("digest")), (2, Some(digest().definition().unwrap())));
    assert_eq!(registry.list().iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["digest", "sweep"]);
    assert_eq!((registry.get("other"), registry.get("not a name")), (None, None));
    let next = registry.next_run("digest", at("2026-01-05T09:00:00Z")).await.unwrap();
    assert_eq!(next, Some(at("2026-01-06T09:00:00Z")), "the next run is strictly after the given time");
    assert_eq!(registry.next_run("other", at("2026-01-05T09:00:00Z")).await.unwrap_err().code(), "not_found");
}

#[tokio::test]
async fn duplicate_ids_and_invalid_definitions_are_rejected() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let registry = world.refrain.registry();
    let new = |id: &str| world.refrain.schedule(id);
    registry.register(new("a").cron("0 9 * * *").handler("record", ())).await.unwrap();
    let same = registry.register(new("a").cron("0 9 * * *").handler("record", ())).await;
    assert_eq!(same.unwrap().revision.0, 1, "an identical registration creates no revision");
    let other = registry.register(new("a").cron("0 10 * * *").handler("record", ())).await;
    assert_eq!(other.unwrap_err().code(), "duplicate");
    let broken = registry.register(new("b").cron("0 25 * * *").handler("record", ())).await;
    assert_eq!(broken.unwrap_err().code(), "out_of_range");
    for bad in ["", "a b", "a:b", &"x".repeat(129)] {
        let named = registry.register(new(bad).cron("0 9 * * *").handler("record", ())).await;
        assert_eq!(named.unwrap_err().code(), "bad_name", "{bad:?}");
    }
    assert_eq!((registry.count(), registry.get("b")), (1, None));
}

#[tokio::test]
#[should_panic(expected = "could not be registered")]
async fn must_register_panics_on_an_invalid_schedule() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    world.refrain.registry().must_register(world.refrain.schedule("a").cron("bad").handler("record", ())).await;
}

#[tokio::test]
async fn a_schedule_defaults_to_utc_and_normal_priority() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let plain = world.refrain.schedule("A-z_09").cron("0 9 * * *").handler("record", ()).definition().unwrap();
    assert_eq!((plain.spec.timezone.as_str(), plain.priority), ("UTC", Priority::Normal));
    assert_eq!((plain.action.provider.as_str(), plain.action.target.as_str()), ("handler", "record"));
    let said = world.refrain.schedule("b").cron("0 9 * * *").priority(Priority::High).description("Mail");
    let said = said.in_zone("Asia/Tokyo").handler("record", [1, 2, 3]).definition().unwrap();
    assert_eq!((said.spec.timezone.as_str(), said.priority), ("Asia/Tokyo", Priority::High));
    assert_eq!((said.description.as_str(), said.action.payload), ("Mail", serde_json::json!([1, 2, 3])));
}

#[tokio::test]
async fn registering_again_updates_in_place_and_keeps_the_counters() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let every = |world: &World, n| world.refrain.schedule("a").every(n).minutes().max_runs(5).handler("record", ());
    let first = world.refrain.registry().register(every(&world, 10)).await.unwrap();
    world.run_until("2026-01-05T08:25:00Z", 60).await;
    let before = world.schedule("a").await;
    assert_eq!(before.counters.succeeded, 2);

    let same = world.restarted().await;
    let again = same.refrain.registry().register(every(&same, 10)).await.unwrap();
    assert_eq!(again, before, "nothing has changed");

    let changed = world.restarted().await;
    let edited = changed.refrain.registry().register(every(&changed, 15)).await.unwrap();
    assert_eq!((edited.uid, edited.revision.0, &edited.counters), (first.uid, 2, &before.counters));
    changed.run_until("2026-01-05T10:00:00Z", 60).await;
    assert_eq!(changed.nominal(), ["2026-01-05T08:30:00Z", "2026-01-05T08:45:00Z", "2026-01-05T09:00:00Z"]);
    assert_eq!(changed.schedule("a").await.status, Status::Finished, "runs before the edit count");
}

#[tokio::test]
async fn a_paused_or_canceled_schedule_is_not_revived_by_the_code() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let new = |world: &World, id: &str| world.refrain.schedule(id).every(10).minutes().handler("record", ());
    for id in ["paused", "canceled"] {
        world.refrain.registry().register(new(&world, id)).await.unwrap();
    }
    world.refrain.pause("paused").await.unwrap();
    world.refrain.cancel("canceled").await.unwrap();
    let next = world.restarted().await;
    assert_eq!(next.refrain.registry().register(new(&next, "paused")).await.unwrap().status, Status::Paused);
    let refused = next.refrain.registry().register(new(&next, "canceled")).await;
    assert_eq!(refused.unwrap_err().code(), "illegal_move");
    next.run_until("2026-01-05T09:00:00Z", 60).await;
    assert!(next.calls().is_empty());
}

#[tokio::test]
async fn prune_deletes_schedules_that_left_the_code() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let new = |world: &World, id: &str| world.refrain.schedule(id).every(10).minutes().handler("record", ());
    for id in ["kept", "gone"] {
        world.refrain.registry().register(new(&world, id)).await.unwrap();
    }
    new(&world, "saved").save().await.unwrap();
    let next = world.restarted().await;
    let registry = next.refrain.registry();
    registry.register(new(&next, "kept")).await.unwrap();
    assert!(next.refrain.get("gone").await.unwrap().is_some());
    let gone = registry.prune().await.unwrap();
    assert_eq!(gone.iter().map(ScheduleId::as_str).collect::<Vec<_>>(), ["gone"]);
    for (id, is_there) in [("kept", true), ("gone", false), ("saved", true)] {
        assert_eq!(next.refrain.get(id).await.unwrap().is_some(), is_there, "{id}");
    }
}

#[tokio::test]
async fn concurrent_registrations_create_one_schedule() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let world = world.restarted().await;
        tasks.spawn(async move {
            let draft = world.refrain.schedule("a").after_completion(minutes(5)).handler("record", ());
            world.refrain.registry().register(draft).await.unwrap().uid
        });
    }
    let uids: std::collections::BTreeSet<_> = tasks.join_all().await.into_iter().collect();
    assert_eq!(uids.len(), 1);
}
