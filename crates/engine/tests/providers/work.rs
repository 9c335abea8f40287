//! Queue workers: concurrency, lease renewal, retries, and draining at the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use refrain::Failure;
use refrain::Reject;
use refrain::embed::{WorkContext, WorkOptions, WorkQueue};
use refrain::model::WorkState;
use refrain::recurrence::Length;
use refrain::store::Page;
use serde_json::json;
use tokio::sync::{Notify, Semaphore, mpsc};

use crate::world::World;

/// Timeout that only a failure reaches, however slow the machine is.
const PATIENCE: Duration = Duration::from_secs(300);

async fn within_timeout<T>(waited: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, waited).await.expect("the awaited event happens in time")
}

/// Returns key, state and attempt of all items of a queue, sorted by key.
async fn states(world: &World, queue: &str) -> Vec<(String, WorkState, u32)> {
    let queue = world.refrain.queue(queue).unwrap();
    let page = Page::first(500);
    let mut items = queue.waiting(&page).await.unwrap().rows;
    items.extend(queue.results(&page).await.unwrap().rows);
    items.extend(queue.dead_letters(&page).await.unwrap().rows);
    let mut states: Vec<_> = items.into_iter().map(|item| (item.work.key, item.state, item.attempt)).collect();
    states.sort_by(|one, other| one.0.cmp(&other.0));
    states
}

#[tokio::test]
async fn a_queue_worker_runs_scheduled_items_and_keeps_results() {
    let world = World::new().await;
    let (reported, mut heard) = mpsc::unbounded_channel();
    let working = world.refrain.work("emails", move |context: WorkContext, to: String| {
        reported.send((context.schedule().map(ToString::to_string), context.attempt(), to)).unwrap();
        async { Ok::<_, Failure>(json!({"sent": true})) }
    });
    let working = working.unwrap();
    let mut action = refrain::model::Action::new("queue", json!("ann"));
    action.target = "emails".to_owned();
    world.fire_hourly(action).await;
    assert_eq!(within_timeout(heard.recv()).await.unwrap(), (Some("hourly".to_owned()), 1, "ann".to_owned()));
    within_timeout(working.stop()).await;
    let results = world.refrain.queue("emails").unwrap().results(&Page::first(10)).await.unwrap().rows;
    assert_eq!(results[0].result, Some(json!({"sent": true})));
}

#[tokio::test]
async fn concurrent_items_never_exceed_the_limit() {
    let world = World::new().await;
    let queue = world.refrain.queue("emails").unwrap();
    for number in 0..50 {
        queue.push(&format!("{number:02}"), number).await.unwrap();
    }
    let gate = Arc::new(Semaphore::new(0));
    let (under_way, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (inner_gate, inner_under_way, inner_most) = (gate.clone(), under_way.clone(), most.clone());
    let options = WorkOptions::default().with(|it| it.concurrency = 7);
    let working = queue.work(options, move |_: WorkContext, _: u32| {
        let (gate, under_way, most) = (inner_gate.clone(), inner_under_way.clone(), inner_most.clone());
        async move {
            most.fetch_max(under_way.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            gate.acquire().await.unwrap().forget();
            under_way.fetch_sub(1, Ordering::SeqCst);
            Ok::<_, Failure>(())
        }
    });
    gate.add_permits(50);
    let done = async {
        while queue.results(&Page::first(500)).await.unwrap().rows.len() < 50 {
            tokio::task::yield_now().await;
        }
    };
    within_timeout(done).await;
    within_timeout(working.stop()).await;
    assert!((1..=7).contains(&most.load(Ordering::SeqCst)), "{most:?}");
}

#[tokio::test]
async fn failed_items_back_off_exponentially_and_rejected_ones_are_not_retried() {
    let world = World::new().await;
    let queue = world.refrain.queue("emails").unwrap();
    let (reported, mut heard) = mpsc::unbounded_channel();
    let working = queue.work(WorkOptions::default(), move |context: WorkContext, how: String| {
        reported.send(format!("{how} {}", context.attempt())).unwrap();
        async move {
            match how.as_str() {
                "rejects" => Err(Failure::from(Reject::new("never"))),
                "panics" => panic!("oh no"),
                _ if context.attempt() < 3 => Err(Failure::from("not yet")),
                _ => Ok(()),
            }
        }
    });
    queue.push("a", "fails").await.unwrap();
    assert_eq!(within_timeout(heard.recv()).await.unwrap(), "fails 1");
    wait_for_state(&queue, "a", WorkState::Queued, 1).await;
    world.advance(2);
    assert_eq!(within_timeout(heard.recv()).await.unwrap(), "fails 2");
    wait_for_state(&queue, "a", WorkState::Queued, 2).await;
    world.advance(3);
    tokio::task::yield_now().await;
    world.advance(1);
    assert_eq!(within_timeout(heard.recv()).await.unwrap(), "fails 3");
    queue.push("b", "rejects").await.unwrap();
    assert_eq!(within_timeout(heard.recv()).await.unwrap(), "rejects 1");
    queue.push("c", "panics").await.unwrap();
    assert_eq!(within_timeout(heard.recv()).await.unwrap(), "panics 1");
    queue.push("d", 7).await.unwrap();
    let ended = async {
        while queue.dead_letters(&Page::first(10)).await.unwrap().rows.len() < 2 {
            tokio::task::yield_now().await;
        }
    };
    within_timeout(ended).await;
    within_timeout(working.stop()).await;
    let states = states(&world, "emails").await;
    let expected = [
        ("a", WorkState::Completed, 3),
        ("b", WorkState::Dead, 1),
        ("c", WorkState::Queued, 1),
        ("d", WorkState::Dead, 1),
    ];
    assert_eq!(states, expected.map(|(key, state, attempt)| (key.to_owned(), state, attempt)));
    let dead = queue.dead_letters(&Page::first(10)).await.unwrap().rows;
    assert!(dead.iter().any(|item| item.error.as_deref() == Some("never")), "{dead:?}");
    let panicked = queue.waiting(&Page::first(10)).await.unwrap().rows;
    assert_eq!(panicked[0].error.as_deref(), Some("it panicked: oh no"));
}

/// Waits until an item has this state and attempt. Another task records them.
async fn wait_for_state(queue: &WorkQueue, key: &str, state: WorkState, attempt: u32) {
    let looking = async {
        loop {
            let items = queue.waiting(&Page::first(10)).await.unwrap().rows;
            if items.iter().any(|item| item.work.key == key && item.state == state && item.attempt == attempt) {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    within_timeout(looking).await;
}

#[tokio::test]
async fn a_lease_is_renewed_while_the_work_goes_on() {
    let world = World::new().await;
    let queue = world.refrain.queue("emails").unwrap();
    queue.push("long", ()).await.unwrap();
    let (begun, finish) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (inner_begun, inner_finish) = (begun.clone(), finish.clone());
    let working = queue.work(WorkOptions::default(), move |_: WorkContext, (): ()| {
        let (begun, finish) = (inner_begun.clone(), inner_finish.clone());
        async move {
            begun.notify_one();
            finish.notified().await;
            Ok::<_, Failure>("done")
        }
    });
    within_timeout(begun.notified()).await;
    for _ in 0..12 {
        world.advance(10);
        let until = world.refrain.now() + jiff::SignedDuration::from_secs(30);
        let renewed = async {
            while queue.waiting(&Page::first(1)).await.unwrap().rows[0].lease_until != Some(until) {
                tokio::task::yield_now().await;
            }
        };
        within_timeout(renewed).await;
    }
    finish.notify_one();
    within_timeout(working.stop()).await;
    assert_eq!(states(&world, "emails").await, [("long".to_owned(), WorkState::Completed, 1)]);
}

#[tokio::test]
async fn draining_records_finished_items_and_releases_the_rest() {
    let world = World::new().await;
    let queue = world.refrain.queue("emails").unwrap();
    queue.push("quick", true).await.unwrap();
    queue.push("stuck", false).await.unwrap();
    let (begun, finish) = (Arc::new(Semaphore::new(0)), Arc::new(Notify::new()));
    let (inner_begun, inner_finish) = (begun.clone(), finish.clone());
    let options = WorkOptions::default().with(|it| it.drain = Length::from_seconds(25));
    let working = queue.work(options, move |_: WorkContext, ends: bool| {
        let (begun, finish) = (inner_begun.clone(), inner_finish.clone());
        async move {
            begun.add_permits(1);
            if ends {
                finish.notified().await;
            } else {
                std::future::pending::<()>().await;
            }
            Ok::<_, Failure>(())
        }
    });
    within_timeout(begun.acquire_many(2)).await.unwrap().forget();
    let stopping = tokio::spawn(working.stop());
    finish.notify_one();
    let done = async {
        while queue.results(&Page::first(10)).await.unwrap().rows.is_empty() {
            tokio::task::yield_now().await;
        }
    };
    within_timeout(done).await;
    world.advance(25);
    within_timeout(stopping).await.unwrap();
    assert_eq!(
        states(&world, "emails").await,
        [("quick".to_owned(), WorkState::Completed, 1), ("stuck".to_owned(), WorkState::Running, 1),]
    );
    let taken = queue.claim(1, Length::from_seconds(30)).await.unwrap();
    assert_eq!(
        (taken[0].work.key.as_str(), taken[0].attempt),
        ("stuck", 2),
        "the released item can be claimed immediately"
    );
}

#[tokio::test]
async fn a_pop_waits_for_work_and_not_for_ever() {
    let world = World::new().await;
    let queue = world.refrain.queue("emails").unwrap();
    let popping = tokio::spawn({
        let queue = queue.clone();
        async move { queue.pop(Length::from_seconds(60), Length::from_seconds(30)).await }
    });
    tokio::task::yield_now().await;
    queue.push("a", 1).await.unwrap();
    let item = within_timeout(popping).await.unwrap().unwrap().unwrap();
    assert_eq!(item.work.key, "a");
    queue.complete(&item, ()).await.unwrap();
    let popping = tokio::spawn({
        let queue = queue.clone();
        async move { queue.pop(Length::from_seconds(60), Length::from_seconds(30)).await }
    });
    for _ in 0..61 {
        tokio::task::yield_now().await;
        world.advance(1);
    }
    assert_eq!(within_timeout(popping).await.unwrap().unwrap(), None);
}
