//! Tests of each dispatch rule action, the order in which rules are evaluated, and rules whose condition fails
//! to evaluate.

use jiff::civil::time;
use refrain::Refrain;
use refrain::action::Action;
use refrain::audit::By;
use refrain::control::OrderChange;
use refrain::dispatch::{Decision, StepName};
use refrain::dispatch_rule::{ActiveTime, DispatchRule, OnError, RuleAction};
use refrain::event::Alarm;
use refrain::id::{DocumentName, Tenant};
use refrain::outcome::Outcome;
use refrain::recurrence::{NamedCalendar, OnDayOff, Weekday};
use refrain::store::Expect;
use serde_json::json;

use crate::world::{World, action, nothing, said, steps, tells};

fn deny(reason: &str) -> RuleAction {
    RuleAction::Deny { reason: reason.to_owned() }
}

fn suppress(reason: &str) -> RuleAction {
    RuleAction::Suppress { reason: reason.to_owned() }
}

#[tokio::test]
async fn without_rules_everything_passes() {
    let world = World::new().await;
    assert_eq!(world.send("a", &nothing()).await, Outcome::DELIVERED);
}

#[tokio::test]
async fn a_rule_allows_denies_or_suppresses() {
    let world = World::new().await;
    world
        .rules(&[
            ("a-allow", 1, "payload.n == 1", RuleAction::Allow),
            ("b-deny", 2, "payload.n <= 2", deny("too small")),
            ("c-suppress", 3, "payload.n <= 3", suppress("still too small")),
        ])
        .await;
    let of = async |n: i32| world.send(&n.to_string(), &action(json!({"n": n}))).await;
    assert_eq!(said(&of(1).await), "delivered");
    let denied = of(2).await;
    assert_eq!(said(&denied), "rejected(rejected)");
    assert!(tells(&denied, "rule b-deny denies the action: too small"), "{denied:?}");
    let suppressed = of(3).await;
    assert_eq!(said(&suppressed), "skipped(suppressed)");
    assert!(tells(&suppressed, "rule c-suppress suppresses the action: still too small"), "{suppressed:?}");
    assert_eq!(said(&of(4).await), "delivered");
    assert_eq!(world.sent().len(), 2);
}

#[tokio::test]
async fn the_first_that_holds_decides_by_priority_then_by_name() {
    let world = World::new().await;
    world
        .rules(&[
            ("z", -5, "false", deny("never")),
            ("b", 1, "true", deny("b")),
            ("a", 2, "true", deny("a")),
            ("ab", 1, "payload.n > 0", deny("ab")),
        ])
        .await;
    let outcome = world.send("1", &action(json!({"n": 1}))).await;
    assert!(tells(&outcome, "rule ab denies"), "{outcome:?}");
    let outcome = world.send("2", &action(json!({"n": 0}))).await;
    assert!(tells(&outcome, "rule b denies"), "{outcome:?}");
    world.refrain.rules().remove("b").await.unwrap();
    let outcome = world.send("3", &action(json!({"n": 0}))).await;
    assert!(tells(&outcome, "rule a denies"), "{outcome:?}");
}

#[tokio::test]
async fn a_rule_reroutes_to_another_provider() {
    let world = World::new().await;
    let then = RuleAction::Reroute { provider: "other".to_owned() };
    world.rules(&[("detour", 1, "provider == 'record' && target == 'x'", then)]).await;
    let to = |target: &str| Action { target: target.to_owned(), ..nothing() };
    world.send("a", &to("x")).await;
    world.send("b", &to("y")).await;
    let providers: Vec<String> = world.sent().into_iter().map(|(provider, _)| provider).collect();
    assert_eq!(providers, ["other", "record"]);
    let report = world.dry_run(&to("x")).await;
    assert_eq!(report.provider, "other");
    assert!(
        steps(&report).contains(&(StepName::Rules, "rule detour reroutes the action from record to other".to_owned()))
    );
}

#[tokio::test]
async fn a_rule_changes_the_payload_by_a_merge_patch_and_only_for_this_sending() {
    let world = World::new().await;
    let patch = json!({"secret": null, "tags": ["x"], "customer": {"name": "Bo"}});
    world.rules(&[("redact", 1, "has(payload.secret)", RuleAction::Modify { patch })]).await;
    let payload = json!({"secret": 1, "tags": ["a", "b"], "customer": {"id": 7, "name": "Ann"}});
    world.send("a", &action(payload)).await;
    assert_eq!(world.sent()[0].1, json!({"tags": ["x"], "customer": {"id": 7, "name": "Bo"}}));
    world.send("b", &action(json!({"n": 1}))).await;
    assert_eq!(world.sent()[0].1, json!({"n": 1}));
}

#[tokio::test]
async fn a_delay_counts_from_when_it_was_due_and_comes_to_an_end() {
    let world = World::new().await;
    let by = "10m".parse().unwrap();
    world.rules(&[("later", 1, "schedule.id == 'report'", RuleAction::Delay { by })]).await;
    world.refrain.schedule("report").cron("35 8 * * *").action(nothing()).save().await.unwrap();
    world.run_for(14 * 60, 60).await;
    assert_eq!(world.sent().len(), 0, "nothing is sent before 08:45");
    assert_eq!(world.ended("report").await, Vec::<String>::new());
    world.run_for(2 * 60, 30).await;
    assert_eq!(world.sent().len(), 1, "sent once, at 08:45");
    assert_eq!(world.ended("report").await, ["generated"]);
    assert_eq!(world.rows("report").await[0].attempt, 1, "waiting does not count as an attempt");
}

#[tokio::test]
async fn what_a_delay_would_make_too_late_is_skipped_with_both_reasons() {
    let world = World::new().await;
    world.rules(&[("later", 1, "true", RuleAction::Delay { by: "10m".parse().unwrap() })]).await;
    world.refrain.schedule("often").every(1).minutes().action(nothing()).save().await.unwrap();
    world.run_for(60, 60).await;
    assert_eq!(world.ended("often").await, ["skipped(missed)"]);
    let message = world.rows("often").await[0].message.clone().unwrap();
    assert!(
        message.contains("rule later delays the action by 10m; a start at 2026-01-05T08:41:00Z would be too late"),
        "{message}"
    );
}

#[tokio::test]
async fn a_delay_of_a_schedule_with_a_calendar_is_judged_by_its_recurrence() {
    let world = World::new().await;
    let change = OrderChange {
        tenant: Tenant::new("default", "default").unwrap(),
        name: DocumentName::new("work").unwrap(),
        expect: Expect::Any,
        by: By::new("ann"),
    };
    let holidays = NamedCalendar { weekend: Vec::new(), dates: vec!["2026-01-06".parse().unwrap()] };
    world.refrain.control().acting_as(refrain::rights::Rights::all()).save_calendar(&change, &holidays).await.unwrap();
    let by = "10m".parse().unwrap();
    world.rules(&[("later", 1, "true", RuleAction::Delay { by })]).await;
    let draft = world.refrain.schedule("report").cron("35 8 * * *").days_off("work", OnDayOff::Exclude);
    draft.action(nothing()).save().await.unwrap();
    world.run_for(16 * 60, 30).await;
    assert_eq!(
        world.ended("report").await,
        ["generated"],
        "the next occurrence is on Wednesday, so a delay is not too late"
    );
}

#[tokio::test]
async fn a_rule_knows_schedule_occurrence_period_and_time() {
    let world = World::new().await;
    let condition = "schedule.id == 'report' && schedule.tenant == 'default' && schedule.namespace == 'default' \
        && schedule.labels.team == 'billing' && schedule.scope.type == null && !has(schedule.scope.id) \
        && schedule.timezone == 'Europe/Berlin' && schedule.priority == 'normal' && schedule.description == '' \
        && occurrence.id > 0 && occurrence.nominal_at == timestamp('2026-01-05T08:35:00Z') \
        && occurrence.due_at == occurrence.nominal_at && occurrence.attempt == 1 && occurrence.trigger == 'schedule' \
        && occurrence.discriminator == '' && occurrence.period_key == period.key \
        && period.key.startsWith('2026-01-05T09:35:00') && metadata.team == 'x' && kind == 'mail' && target == 'ann' \
        && now == occurrence.due_at && now.getHours() == 17";
    let rule =
        DispatchRule { timezone: "Asia/Tokyo".to_owned(), ..DispatchRule::new(condition, deny("all of it holds")) };
    world.rule("everything", &rule).await;
    let mut action = Action { kind: "mail".to_owned(), target: "ann".to_owned(), ..nothing() };
    action.metadata.insert("team".to_owned(), "x".to_owned());
    let draft = world.refrain.schedule("report").cron("35 9 * * *").in_zone("Europe/Berlin");
    draft.label("team", "billing").action(action).save().await.unwrap();
    world.run_for(300, 300).await;
    let row = &world.rows("report").await[0];
    assert_eq!(
        row.message.as_deref(),
        Some("rule everything denies the action: all of it holds"),
        "{:?}",
        world.alarms()
    );
}

#[tokio::test]
async fn a_rule_is_asked_only_in_its_hours_and_in_its_own_zone() {
    let world = World::new().await;
    let office = ActiveTime { days: vec![Weekday::Monday], from: Some(time(9, 0, 0, 0)), to: Some(time(10, 0, 0, 0)) };
    let muted = DispatchRule::new("true", suppress("muted"));
    let berlin = DispatchRule { timezone: "Europe/Berlin".to_owned(), active: vec![office.clone()], ..muted.clone() };
    // At 08:30 in London it is 09:30 in Berlin.
    world.rule("muted", &berlin).await;
    assert_eq!(said(&world.send("a", &nothing()).await), "skipped(suppressed)");
    world.wait(30 * 60);
    assert_eq!(said(&world.send("b", &nothing()).await), "delivered");
    let london = DispatchRule { timezone: "Europe/London".to_owned(), active: vec![office], ..muted };
    world.rule("muted", &london).await;
    assert_eq!(said(&world.send("c", &nothing()).await), "skipped(suppressed)");
}

#[tokio::test]
async fn a_rule_without_an_answer_fails_open_or_closed_and_is_told_of_once() {
    let world = World::new().await;
    let asks = DispatchRule::new("payload.absent.member == 1", deny("never"));
    world.rule("asks", &asks).await;
    assert_eq!(said(&world.send("a", &nothing()).await), "delivered");
    world.wait(5);
    assert_eq!(said(&world.send("b", &nothing()).await), "delivered");
    let failed: Vec<Alarm> = world.alarms();
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert!(
        matches!(&failed[0], Alarm::RuleFailed { rule, problem, .. } if rule == "asks" && problem.contains("absent"))
    );
    world.rule("asks", &DispatchRule { on_error: OnError::Closed, ..asks }).await;
    let refused = world.send("c", &nothing()).await;
    assert_eq!(said(&refused), "rejected(rejected)");
    assert!(tells(&refused, "the condition of rule asks cannot be evaluated"), "{refused:?}");
    assert_eq!(world.alarms().len(), 1, "a new version of the rule raises the alarm again");
}

#[tokio::test]
async fn what_a_rule_stopped_uses_up_no_run() {
    let world = World::new().await;
    world.rules(&[("first", 1, "now < timestamp('2026-01-05T08:33:00Z')", suppress("not yet"))]).await;
    world.refrain.schedule("report").every(1).minutes().max_runs(2).action(nothing()).save().await.unwrap();
    world.run_for(10 * 60, 30).await;
    let ended = world.ended("report").await;
    assert_eq!(ended, ["skipped(suppressed)", "skipped(suppressed)", "generated", "generated"]);
}

#[tokio::test]
async fn a_change_reaches_other_nodes_within_a_second() {
    let world = World::new().await;
    let other = world.beside(refrain::breaker::BreakerSettings::default()).await;
    assert_eq!(said(&other.send("a", &nothing()).await), "delivered");
    world.rules(&[("stop", 1, "true", deny("stop"))]).await;
    assert_eq!(
        said(&world.send("b", &nothing()).await),
        "rejected(rejected)",
        "the node that saved the rule applies it immediately"
    );
    world.wait(1);
    assert_eq!(said(&other.send("c", &nothing()).await), "rejected(rejected)");
}

#[tokio::test]
async fn tenants_have_rules_of_their_own() {
    let world = World::new().await;
    let acme: Refrain = world.refrain.tenant("acme").unwrap();
    acme.rules().save("stop", &DispatchRule::new("true", deny("stop"))).await.unwrap();
    assert_eq!(said(&world.send("a", &nothing()).await), "delivered");
    let (outcome, _) = acme.dispatch("a", nothing()).await.unwrap();
    assert_eq!(said(&outcome), "rejected(rejected)");
}

#[tokio::test]
async fn a_dry_run_says_what_every_step_would_and_changes_nothing() {
    let world = World::new().await;
    let then = RuleAction::Throttle {
        limit: 1,
        window: "1h".parse().unwrap(),
        key: Default::default(),
        beyond: Default::default(),
    };
    world.rules(&[("few", 1, "true", then)]).await;
    let action = Action { dedup_key: Some("same".to_owned()), ..nothing() };
    for _ in 0..5 {
        let report = world.dry_run(&action).await;
        assert_eq!(report.outcome, None);
        let names: Vec<StepName> = report.steps.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, &StepName::ALL[..6]);
        assert_eq!(report.steps[2].1.decision, Decision::Changed);
    }
    assert_eq!(world.sent().len(), 0);
    assert_eq!(said(&world.send("a", &action).await), "delivered", "dry runs set no dedup mark and count nothing");
    let report = world.dry_run(&action).await;
    assert_eq!(said(&report.outcome.unwrap()), "skipped(deduplicated)");
}

#[tokio::test]
async fn nothing_in_a_payload_switches_a_rule_off() {
    let world = World::new().await;
    world.rules(&[("stop", 1, "true", deny("stop"))]).await;
    let flags = json!({"_recurring_dispatch": true, "_skip_rules": true, "schedule": {"id": "x"}, "now": 0});
    assert_eq!(said(&world.send("a", &action(flags)).await), "rejected(rejected)");
}
