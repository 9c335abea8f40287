//! Tests of each dispatch rule action, the order in which rules are evaluated, and rules whose condition fails
//! to evaluate.

use jiff::civil::time;
use refrain::Refrain;
use refrain::control::DocumentChange;
use refrain::delivery::{Decision, Outcome, StepName};
use refrain::dispatch::{ActiveTime, DispatchRule, OnError, RuleAction};
use refrain::model::{Action, By, DocumentName, Tenant};
use refrain::observe::Alarm;
use refrain::recurrence::{NamedCalendar, OnDayOff, Weekday};
use refrain::store::ExpectedVersion;
use serde_json::json;

use crate::world::{World, action, empty_action, message_contains, said, steps};

fn deny(reason: &str) -> RuleAction {
    RuleAction::Deny { reason: reason.to_owned() }
}

fn suppress(reason: &str) -> RuleAction {
    RuleAction::Suppress { reason: reason.to_owned() }
}

#[tokio::test]
async fn without_rules_everything_passes() {
    let world = World::new().await;
    assert_eq!(world.send("a", &empty_action()).await, Outcome::DELIVERED);
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
    assert!(message_contains(&denied, "rule b-deny denies the action: too small"), "{denied:?}");
    let suppressed = of(3).await;
    assert_eq!(said(&suppressed), "skipped(suppressed)");
    assert!(message_contains(&suppressed, "rule c-suppress suppresses the action: still too small"), "{suppressed:?}");
    assert_eq!(said(&of(4).await), "delivered");
    assert_eq!(world.sent().len(), 2);
}

#[tokio::test]
async fn the_first_matching_rule_decides_by_priority_then_name() {
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
    assert!(message_contains(&outcome, "rule ab denies"), "{outcome:?}");
    let outcome = world.send("2", &action(json!({"n": 0}))).await;
    assert!(message_contains(&outcome, "rule b denies"), "{outcome:?}");
    world.refrain.rules().remove("b").await.unwrap();
    let outcome = world.send("3", &action(json!({"n": 0}))).await;
    assert!(message_contains(&outcome, "rule a denies"), "{outcome:?}");
}

#[tokio::test]
async fn a_rule_reroutes_to_another_provider() {
    let world = World::new().await;
    let then = RuleAction::Reroute { provider: "other".to_owned() };
    world.rules(&[("detour", 1, "provider == 'record' && target == 'x'", then)]).await;
    let to = |target: &str| Action { target: target.to_owned(), ..empty_action() };
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
async fn a_merge_patch_changes_the_payload_of_this_dispatch_only() {
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
async fn a_delay_counts_from_the_due_time_and_ends() {
    let world = World::new().await;
    let by = "10m".parse().unwrap();
    world.rules(&[("later", 1, "schedule.id == 'report'", RuleAction::Delay { by })]).await;
    world.refrain.schedule("report").cron("35 8 * * *").action(empty_action()).save().await.unwrap();
    world.run_for(14 * 60, 60).await;
    assert_eq!(world.sent().len(), 0, "nothing is sent before 08:45");
    assert_eq!(world.ended("report").await, Vec::<String>::new());
    world.run_for(2 * 60, 30).await;
    assert_eq!(world.sent().len(), 1, "sent once, at 08:45");
    assert_eq!(world.ended("report").await, ["succeeded"]);
    assert_eq!(world.rows("report").await[0].attempt, 1, "waiting does not count as an attempt");
}

#[tokio::test]
async fn a_delay_past_the_deadline_skips_the_run_with_both_reasons() {
    let world = World::new().await;
    world.rules(&[("later", 1, "true", RuleAction::Delay { by: "10m".parse().unwrap() })]).await;
    world.refrain.schedule("often").every(1).minutes().action(empty_action()).save().await.unwrap();
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
    let change = DocumentChange {
        tenant: Tenant::new("default", "default").unwrap(),
        name: DocumentName::new("work").unwrap(),
        expect: ExpectedVersion::Any,
        by: By::new("ann"),
    };
    let holidays = NamedCalendar { weekend: Vec::new(), dates: vec!["2026-01-06".parse().unwrap()] };
    world.refrain.control().acting_as(refrain::control::Rights::all()).save_calendar(&change, &holidays).await.unwrap();
    let by = "10m".parse().unwrap();
    world.rules(&[("later", 1, "true", RuleAction::Delay { by })]).await;
    let draft = world.refrain.schedule("report").cron("35 8 * * *").days_off("work", OnDayOff::Exclude);
    draft.action(empty_action()).save().await.unwrap();
    world.run_for(16 * 60, 30).await;
    assert_eq!(
        world.ended("report").await,
        ["succeeded"],
        "the next occurrence is on Wednesday, so a delay is not too late"
    );
}

#[tokio::test]
async fn a_condition_can_read_schedule_occurrence_period_and_time() {
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
    let mut action = Action { kind: "mail".to_owned(), target: "ann".to_owned(), ..empty_action() };
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
async fn a_rule_is_evaluated_only_in_its_active_hours_and_time_zone() {
    let world = World::new().await;
    let office = ActiveTime { days: vec![Weekday::Monday], from: Some(time(9, 0, 0, 0)), to: Some(time(10, 0, 0, 0)) };
    let muted = DispatchRule::new("true", suppress("muted"));
    let berlin = DispatchRule { timezone: "Europe/Berlin".to_owned(), active: vec![office.clone()], ..muted.clone() };
    // At 08:30 in London it is 09:30 in Berlin.
    world.rule("muted", &berlin).await;
    assert_eq!(said(&world.send("a", &empty_action()).await), "skipped(suppressed)");
    world.wait(30 * 60);
    assert_eq!(said(&world.send("b", &empty_action()).await), "delivered");
    let london = DispatchRule { timezone: "Europe/London".to_owned(), active: vec![office], ..muted };
    world.rule("muted", &london).await;
    assert_eq!(said(&world.send("c", &empty_action()).await), "skipped(suppressed)");
}

#[tokio::test]
async fn a_failing_condition_fails_open_or_closed_and_raises_one_alarm() {
    let world = World::new().await;
    let asks = DispatchRule::new("payload.absent.member == 1", deny("never"));
    world.rule("asks", &asks).await;
    assert_eq!(said(&world.send("a", &empty_action()).await), "delivered");
    world.wait(5);
    assert_eq!(said(&world.send("b", &empty_action()).await), "delivered");
    let failed: Vec<Alarm> = world.alarms();
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert!(
        matches!(&failed[0], Alarm::RuleFailed { rule, problem, .. } if rule == "asks" && problem.contains("absent"))
    );
    world.rule("asks", &DispatchRule { on_error: OnError::Closed, ..asks }).await;
    let refused = world.send("c", &empty_action()).await;
    assert_eq!(said(&refused), "rejected(rejected)");
    assert!(message_contains(&refused, "the condition of rule asks cannot be evaluated"), "{refused:?}");
    assert_eq!(world.alarms().len(), 1, "a new version of the rule raises the alarm again");
}

#[tokio::test]
async fn a_suppressed_run_does_not_count_toward_max_runs() {
    let world = World::new().await;
    world.rules(&[("first", 1, "now < timestamp('2026-01-05T08:33:00Z')", suppress("not yet"))]).await;
    world.refrain.schedule("report").every(1).minutes().max_runs(2).action(empty_action()).save().await.unwrap();
    world.run_for(10 * 60, 30).await;
    let ended = world.ended("report").await;
    assert_eq!(ended, ["skipped(suppressed)", "skipped(suppressed)", "succeeded", "succeeded"]);
}

#[tokio::test]
async fn a_change_reaches_other_nodes_within_a_second() {
    let world = World::new().await;
    let other = world.second_node(refrain::dispatch::BreakerSettings::default()).await;
    assert_eq!(said(&other.send("a", &empty_action()).await), "delivered");
    world.rules(&[("stop", 1, "true", deny("stop"))]).await;
    assert_eq!(
        said(&world.send("b", &empty_action()).await),
        "rejected(rejected)",
        "the node that saved the rule applies it immediately"
    );
    world.wait(1);
    assert_eq!(said(&other.send("c", &empty_action()).await), "rejected(rejected)");
}

#[tokio::test]
async fn tenants_have_rules_of_their_own() {
    let world = World::new().await;
    let acme: Refrain = world.refrain.tenant("acme").unwrap();
    acme.rules().save("stop", &DispatchRule::new("true", deny("stop"))).await.unwrap();
    assert_eq!(said(&world.send("a", &empty_action()).await), "delivered");
    let (outcome, _) = acme.dispatch("a", empty_action()).await.unwrap();
    assert_eq!(said(&outcome), "rejected(rejected)");
}

#[tokio::test]
async fn a_dry_run_reports_every_step_and_changes_nothing() {
    let world = World::new().await;
    let then = RuleAction::Throttle {
        limit: 1,
        window: "1h".parse().unwrap(),
        key: Default::default(),
        beyond: Default::default(),
    };
    world.rules(&[("few", 1, "true", then)]).await;
    let action = Action { dedup_key: Some("same".to_owned()), ..empty_action() };
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
