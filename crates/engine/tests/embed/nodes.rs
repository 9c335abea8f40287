//! Running nodes: waking up, draining, and isolation between runs.

use std::sync::Arc;

use jiff::SignedDuration;
use refrain::Failure;
use refrain::Refrain;
use refrain::RunContext;
use refrain::model::State;
use refrain::recurrence::builder::seconds;
use tokio::sync::{Notify, mpsc};

use crate::world::World;

/// Adds the handler `tell`, and returns the IDs of the schedules it is called for.
fn tell(refrain: &Refrain) -> mpsc::UnboundedReceiver<String> {
    let (sender, receiver) = mpsc::unbounded_channel();
    refrain.handler("tell", move |context: RunContext, (): ()| {
        sender.send(context.schedule().id.to_string()).unwrap();
        async { Ok::<_, Failure>(()) }
    });
    receiver
}

/// Returns the schedules whose runs have been settled. A run before that would overlap with the next one.
fn completed(refrain: &Refrain) -> mpsc::UnboundedReceiver<String> {
    let (sender, receiver) = mpsc::unbounded_channel();
    refrain.on_completed(move |run| sender.send(run.schedule.id.to_string()).unwrap());
    receiver
}

// The clock never advances, so only the wake-up hint of the save can wake the node.
#[tokio::test]
async fn a_sleeping_node_wakes_when_something_earlier_is_saved() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let mut reported = tell(&world.refrain);
    world.refrain.schedule("tomorrow").cron("0 0 * * *").handler("tell", ()).save().await.unwrap();
    let node = world.refrain.start().await.unwrap();
    world.refrain.schedule("now").run_now().then().cron("0 0 * * *").handler("tell", ()).save().await.unwrap();
    assert_eq!(reported.recv().await.unwrap(), "now");
    node.stop().await;
}

#[tokio::test]
async fn a_node_runs_occurrences_when_its_clock_reaches_them() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let _told = tell(&world.refrain);
    let mut completed = completed(&world.refrain);
    world.refrain.schedule("a").every(10).minutes().handler("tell", ()).save().await.unwrap();
    let node = world.refrain.start().await.unwrap();
    for _ in 0..3 {
        world.clock.advance(SignedDuration::from_mins(10));
        assert_eq!(completed.recv().await.unwrap(), "a");
    }
    node.stop().await;
    assert_eq!(world.ended("a").await, ["succeeded"; 3]);
}

#[tokio::test]
async fn a_hanging_run_delays_no_other_schedule() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let refrain = Refrain::builder().clock(world.clock.clone()).concurrency(2).over(world.store.clone()).await.unwrap();
    let _told = tell(&refrain);
    let mut completed = completed(&refrain);
    let is_hanging = Arc::new(Notify::new());
    let notify = is_hanging.clone();
    refrain.handler("hang", move |_: RunContext, (): ()| {
        notify.notify_one();
        std::future::pending::<Result<(), Failure>>()
    });
    refrain.schedule("hang").run_now().then().cron("0 0 * * *").handler("hang", ()).save().await.unwrap();
    refrain.schedule("a").every(10).seconds().handler("tell", ()).save().await.unwrap();
    let node = refrain.start().await.unwrap();
    is_hanging.notified().await;
    for _ in 0..5 {
        world.clock.advance(SignedDuration::from_secs(10));
        assert_eq!(completed.recv().await.unwrap(), "a");
    }
    node.stop_now().await;
    let rows = world.rows("hang").await;
    assert_eq!(rows[0].state, State::Planned, "the occurrence is released");
}

#[tokio::test]
async fn occurrences_leased_ahead_without_a_free_slot_are_released_to_other_nodes() {
    let world = World::at("2026-01-05T08:59:00Z").await;
    let node = || Refrain::builder().clock(world.clock.clone()).concurrency(1).over(world.store.clone());
    let (busy, free) = (node().await.unwrap(), node().await.unwrap());
    let (hanging, mut begun) = mpsc::unbounded_channel();
    busy.handler("tell", move |_: RunContext, (): ()| {
        hanging.send(()).unwrap();
        std::future::pending::<Result<(), Failure>>()
    });
    let _told = tell(&free);
    let mut completed = completed(&free);
    for number in 0..4 {
        busy.schedule(format!("s{number}")).cron("0 9 * * *").handler("tell", ()).save().await.unwrap();
    }
    let busy = busy.start().await.unwrap();
    world.clock.set("2026-01-05T08:59:59.5Z".parse().unwrap());
    for number in 0..4 {
        while world.rows(&format!("s{number}")).await.first().is_none_or(|row| row.state != State::Running) {
            tokio::task::yield_now().await;
        }
    }
    let free = free.start().await.unwrap();
    world.clock.set("2026-01-05T09:00:00Z".parse().unwrap());
    begun.recv().await.unwrap();
    world.clock.advance(SignedDuration::from_secs(1));
    for _ in 0..3 {
        completed.recv().await.unwrap();
    }
    free.stop().await;
    busy.stop_now().await;
    let mut attempts = Vec::new();
    for number in 0..4 {
        attempts.extend(world.rows(&format!("s{number}")).await.iter().map(|row| row.attempt));
    }
    attempts.sort_unstable();
    assert_eq!(attempts, [0, 1, 1, 1], "a lease without a free slot does not count as an attempt");
}

#[tokio::test]
async fn concurrent_runs_never_exceed_the_limit() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let refrain = Refrain::builder().clock(world.clock.clone()).concurrency(3).over(world.store.clone()).await.unwrap();
    let (sender, mut begun) = mpsc::unbounded_channel();
    let go_on = Arc::new(tokio::sync::Semaphore::new(0));
    let (slots, under_way) = (go_on.clone(), Arc::new(std::sync::atomic::AtomicUsize::new(0)));
    refrain.handler("slow", move |_: RunContext, (): ()| {
        let (slots, under_way) = (slots.clone(), under_way.clone());
        sender.send(under_way.fetch_add(1, std::sync::atomic::Ordering::SeqCst) + 1).unwrap();
        async move {
            slots.acquire().await.unwrap().forget();
            under_way.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
            Ok::<_, Failure>(())
        }
    });
    for number in 0..10 {
        let schedule = refrain.schedule(format!("s{number}")).run_now().then().cron("0 0 * * *");
        schedule.handler("slow", ()).save().await.unwrap();
    }
    let node = refrain.start().await.unwrap();
    for _ in 0..10 {
        assert!(begun.recv().await.unwrap() <= 3);
        if begun.is_empty() {
            go_on.add_permits(1);
        }
    }
    go_on.add_permits(10);
    node.stop().await;
}

#[tokio::test]
async fn a_stopping_node_finishes_its_runs_and_calls_their_hooks() {
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
    let (sender, mut completed) = mpsc::unbounded_channel();
    world.refrain.on_completed(move |run| sender.send(run.schedule.id.to_string()).unwrap());
    world.refrain.schedule("a").run_now().then().every_day().handler("slow", ()).save().await.unwrap();
    let node = world.refrain.start().await.unwrap();
    begun.notified().await;
    node.request_stop();
    go_on.notify_one();
    node.stopped().await.unwrap();
    assert_eq!(world.ended("a").await, ["succeeded"]);
    assert_eq!(completed.try_recv().unwrap(), "a");
}

#[tokio::test]
async fn there_is_one_running_node_at_a_time() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let node = world.refrain.start().await.unwrap();
    let twice = world.refrain.tenant("acme").unwrap().start().await;
    assert_eq!(twice.unwrap_err().code(), "already_running");
    node.stop().await;
    world.refrain.start().await.unwrap().stop().await;
}

#[tokio::test]
async fn two_nodes_run_each_occurrence_once() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let other = Refrain::builder().clock(world.clock.clone()).over(world.store.clone()).await.unwrap();
    let (mut one, mut two) = (tell(&world.refrain), tell(&other));
    for number in 0..20 {
        let schedule = world.refrain.schedule(format!("s{number}"));
        schedule.every(10).seconds().handler("tell", ()).save().await.unwrap();
    }
    let nodes = [world.refrain.start().await.unwrap(), other.start().await.unwrap()];
    for _ in 0..5 {
        world.clock.advance(SignedDuration::from_secs(10));
        for _ in 0..20 {
            tokio::select! { reported = one.recv() => reported, reported = two.recv() => reported }.unwrap();
        }
    }
    for node in nodes {
        node.stop().await;
    }
    let sum = |count: fn(&refrain::observe::StatsSnapshot) -> u64| {
        count(&world.refrain.stats().read()) + count(&other.stats().read())
    };
    assert_eq!((sum(|stats| stats.started), sum(|stats| stats.succeeded), sum(|stats| stats.failed)), (100, 100, 0));
    assert!(one.try_recv().is_err() && two.try_recv().is_err(), "no occurrence ran twice");
    for number in 0..20 {
        assert_eq!(world.ended(&format!("s{number}")).await, ["succeeded"; 5]);
    }
}

#[tokio::test]
async fn an_in_memory_sqlite_store_counts_runs() {
    let clock = Arc::new(refrain::clock::ManualClock::new("2026-01-05T08:00:00Z".parse().unwrap()));
    let builder = Refrain::builder().clock(clock.clone()).node("laptop").lease(seconds(10)).drain(seconds(1));
    let refrain = builder.keep(None).keep_per_schedule(0).actor("ann").open("sqlite::memory:").await.unwrap();
    let mut reported = tell(&refrain);
    refrain.schedule("a").every(1).minutes().max_runs(2).handler("tell", ()).save().await.unwrap();
    for _ in 0..10 {
        clock.advance(SignedDuration::from_mins(1));
        refrain.tick().await.unwrap();
    }
    assert_eq!(reported.len(), 2);
    reported.close();
    assert_eq!(Refrain::builder().node("not a name").open("memory:").await.unwrap_err().code(), "bad_name");
}
