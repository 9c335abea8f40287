//! Operations on existing schedules.

use refrain::control::ResumeFrom;
use refrain::model::{State, Status, Trigger};
use refrain::recurrence::builder::hours;
use refrain::store::{Page, ScheduleFilter};

use crate::world::{World, at};

#[tokio::test]
async fn a_paused_schedule_does_not_run_and_skips_its_occurrences() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    world.save(world.refrain.schedule("a").cron("0 * * * *")).await;
    world.run_until("2026-01-05T09:30:00Z", 600).await;
    assert_eq!(world.refrain.pause("a").await.unwrap().status, Status::Paused);
    assert!(world.refrain.next("a", 1).await.unwrap().is_empty());
    world.run_until("2026-01-05T12:30:00Z", 600).await;
    world.refrain.resume("a", ResumeFrom::Now).await.unwrap();
    world.run_until("2026-01-05T13:30:00Z", 600).await;
    assert_eq!(world.nominal(), ["2026-01-05T09:00:00Z", "2026-01-05T13:00:00Z"]);
}

#[tokio::test]
async fn a_canceled_schedule_never_returns() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    let hourly = || world.refrain.schedule("a").cron("0 * * * *").handler("record", ());
    hourly().save().await.unwrap();
    world.tick_at("2026-01-05T08:59:59Z").await;
    world.refrain.cancel("a").await.unwrap();
    world.run_until("2026-01-05T12:00:00Z", 600).await;
    assert!(world.calls().is_empty(), "planned occurrences do not run either");
    assert_eq!(hourly().save().await.unwrap_err().code(), "illegal_move");
    assert_eq!(world.refrain.resume("a", ResumeFrom::Now).await.unwrap_err().code(), "illegal_move");
    let later = world.restarted().await;
    later.run_until("2026-01-06T12:00:00Z", 3_600).await;
    assert!(later.calls().is_empty());
    assert_eq!(world.ended("a").await, ["skipped(canceled)"], "the history is kept");
}

#[tokio::test]
async fn a_deleted_id_begins_a_new_history() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    let first = world.save(world.refrain.schedule("a").cron("0 * * * *")).await;
    world.refrain.delete("a").await.unwrap();
    assert_eq!(world.refrain.get("a").await.unwrap(), None);
    assert_eq!(world.refrain.delete("a").await.unwrap_err().code(), "not_found");
    let second = world.save(world.refrain.schedule("a").cron("0 * * * *")).await;
    assert_ne!(first.uid, second.uid);
    assert_eq!(second.counters.succeeded, 0);
}

#[tokio::test]
async fn a_manual_run_does_not_move_the_schedule_and_is_idempotent() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    let saved = world.save(world.refrain.schedule("a").cron("0 * * * *").max_runs(1)).await;
    let fired = world.refrain.fire("a", "ann-1").await.unwrap();
    assert_eq!(fired.existing, None);
    assert_eq!(world.refrain.fire("a", "ann-1").await.unwrap().existing, Some(State::Planned));
    assert_eq!(world.tick().await, 1);
    let row = world.refrain.run(fired.id).await.unwrap().unwrap().0;
    assert_eq!((row.state, row.planned.trigger), (State::Succeeded, Trigger::Manual));
    assert_eq!(row.planned.correlation_id.as_deref(), Some("ann-1"));
    assert_eq!(world.schedule("a").await.next_due_at, saved.next_due_at);
    world.run_until("2026-01-05T09:00:00Z", 600).await;
    assert_eq!(world.calls().len(), 2, "a manual run does not count toward max_runs");
    assert_eq!(world.refrain.fire("a", "").await.unwrap_err().code(), "bad_value");
    assert_eq!(world.refrain.fire("other", "x").await.unwrap_err().code(), "not_found");
}

#[tokio::test]
async fn schedules_are_listed_by_id_and_by_label() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    for (id, team) in [("b", "mail"), ("a", "mail"), ("c", "data")] {
        world.save(world.refrain.schedule(id).every_day().label("team", team)).await;
    }
    let ids = |filter: ScheduleFilter| {
        let refrain = world.refrain.clone();
        async move {
            let rows = refrain.list(&filter, &Page::first(10)).await.unwrap().rows;
            rows.into_iter().map(|schedule| schedule.unwrap().key.id.to_string()).collect::<Vec<_>>()
        }
    };
    assert_eq!(ids(ScheduleFilter::default()).await, ["a", "b", "c"]);
    let labels = vec![("team".to_owned(), "mail".to_owned())];
    assert_eq!(ids(ScheduleFilter { labels, ..ScheduleFilter::default() }).await, ["a", "b"]);
}

#[tokio::test]
async fn next_lists_planned_and_future_times_up_to_the_end() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    world.save(world.refrain.schedule("a").every(1).hours().until(at("2026-01-05T12:00:00Z"))).await;
    let next = world.refrain.next("a", 10).await.unwrap();
    assert_eq!(next, [at("2026-01-05T09:30:00Z"), at("2026-01-05T10:30:00Z"), at("2026-01-05T11:30:00Z")]);
    world.save(world.refrain.schedule("b").every(1).hours().max_runs(2)).await;
    world.tick_at("2026-01-05T09:29:55Z").await;
    assert_eq!(world.refrain.next("b", 10).await.unwrap().len(), 2, "the planned occurrence is included");
    world.tick_at("2026-01-05T09:30:00Z").await;
    assert_eq!(world.refrain.next("b", 10).await.unwrap(), [at("2026-01-05T10:30:00Z")]);
    world.save(world.refrain.schedule("c").run_after(hours(1)).then().after_completion(hours(2))).await;
    assert_eq!(world.refrain.next("c", 10).await.unwrap(), [at("2026-01-05T10:30:00Z")]);
}

#[tokio::test]
async fn an_unplanned_overdue_schedule_is_listed_as_stale() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    world.save(world.refrain.schedule("a").cron("0 * * * *")).await;
    world.save(world.refrain.schedule("b").cron("30 9 * * *")).await;
    world.clock.set(at("2026-01-05T09:00:59Z"));
    assert_eq!(world.refrain.stale(9).await.unwrap(), []);
    world.clock.set(at("2026-01-05T09:31:01Z"));
    let stale = world.refrain.stale(9).await.unwrap();
    let reported: Vec<_> = stale.iter().map(|stale| (stale.schedule.id.as_str(), stale.due_at)).collect();
    let (nine, half_past) = (at("2026-01-05T09:00:00Z"), at("2026-01-05T09:30:00Z"));
    assert_eq!(reported, [("a", Some(nine)), ("b", Some(half_past))]);
    assert_eq!(world.refrain.stale(1).await.unwrap(), stale[..1]);
    let other = world.refrain.tenant("globex").unwrap();
    assert_eq!(other.stale(9).await.unwrap(), [], "stale schedules of other tenants are not visible");
    world.tick_at("2026-01-05T09:31:02Z").await;
    assert_eq!(world.refrain.stale(9).await.unwrap(), []);
}
