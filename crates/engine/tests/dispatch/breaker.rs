//! Circuit breakers. All nodes stop sending to a receiver that keeps failing, then probe it with one request at
//! a time.

use std::collections::BTreeMap;
use std::sync::Arc;

use refrain::delivery::Outcome;
use refrain::dispatch::{Breaker, BreakerOptions, BreakerSettings};
use refrain::model::{Action, Retry, Tenant};
use refrain::observe::Alarm;
use refrain::store::Page;
use tokio::sync::Semaphore;

use crate::world::{World, empty_action, message_contains, said};

fn to(receiver: &str) -> Action {
    Action { target: receiver.to_owned(), ..empty_action() }
}

fn down() -> Outcome {
    Outcome::retryable("no answer")
}

/// Returns a world in which receiver `x` has failed five times, so that its circuit is open.
async fn opened() -> World {
    let world = World::new().await;
    fail(&world, 5).await;
    assert_eq!(world.sent().len(), 5);
    world
}

async fn fail(world: &World, times: usize) {
    world.answer(vec![down(); times]);
    for number in 0..times {
        world.send(&format!("f{number}"), &to("x")).await;
    }
}

fn is_delayed(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Delayed { .. })
}

#[tokio::test]
async fn five_failures_open_the_circuit_for_a_minute_and_two_deliveries_close_it() {
    let world = opened().await;
    let opened = world.alarms();
    assert!(
        matches!(&opened[..], [Alarm::BreakerOpened { provider, receiver, .. }] if provider == "record" && receiver == "x"),
        "{opened:?}"
    );
    let waits = world.send("a", &to("x")).await;
    assert!(is_delayed(&waits) && message_contains(&waits, "x failed too often"), "{waits:?}");
    assert_eq!(said(&world.send("b", &to("y")).await), "delivered", "another receiver has its own circuit breaker");
    world.wait(59);
    assert!(is_delayed(&world.send("a", &to("x")).await));
    world.wait(1);
    assert_eq!(said(&world.send("a", &to("x")).await), "delivered");
    assert_eq!(said(&world.send("c", &to("x")).await), "delivered");
    assert_eq!(world.refrain.breakers().get("record", "x").await.unwrap(), Breaker::Closed);
    assert!(matches!(&world.alarms()[..], [Alarm::BreakerClosed { .. }]));
}

#[tokio::test]
async fn a_success_resets_the_failure_count() {
    let world = World::new().await;
    fail(&world, 4).await;
    assert_eq!(said(&world.send("a", &to("x")).await), "delivered");
    fail(&world, 4).await;
    assert_eq!(said(&world.send("b", &to("x")).await), "delivered");
    world.answer(vec![Outcome::rejected("not wanted"); 9]);
    for number in 0..9 {
        world.send(&format!("r{number}"), &to("x")).await;
    }
    assert_eq!(world.refrain.breakers().get("record", "x").await.unwrap(), Breaker::Closed, "a rejection is an answer");
}

#[tokio::test]
async fn a_failed_probe_reopens_the_circuit() {
    let world = opened().await;
    world.wait(60);
    world.answer([down()]);
    assert_eq!(said(&world.send("a", &to("x")).await), "retryable");
    assert!(is_delayed(&world.send("b", &to("x")).await));
    world.wait(60);
    assert_eq!(said(&world.send("c", &to("x")).await), "delivered");
    assert_eq!(world.alarms().len(), 1, "the circuit was open all the time");
}

#[tokio::test]
async fn all_nodes_share_the_breaker_and_one_sends_the_probe() {
    let world = opened().await;
    let other = world.second_node(BreakerSettings::default()).await;
    assert!(is_delayed(&other.send("a", &to("x")).await), "the circuit is open on the other node too");
    world.wait(60);
    let answers = Arc::new(Semaphore::new(0));
    for node in [&world, &other] {
        node.refrain.provider("record", GatedProvider(Arc::clone(&answers)));
    }
    // Ten dispatches at once on two nodes: one is the probe, and the others do not wait for its result.
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..10 {
        let refrain = if number % 2 == 0 { world.refrain.clone() } else { other.refrain.clone() };
        tasks.spawn(async move { refrain.dispatch(&format!("p{number}"), to("x")).await.unwrap().0 });
    }
    for _ in 0..9 {
        let outcome = tasks.join_next().await.unwrap().unwrap();
        assert!(is_delayed(&outcome), "{outcome:?}");
    }
    answers.add_permits(1);
    assert_eq!(said(&tasks.join_next().await.unwrap().unwrap()), "delivered");
}

#[tokio::test]
async fn an_abandoned_probe_is_replaced_after_30_seconds() {
    let world = opened().await;
    world.wait(60);
    // The probe is dropped while it is in flight, as when its node dies.
    let hung = world.refrain.clone();
    world.answer([]);
    let task = tokio::spawn(async move {
        hung.provider("record", HangingProvider);
        hung.dispatch("hangs", to("x")).await.unwrap().0
    });
    tokio::task::yield_now().await;
    while !matches!(world.refrain.breakers().get("record", "x").await.unwrap(), Breaker::HalfOpen { .. }) {
        tokio::task::yield_now().await;
    }
    task.abort();
    let other = world.second_node(BreakerSettings::default()).await;
    world.wait(29);
    assert!(is_delayed(&other.send("a", &to("x")).await));
    world.wait(1);
    assert_eq!(said(&other.send("a", &to("x")).await), "delivered");
}

/// A provider that advances the clock past the timeout and never answers.
#[derive(Clone)]
struct SlowProvider(std::sync::Arc<refrain::clock::ManualClock>);

#[async_trait::async_trait]
impl refrain::delivery::Provider for SlowProvider {
    async fn send(&self, _: &refrain::delivery::OutgoingAction) -> Outcome {
        self.0.advance(jiff::SignedDuration::from_secs(10));
        std::future::pending().await
    }

    fn receiver(&self, action: &Action) -> String {
        action.target.clone()
    }
}

#[tokio::test(start_paused = true)]
async fn a_timeout_counts_as_a_failure() {
    let world = World::new().await;
    world.refrain.provider("record", SlowProvider(world.clock.clone()));
    let draft = world.refrain.schedule("report").cron("31 8 * * *").action(to("x"));
    let retry = Retry { max_attempts: 9, ..Retry::default() };
    draft.timeout("10s".parse().unwrap()).retry(retry).save().await.unwrap();
    world.run_for(30 * 60, 10).await;
    assert!(
        world.alarms().iter().any(|alarm| matches!(alarm, Alarm::BreakerOpened { .. })),
        "{:?}",
        world.rows("report").await
    );
}

/// A provider that delivers once per semaphore permit.
struct GatedProvider(Arc<Semaphore>);

#[async_trait::async_trait]
impl refrain::delivery::Provider for GatedProvider {
    async fn send(&self, _: &refrain::delivery::OutgoingAction) -> Outcome {
        self.0.acquire().await.unwrap().forget();
        Outcome::DELIVERED
    }

    fn receiver(&self, action: &Action) -> String {
        action.target.clone()
    }
}

/// A provider that never answers.
struct HangingProvider;

#[async_trait::async_trait]
impl refrain::delivery::Provider for HangingProvider {
    async fn send(&self, _: &refrain::delivery::OutgoingAction) -> Outcome {
        std::future::pending().await
    }

    fn receiver(&self, action: &Action) -> String {
        action.target.clone()
    }
}

#[tokio::test]
async fn the_fallback_provider_sends_while_the_circuit_is_open() {
    let options = BreakerOptions::default().with(|it| it.fallback = Some("other".to_owned()));
    let providers = BTreeMap::from([("record".to_owned(), options)]);
    let world = World::with(BreakerSettings::default().with(|it| it.providers = providers)).await;
    fail(&world, 5).await;
    world.sent();
    assert_eq!(said(&world.send("a", &to("x")).await), "delivered");
    assert_eq!(world.sent()[0].0, "other");
    let report = world.dry_run(&to("x")).await;
    assert_eq!(report.provider, "other");
    // When the circuit of the fallback provider is open as well, no provider is left.
    world.answer(vec![down(); 5]);
    for number in 0..5 {
        world.send(&format!("o{number}"), &to("x")).await;
    }
    assert!(is_delayed(&world.send("b", &to("x")).await));
    world.wait(60);
    world.sent();
    assert_eq!(said(&world.send("c", &to("x")).await), "delivered");
    assert_eq!(world.sent()[0].0, "record", "the first provider is probed again");
}

/// A provider that starts programs, in place of `command`.
struct ProgramStarter(Arc<Semaphore>);

#[async_trait::async_trait]
impl refrain::delivery::Provider for ProgramStarter {
    async fn send(&self, _: &refrain::delivery::OutgoingAction) -> Outcome {
        self.0.add_permits(1);
        Outcome::DELIVERED
    }

    fn starts_programs(&self) -> bool {
        true
    }
}

#[tokio::test]
async fn a_fallback_starts_no_programs_for_a_provider_that_starts_none() {
    let options = BreakerOptions::default().with(|it| it.fallback = Some("sh".to_owned()));
    let providers = BTreeMap::from([("record".to_owned(), options)]);
    let world = World::with(BreakerSettings::default().with(|it| it.providers = providers)).await;
    let started = Arc::new(Semaphore::new(0));
    world.refrain.provider("sh", ProgramStarter(Arc::clone(&started)));
    let refused = world.refrain.start().await.unwrap_err();
    assert_eq!(refused.code(), "conflict");
    assert!(refused.detail().contains("the fallback of record is sh"), "{refused}");
    // A node that was never started, or that got the provider later, does not use the fallback either.
    fail(&world, 5).await;
    assert!(is_delayed(&world.send("a", &to("x")).await));
    assert_eq!(world.dry_run(&to("x")).await.provider, "record");
    assert_eq!(started.available_permits(), 0);
    // If the first provider starts programs too, its callers may start them.
    world.refrain.provider("record", ProgramStarter(Arc::clone(&started)));
    world.refrain.start().await.unwrap().stop().await;
    world.refrain.breakers().trip("record", "", "maintenance").await.unwrap();
    assert_eq!(said(&world.send("b", &to("x")).await), "delivered");
    assert_eq!((started.available_permits(), world.sent().len()), (1, 5));
}

#[tokio::test]
async fn runs_wait_for_an_open_circuit_without_using_an_attempt() {
    let world = opened().await;
    world.refrain.schedule("report").cron("31 8 * * *").action(to("x")).save().await.unwrap();
    world.run_for(50, 10).await;
    world.sent();
    world.refrain.breakers().trip("record", "x", "maintenance").await.unwrap();
    world.run_for(40 * 60, 20).await;
    assert_eq!(world.sent().len(), 0);
    assert_eq!(world.ended("report").await, Vec::<String>::new(), "the run has not failed");
    world.refrain.breakers().reset("record", "x").await.unwrap();
    world.run_for(60, 10).await;
    assert_eq!(world.ended("report").await, ["succeeded"]);
    assert_eq!(world.rows("report").await[0].attempt, 1);
}

#[tokio::test]
async fn a_run_whose_deadline_passes_at_an_open_circuit_fails() {
    let world = World::new().await;
    world.refrain.breakers().trip("record", "x", "maintenance").await.unwrap();
    let draft = world.refrain.schedule("soon").cron("31 8 * * *").action(to("x"));
    draft.start_deadline("2m".parse().unwrap()).save().await.unwrap();
    world.run_for(5 * 60, 5).await;
    assert_eq!(world.ended("soon").await, ["failed(circuit_open)"]);
}

#[tokio::test]
async fn manual_trip_and_reset_of_a_breaker_are_audited() {
    let world = World::new().await;
    let breakers = world.refrain.breakers();
    breakers.trip("record", "x", "maintenance").await.unwrap();
    let waits = world.send("a", &to("x")).await;
    assert!(is_delayed(&waits) && message_contains(&waits, "tripped by a person"), "{waits:?}");
    assert_eq!(breakers.get("record", "x").await.unwrap(), Breaker::Tripped { note: Some("maintenance".to_owned()) });
    world.wait(24 * 60 * 60);
    assert!(is_delayed(&world.send("b", &to("x")).await), "a tripped breaker never closes by itself");
    breakers.reset("record", "x").await.unwrap();
    assert_eq!(said(&world.send("c", &to("x")).await), "delivered");
    let tenant = Tenant::new("default", "default").unwrap();
    let audit = world.store.entries(&tenant, &Page::first(10)).await.unwrap().rows;
    let done: Vec<(&str, &str)> =
        audit.iter().map(|entry| (entry.entry.action.as_str(), entry.entry.object.as_str())).collect();
    assert_eq!(done, [("breaker.reset", "provider/record"), ("breaker.trip", "provider/record")]);
    assert!(audit[1].entry.detail.contains("\"x\""), "{}", audit[1].entry.detail);
}

#[tokio::test]
async fn tenants_have_breakers_of_their_own() {
    let world = opened().await;
    let (outcome, _) = world.refrain.tenant("acme").unwrap().dispatch("a", to("x")).await.unwrap();
    assert_eq!(said(&outcome), "delivered");
}
