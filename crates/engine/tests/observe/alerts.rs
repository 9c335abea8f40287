//! Alerts: which alarms are sent, how often and by which node, and how a failing alert is handled.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use refrain::Refrain;
use refrain::alert::Alert;
use refrain::delivery::{Outcome, OutgoingAction, Provider};
use refrain::model::Action;
use refrain::observe::Alarm;
use refrain::observe::trace::names;
use serde_json::{Value, json};

use crate::recorder::Recorder;
use crate::world::World;

/// A provider that records payloads, or fails while `is_down` is set.
#[derive(Clone, Default)]
struct Pager {
    pages: Arc<Mutex<Vec<Value>>>,
    is_down: Arc<Mutex<bool>>,
}

impl Pager {
    /// Returns the payloads sent since the last call.
    fn pages(&self) -> Vec<Value> {
        std::mem::take(&mut self.pages.lock().unwrap())
    }
}

#[async_trait]
impl Provider for Pager {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
        if *self.is_down.lock().unwrap() {
            // An alarm raised while the alert itself is being sent, as a circuit breaker or a rule might do.
            let schedule = sending.run.occurrence.schedule.clone();
            sending.run.events.alarm(Alarm::Disabled { schedule, problem: "the pager is down".to_owned() });
            return Outcome::retryable("no answer");
        }
        self.pages.lock().unwrap().push(sending.action().payload.clone());
        Outcome::DELIVERED
    }
}

fn alert(on: &[&str]) -> Alert {
    let payload = json!({"kind": "{{alarm.kind}}", "schedule": "{{alarm.schedule}}", "more": "{{alarm.held_back}}"});
    Alert::new(on.iter().copied(), Action::new("pager", payload))
}

fn page(kind: &str, schedule: &str, held_back: u64) -> Value {
    json!({"kind": kind, "schedule": schedule, "more": held_back.to_string()})
}

async fn with_pager(refrain: &Refrain) -> Pager {
    let pager = Pager::default();
    refrain.provider("pager", pager.clone());
    pager
}

#[tokio::test]
async fn an_alert_is_sent_after_n_failures_and_on_recovery() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    let pager = with_pager(&world.refrain).await;
    let mut on_call = alert(&["failing", "recovered"]);
    on_call.failing_after = 2;
    world.refrain.alerts().save("on-call", &on_call).await.unwrap();
    world.hourly("report", "bad").await;
    world.hourly("fine", "bad").await;
    world.tick_at("2026-01-05T09:00:00Z").await;
    assert_eq!(pager.pages(), [Value::Null; 0], "one failure is below the threshold");
    world.hourly("fine", "good").await;
    world.tick_at("2026-01-05T10:00:00Z").await;
    assert_eq!(
        pager.pages(),
        [page("failing", "report", 0)],
        "`fine` failed only once, so neither failure nor recovery is sent"
    );
    world.hourly("report", "good").await;
    world.tick_at("2026-01-05T11:00:00Z").await;
    assert_eq!(pager.pages(), [page("recovered", "report", 0)]);
    assert_eq!(world.metrics("refrain_alerts_total"), [r#"refrain_alerts_total{result="sent"} 2"#]);
}

#[tokio::test]
async fn alerts_beyond_the_rate_limit_are_held_back_and_counted() {
    let world = World::at("2026-01-05T08:59:30Z").await;
    let pager = with_pager(&world.refrain).await;
    world.refrain.alerts().save("on-call", &alert(&["failing"])).await.unwrap();
    for id in ["a", "b"] {
        world.refrain.schedule(id).cron("* * * * *").handler("bad", ()).save().await.unwrap();
    }
    for minute in 0..=14 {
        world.tick_at(&format!("2026-01-05T09:{minute:02}:00Z")).await;
    }
    let mut pages = pager.pages();
    pages.sort_by_key(ToString::to_string);
    assert_eq!(pages, [page("failing", "a", 0), page("failing", "b", 0)], "one alert per schedule");
    world.tick_at("2026-01-05T09:15:00Z").await;
    assert_eq!(pager.pages()[0]["more"], "14");
    let held = r#"refrain_alerts_total{result="held_back"} 28"#;
    assert_eq!(world.metrics("refrain_alerts_total")[1], held);
}

#[tokio::test]
async fn an_unreadable_schedule_is_matched_by_its_id() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    let pager = with_pager(&world.refrain).await;
    world.hourly("torn", "good").await;
    let torn = world.refrain.get("torn").await.unwrap().unwrap();
    let mut by_id = alert(&["disabled"]);
    by_id.schedules = vec!["torn".to_owned()];
    world.refrain.alerts().save("by-id", &by_id).await.unwrap();
    let mut of_another = alert(&["disabled"]);
    of_another.schedules = vec!["other".to_owned()];
    world.refrain.alerts().save("of-another", &of_another).await.unwrap();
    // The labels of the schedule cannot be read.
    let mut by_label = alert(&["disabled"]);
    by_label.labels = [("team".to_owned(), "mail".to_owned())].into();
    world.refrain.alerts().save("by-label", &by_label).await.unwrap();
    world.store.damage(torn.uid, torn.revision, "{");
    for _ in 0..5 {
        world.tick_at("2026-01-05T09:00:00Z").await;
    }
    assert_eq!(pager.pages(), [page("disabled", "torn", 0), page("disabled", "torn", 0)]);
    assert_eq!(world.metrics("refrain_alerts_total"), [r#"refrain_alerts_total{result="sent"} 2"#]);
}

#[tokio::test]
async fn one_node_sends_an_alert_that_every_node_sees() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    let other = world.other().await;
    let (pager, others) = (with_pager(&world.refrain).await, with_pager(&other).await);
    world.refrain.alerts().save("on-call", &alert(&["missed_run"])).await.unwrap();
    world.hourly("report", "good").await;
    // The occurrence is planned, but no node runs it.
    world.clock.set(crate::world::at("2026-01-05T08:59:55Z"));
    world.refrain.tick().await.unwrap();
    world.clock.set(crate::world::at("2026-01-05T09:05:00Z"));
    for refrain in [&world.refrain, &other, &world.refrain] {
        refrain.watch().await.unwrap();
    }
    assert_eq!((pager.pages(), others.pages()), (vec![page("missed_run", "report", 0)], vec![]));
}

#[tokio::test]
async fn an_alert_covers_only_the_schedules_it_selects() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    let pager = with_pager(&world.refrain).await;
    let mut by_name = alert(&["failing"]);
    by_name.schedules.push("a".to_owned());
    let mut by_label = alert(&["failing"]);
    by_label.labels.insert("team".to_owned(), "mail".to_owned());
    world.refrain.alerts().save("by-name", &by_name).await.unwrap();
    world.refrain.alerts().save("by-label", &by_label).await.unwrap();
    for (id, team) in [("a", "web"), ("b", "mail"), ("c", "web")] {
        let schedule = world.refrain.schedule(id).cron("0 * * * *").label("team", team);
        schedule.handler("bad", ()).save().await.unwrap();
    }
    // Failures of another tenant are not selected.
    let acme = world.refrain.tenant("acme").unwrap();
    acme.schedule("a").cron("0 * * * *").handler("bad", ()).save().await.unwrap();
    world.tick_at("2026-01-05T09:00:00Z").await;
    let mut pages = pager.pages();
    pages.sort_by_key(ToString::to_string);
    assert_eq!(pages, [page("failing", "a", 0), page("failing", "b", 0)]);
}

#[tokio::test]
async fn a_failed_alert_raises_no_alert_and_the_next_alarm_retries() {
    let (log, _guard) = Recorder::start();
    let world = World::at("2026-01-05T08:30:00Z").await;
    let pager = with_pager(&world.refrain).await;
    world.refrain.alerts().save("on-call", &alert(&["failing", "disabled"])).await.unwrap();
    world.hourly("report", "bad").await;
    *pager.is_down.lock().unwrap() = true;
    world.tick_at("2026-01-05T09:00:00Z").await;
    let failed = log.lines(names::ALERT_FAILED);
    assert_eq!(failed.len(), 1, "the alarm raised while sending caused no alert: {failed:?}");
    assert_eq!((failed[0]["alert"].as_str(), failed[0]["error"].as_str()), ("on-call", "no answer"));
    assert_eq!(log.lines(names::ALARM)[1]["alarm"], "disabled", "the alarm is logged nevertheless");
    *pager.is_down.lock().unwrap() = false;
    world.tick_at("2026-01-05T10:00:00Z").await;
    assert_eq!(pager.pages(), [page("failing", "report", 1)], "the next alert counts the one that was not sent");
}

#[tokio::test]
async fn an_invalid_alert_is_rejected_and_not_saved() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    with_pager(&world.refrain).await;
    let alerts = world.refrain.alerts();
    let refused = alerts.save("a", &alert(&["weather"])).await.unwrap_err();
    assert!(refused.to_string().contains("weather"), "{refused}");
    let mut odd = alert(&["failing"]);
    odd.action.payload = json!({"text": ["{{alarm.colour}}"]});
    let refused = alerts.save("a", &odd).await.unwrap_err();
    assert!(refused.to_string().contains("alarm.colour"), "{refused}");
    assert_eq!(alerts.list().await.unwrap(), []);
    alerts.save("a", &alert(&["failing"])).await.unwrap();
    assert_eq!(alerts.get("a").await.unwrap().unwrap().content.unwrap(), alert(&["failing"]));
    alerts.remove("a").await.unwrap();
    assert_eq!(alerts.get("a").await.unwrap(), None);
}

/// A provider that always fails.
struct Down;

#[async_trait]
impl Provider for Down {
    async fn send(&self, _: &OutgoingAction) -> Outcome {
        Outcome::retryable("no answer")
    }
}

#[tokio::test]
async fn an_opened_breaker_sends_an_alert_and_sets_its_metric() {
    let world = World::at("2026-01-05T08:30:00Z").await;
    let pager = with_pager(&world.refrain).await;
    world.refrain.provider("down", Down);
    world.refrain.alerts().save("on-call", &alert(&["breaker_opened"])).await.unwrap();
    for id in ["a", "b", "c", "d", "e", "f"] {
        let schedule = world.refrain.schedule(id).cron("0 * * * *");
        schedule.action(Action::new("down", Value::Null)).save().await.unwrap();
    }
    assert_eq!(world.metrics("refrain_breaker_state"), [""; 0]);
    world.tick_at("2026-01-05T09:00:00Z").await;
    assert_eq!(pager.pages(), [page("breaker_opened", "", 0)]);
    let labels = r#"{namespace="default",tenant="default",provider="down",receiver=""}"#;
    assert_eq!(world.metrics("refrain_breaker_state"), [format!("refrain_breaker_state{labels} 2")]);
    assert!(world.metrics("refrain_alarms_total")[0].contains(r#"alarm="breaker_opened""#));
}
