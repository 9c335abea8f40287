//! Holds and quotas, as a program sets them.

use std::sync::Arc;

use jiff::SignedDuration;
use refrain::Failure;
use refrain::Refrain;
use refrain::RunContext;
use refrain::dispatch::{Hold, Quota};
use refrain::recurrence::builder::hours;
use refrain::store::Page;
use tokio::sync::Notify;

use crate::world::{World, at};

#[tokio::test]
async fn a_hold_is_saved_read_listed_and_removed() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    let holds = world.refrain.holds();
    world.save(world.refrain.schedule("a").cron("0 * * * *")).await;
    let mut hold = Hold::new("legal");
    hold.note = "case 4711".to_owned();
    hold.selects.schedules.push("a".to_owned());
    let saved = holds.save("case-4711", &hold).await.unwrap();
    assert_eq!((saved.version, saved.content.as_ref()), (1, Ok(&hold)));
    hold.until = Some(at("2026-01-05T10:00:00Z"));
    assert_eq!(holds.save("case-4711", &hold).await.unwrap().version, 2);
    assert_eq!(holds.get("case-4711").await.unwrap().unwrap().content, Ok(hold));
    assert_eq!((holds.get("other").await.unwrap(), holds.list().await.unwrap().len()), (None, 1));
    world.run_until("2026-01-05T09:00:00Z", 600).await;
    assert_eq!(world.ended("a").await, ["skipped(hold)"]);
    assert_eq!(world.rows("a").await[0].message.as_deref(), Some("hold case-4711 (legal): case 4711"));
    world.run_until("2026-01-05T10:00:00Z", 600).await;
    holds.remove("case-4711").await.unwrap();
    assert_eq!(holds.remove("case-4711").await.unwrap_err().code(), "not_found");
    assert_eq!(world.ended("a").await, ["skipped(hold)", "succeeded"], "the end is exclusive");
}

#[tokio::test]
async fn invalid_holds_and_quotas_are_rejected_and_change_nothing() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    let (holds, quotas) = (world.refrain.holds(), world.refrain.quotas());
    assert_eq!(holds.save("a b", &Hold::new("legal")).await.unwrap_err().code(), "bad_name");
    let error = holds.save("a", &Hold::new("")).await.unwrap_err();
    assert!(error.code() == "invalid" && error.to_string().contains("code"), "{error}");
    let error = quotas.save("a", Quota::new(0, hours(1))).await.unwrap_err();
    assert!(error.code() == "invalid" && error.to_string().contains('0'), "{error}");
    assert_eq!((holds.list().await.unwrap().len(), quotas.list().await.unwrap().len()), (0, 0));
}

#[tokio::test]
async fn a_quota_is_saved_and_limits_only_its_tenant() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    let quotas = world.refrain.quotas();
    let cap = Quota::new(1, hours(24));
    assert_eq!(quotas.save("daily", cap).await.unwrap().content, Ok(cap));
    assert_eq!(quotas.get("daily").await.unwrap().unwrap().content, Ok(cap));
    world.save(world.refrain.schedule("a").cron("0 * * * *")).await;
    let other = world.refrain.tenant("other").unwrap();
    other.schedule("b").cron("0 * * * *").handler("record", ()).save().await.unwrap();
    world.run_until("2026-01-05T11:00:00Z", 600).await;
    assert_eq!(world.ended("a").await, ["succeeded", "skipped(quota)", "skipped(quota)"]);
    assert_eq!(other.runs("b", &Page::first(9)).await.unwrap().rows.len(), 3);
    assert_eq!(world.calls().iter().filter(|call| call.schedule == "b").count(), 3);
    quotas.remove("daily").await.unwrap();
    world.run_until("2026-01-05T12:00:00Z", 600).await;
    assert_eq!(world.ended("a").await.last().map(String::as_str), Some("succeeded"));
}

/// A node is waiting in its handler while a second handle, like another process, changes a hold.
#[tokio::test]
async fn a_hold_applies_immediately_and_does_not_stop_running_work() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let (begun, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (reported, wait) = (begun.clone(), go_on.clone());
    world.refrain.handler("slow", move |_: RunContext, (): ()| {
        let wait = wait.clone();
        reported.notify_one();
        async move {
            wait.notified().await;
            Ok::<_, Failure>(())
        }
    });
    let (ended, mut endings) = tokio::sync::mpsc::unbounded_channel();
    let reported = ended.clone();
    world.refrain.on_completed(move |run| ended.send(format!("{} done", run.schedule.id)).unwrap());
    world.refrain.on_skipped(move |run| reported.send(format!("{} skipped", run.schedule.id)).unwrap());
    let slow = |id: &str| world.refrain.schedule(id).run_now().then().every_day().handler("slow", ());
    let node = world.refrain.start().await.unwrap();
    slow("before").save().await.unwrap();
    begun.notified().await;
    world.refrain.holds().save("all", &Hold::new("legal")).await.unwrap();
    slow("behind").save().await.unwrap();
    assert_eq!(endings.recv().await.unwrap(), "behind skipped");
    go_on.notify_one();
    assert_eq!(endings.recv().await.unwrap(), "before done");
    // Another process removes the hold; this node notices within a second.
    let other = Refrain::builder().clock(world.clock.clone()).over(world.store.clone()).await.unwrap();
    other.holds().remove("all").await.unwrap();
    world.clock.advance(SignedDuration::from_secs(1));
    slow("after").save().await.unwrap();
    begun.notified().await;
    go_on.notify_one();
    assert_eq!(endings.recv().await.unwrap(), "after done");
    node.stop().await;
}
