//! Nodes with different time zone databases: the older node does not plan, and a newer one replans what is
//! planned, once. The results of another database are written to the store directly, because the bundled one
//! cannot be downgraded.

use jiff::{SignedDuration, Timestamp};
use refrain::clock::Clock;
use refrain::model::{CatchUpPolicy, NewOccurrence, Priority, Schedule, SkipReason, State, Status, Tenant, Trigger};
use refrain::observe::{Alarm, Events};
use refrain::planner::{Planner, PlannerOptions};
use refrain::store::{Claim, Ledger, Mark, MarkName, Marks, Page, Plan};

use crate::harness::{Harness, alarms, at, cron, key};

const OLD: &str = "2020a";
const NEW: &str = "2026b";

/// Returns the row of 09:00 in Berlin on a day, at any instant.
fn row(day: &str, nominal_at: &str) -> NewOccurrence {
    NewOccurrence {
        period_key: format!("{day}T09:00:00[Europe/Berlin]"),
        discriminator: String::new(),
        nominal_at: at(nominal_at),
        due_at: at(nominal_at),
        period: None,
        priority: Priority::Normal,
        trigger: Trigger::Schedule,
        correlation_id: None,
        note: None,
        concurrency: None,
        payload: None,
    }
}

/// Returns the row of a minute after 08:00 in UTC.
fn row_of_minute(minute: i64) -> NewOccurrence {
    let nominal_at = at("2026-01-05T08:00:00Z") + SignedDuration::from_mins(minute);
    let period_key = nominal_at.to_string().replace('Z', "[UTC]");
    NewOccurrence { period_key, nominal_at, due_at: nominal_at, ..row("2026-01-05", "2026-01-05T08:00:00Z") }
}

/// Plans as a node with another database would have done.
async fn plan_with_old_database(
    harness: &Harness,
    schedule: &Schedule,
    rows: Vec<NewOccurrence>,
    watermark_to: &str,
    next: &str,
) {
    let plan = Plan {
        uid: schedule.uid,
        revision: schedule.revision,
        watermark: schedule.watermark,
        occurrences: rows,
        gaps: Vec::new(),
        watermark_to: at(watermark_to),
        next_due_at: Some(at(next)),
        is_finished: false,
        tzdb: OLD.to_owned(),
    };
    harness.store.plan(vec![plan], at(watermark_to)).await.unwrap();
}

fn tzdb_mark() -> MarkName {
    MarkName { tenant: Tenant::new("_refrain", "engine").unwrap(), name: "tzdb".to_owned() }
}

async fn stored_version(harness: &Harness) -> String {
    harness.store.mark(&tzdb_mark(), Timestamp::UNIX_EPOCH).await.unwrap().unwrap().value
}

fn moved(id: &str, moved: usize) -> Alarm {
    Alarm::OccurrencesMoved { schedule: key(id), moved }
}

#[tokio::test]
async fn an_older_node_does_not_plan_and_raises_one_alarm() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    harness.save("digest", cron("0 9 * * *", "UTC")).await;
    let (newer, older) = (harness.node(NEW), harness.node("2026a"));
    newer.watch().await.unwrap();
    let mut events = older.events().subscribe();
    for _ in 0..3 {
        assert_eq!(older.tick().await.unwrap().planned, 0);
        older.watch().await.unwrap();
    }
    let reported = Alarm::OldTzdbVersion { own: "2026a".to_owned(), newest: NEW.to_owned() };
    assert_eq!(alarms(&mut events), [reported]);
    assert_eq!(newer.tick().await.unwrap().planned, 1);
    // The older node still runs occurrences that others have planned.
    harness.clock.set(at("2026-01-05T09:00:00Z"));
    assert_eq!(older.tick().await.unwrap().ran, 1);
}

#[tokio::test]
async fn a_node_stops_planning_when_a_newer_one_appears() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    let older = harness.node("2025b");
    assert_eq!(older.tick().await.unwrap().planned, 1);
    harness.node("2026a").watch().await.unwrap();
    harness.clock.set(at("2026-01-05T09:59:55Z"));
    older.watch().await.unwrap();
    assert_eq!(older.tick().await.unwrap().planned, 0);
    let same = harness.node("2026a");
    assert_eq!(same.tick().await.unwrap().planned, 1);
    assert_eq!(harness.ledger("hourly").await.len(), 2);
}

// Two reads may be answered in reverse order, so a later answer may contain an older version.
#[tokio::test]
async fn a_node_that_saw_a_newer_version_never_plans_again() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    harness.save("digest", cron("0 9 * * *", "UTC")).await;
    let older = harness.node("2026a");
    older.watch().await.unwrap();
    let before = Mark { value: stored_version(&harness).await, until: at("9999-01-01T00:00:00Z") };
    harness.node(NEW).watch().await.unwrap();
    older.watch().await.unwrap();
    let newest = stored_version(&harness).await;
    let now = at("2026-01-05T08:59:55Z");
    assert!(harness.store.replace_mark(&tzdb_mark(), Some(&newest), Some(&before), now).await.unwrap());
    older.watch().await.unwrap();
    assert_eq!(older.tick().await.unwrap().planned, 0);
}

#[tokio::test]
async fn an_unreadable_stored_version_is_reported_and_replaced() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    harness.save("digest", cron("0 9 * * *", "UTC")).await;
    let mark = Mark { value: "the newest one".to_owned(), until: at("9999-01-01T00:00:00Z") };
    assert!(harness.store.replace_mark(&tzdb_mark(), None, Some(&mark), at("2026-01-05T08:00:00Z")).await.unwrap());
    let node = harness.node(NEW);
    let mut events = node.events().subscribe();
    assert_eq!(node.tick().await.unwrap().planned, 1);
    node.watch().await.unwrap();
    assert_eq!(alarms(&mut events), [Alarm::UnknownTzdbVersion { found: mark.value }]);
    assert!(stored_version(&harness).await.contains(NEW));
    // A node that does not know its own version plans, reports this once, and leaves the stored version alone.
    let nameless = harness.node("unknown");
    let mut events = nameless.events().subscribe();
    nameless.watch().await.unwrap();
    nameless.watch().await.unwrap();
    nameless.tick().await.unwrap();
    assert_eq!(alarms(&mut events), [Alarm::UnknownTzdbVersion { found: "unknown".to_owned() }]);
    assert!(stored_version(&harness).await.contains(NEW));
}

#[tokio::test]
async fn planned_rows_move_under_their_key_and_run_once() {
    let harness = Harness::at("2026-01-05T07:00:00Z");
    let schedule = harness.save("digest", cron("0 9 * * *", "Europe/Berlin")).await;
    // One hour late, as if Berlin were at UTC in January.
    let rows = vec![row("2026-01-05", "2026-01-05T09:00:00Z")];
    plan_with_old_database(&harness, &schedule, rows, "2026-01-05T07:00:00Z", "2026-01-06T09:00:00Z").await;
    let before = harness.rows("digest").await.remove(0);
    let node = harness.node(NEW);
    let mut events = node.events().subscribe();
    node.watch().await.unwrap();
    assert_eq!(alarms(&mut events), [moved("digest", 2)]);
    let after = harness.rows("digest").await.remove(0);
    assert_eq!((after.id, &after.planned.period_key), (before.id, &before.planned.period_key));
    assert_eq!((after.planned.nominal_at, after.planned.due_at), (at("2026-01-05T08:00:00Z"), after.ready_at));
    assert_eq!((before.tzdb.as_str(), after.tzdb.as_str()), (OLD, NEW));
    assert_eq!(harness.schedule("digest").await.next_due_at, Some(at("2026-01-05T08:00:00Z")));
    for _ in 0..60 * 30 {
        harness.clock.advance(SignedDuration::from_mins(1));
        node.tick().await.unwrap();
    }
    assert_eq!(harness.sent_at(), ["2026-01-05T08:00:00Z", "2026-01-06T08:00:00Z"]);
    assert_eq!(harness.rows("digest").await.len(), 2);
    assert_eq!(harness.gaps("digest").await, []);
}

#[tokio::test]
async fn a_row_moved_into_the_past_runs_late_or_becomes_a_gap() {
    for (policy, sent, gaps) in [(CatchUpPolicy::Latest, 1, 0), (CatchUpPolicy::Skip, 0, 1)] {
        let harness = Harness::at("2026-01-05T07:00:00Z");
        let mut definition = cron("0 9 * * *", "Europe/Berlin");
        definition.catch_up.policy = policy;
        let schedule = harness.save("digest", definition).await;
        // According to the other database the run was due at 09:00Z, and planning has passed 08:00Z without a row.
        plan_with_old_database(&harness, &schedule, Vec::new(), "2026-01-05T08:10:00Z", "2026-01-05T09:00:00Z").await;
        harness.clock.set(at("2026-01-05T08:15:00Z"));
        let node = harness.node(NEW);
        node.watch().await.unwrap();
        node.watch().await.unwrap();
        node.tick().await.unwrap();
        assert_eq!(harness.sent().len(), sent, "{policy:?}");
        let folded = harness.gaps("digest").await;
        assert_eq!(folded.len(), gaps, "{policy:?}");
        assert!(folded.iter().all(|gap| (gap.count, gap.reason) == (1, SkipReason::Missed)));
        harness.clock.set(at("2026-01-05T09:00:00Z"));
        node.tick().await.unwrap();
        assert_eq!(harness.sent().len(), sent, "the time of the other database has no effect");
        assert_eq!(harness.schedule("digest").await.next_due_at, Some(at("2026-01-06T08:00:00Z")));
    }
}

#[tokio::test]
async fn a_run_at_its_old_time_is_not_repeated() {
    let harness = Harness::at("2026-01-05T06:00:00Z");
    let schedule = harness.save("digest", cron("0 9 * * *", "Europe/Berlin")).await;
    let rows = vec![row("2026-01-05", "2026-01-05T07:00:00Z")];
    plan_with_old_database(&harness, &schedule, rows, "2026-01-05T07:00:00Z", "2026-01-06T07:00:00Z").await;
    let node = harness.node(NEW);
    let early = harness.node(OLD);
    harness.clock.set(at("2026-01-05T07:00:00Z"));
    assert_eq!(early.tick().await.unwrap().ran, 1);
    for _ in 0..2 * 60 {
        node.watch().await.unwrap();
        node.tick().await.unwrap();
        harness.clock.advance(SignedDuration::from_mins(1));
    }
    assert_eq!(harness.sent_at(), ["2026-01-05T07:00:00Z"]);
    assert_eq!(harness.ledger("digest").await, ["2026-01-05T07:00:00Z succeeded"]);
    assert_eq!(harness.schedule("digest").await.next_due_at, Some(at("2026-01-06T08:00:00Z")));
}

#[tokio::test]
async fn started_runs_are_not_moved() {
    let harness = Harness::at("2026-01-05T06:00:00Z");
    let schedule = harness.save("digest", cron("0 9 * * *", "Europe/Berlin")).await;
    let rows = vec![row("2026-01-05", "2026-01-05T07:00:00Z")];
    plan_with_old_database(&harness, &schedule, rows, "2026-01-05T07:00:00Z", "2026-01-06T07:00:00Z").await;
    let owner = refrain::model::NodeId::new("n1").unwrap();
    let lease_for = SignedDuration::from_mins(5);
    let claim = Claim { owner, lease_for, limit: 9, ahead_for: SignedDuration::ZERO };
    harness.store.claim(&claim, at("2026-01-05T07:00:00Z")).await.unwrap();
    harness.clock.set(at("2026-01-05T07:00:01Z"));
    let before = harness.rows("digest").await;
    harness.node(NEW).watch().await.unwrap();
    assert_eq!((before[0].state, harness.rows("digest").await), (State::Running, before));
}

/// A walk is made for each database version, whatever it contains. If nothing differs, the walk must change nothing.
#[tokio::test]
async fn an_equivalent_database_changes_nothing() {
    let harness = Harness::at("2026-01-05T06:59:00Z");
    harness.save("digest", cron("0 9 * * *", "Europe/Berlin")).await;
    harness.save("often", cron("*/7 * * * *", "America/New_York")).await;
    let old = harness.node("2026a");
    for _ in 0..3 * 60 {
        old.tick().await.unwrap();
        harness.clock.advance(SignedDuration::from_mins(1));
    }
    // A short outage, so that there is a gap too.
    harness.clock.advance(SignedDuration::from_mins(40));
    old.tick().await.unwrap();
    let ids = ["digest", "often"];
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for id in ids {
        before.push((harness.rows(id).await, harness.gaps(id).await, harness.schedule(id).await));
    }
    let node = harness.node(NEW);
    let mut events = node.events().subscribe();
    node.watch().await.unwrap();
    assert_eq!(alarms(&mut events), []);
    assert!(stored_version(&harness).await.contains("true"));
    for id in ids {
        after.push((harness.rows(id).await, harness.gaps(id).await, harness.schedule(id).await));
    }
    assert_eq!(after, before);
}

#[tokio::test]
async fn another_node_continues_an_interrupted_walk() {
    let harness = Harness::at("2026-01-05T07:00:00Z");
    for n in 0..230 {
        let schedule = harness.save(&format!("s{n:03}"), cron("0 9 * * *", "Europe/Berlin")).await;
        let rows = vec![row("2026-01-05", "2026-01-05T09:00:00Z")];
        plan_with_old_database(&harness, &schedule, rows, "2026-01-05T07:00:00Z", "2026-01-05T09:00:00Z").await;
    }
    let mut reported = Vec::new();
    for n in [100, 100, 30, 0] {
        // Each node completes one part of the walk and then dies.
        let node = harness.node(NEW);
        let mut events = node.events().subscribe();
        node.watch().await.unwrap();
        let alarms = alarms(&mut events);
        assert_eq!(alarms.len(), n);
        reported.extend(alarms);
    }
    let all: Vec<Alarm> = (0..230).map(|n| moved(&format!("s{n:03}"), 2)).collect();
    assert_eq!(reported, all);
    // The walk is made once per database version: rows added later are left to planning.
    let late = harness.save("late", cron("0 9 * * *", "Europe/Berlin")).await;
    let rows = vec![row("2026-01-05", "2026-01-05T09:00:00Z")];
    plan_with_old_database(&harness, &late, rows, "2026-01-05T07:00:00Z", "2026-01-05T09:00:00Z").await;
    harness.node(NEW).watch().await.unwrap();
    assert_eq!(harness.ledger("late").await, ["2026-01-05T09:00:00Z planned"]);
    harness.node("2026c").watch().await.unwrap();
    harness.node("2026c").watch().await.unwrap();
    harness.node("2026c").watch().await.unwrap();
    assert_eq!(harness.ledger("late").await, ["2026-01-05T08:00:00Z planned"]);
}

/// After the clock was set back, an edit plans the time up to the watermark again: rows with higher IDs are for
/// earlier times.
#[tokio::test]
async fn rows_with_higher_ids_for_earlier_times_create_no_gap() {
    let harness = Harness::at("2026-01-05T08:32:30Z");
    let every_minute = harness.save("often", cron("* * * * *", "UTC")).await;
    let (to, next) = ("2026-01-05T08:33:00Z", "2026-01-05T08:40:00Z");
    plan_with_old_database(&harness, &every_minute, (30..=33).map(row_of_minute).collect(), to, next).await;
    let moved_on = harness.schedule("often").await;
    plan_with_old_database(&harness, &moved_on, (-40..30).map(row_of_minute).collect(), to, next).await;
    harness.clock.set(at("2026-01-05T08:36:00Z"));
    let before = harness.ledger("often").await;
    assert_eq!(before.len(), 74);
    let node = harness.node(NEW);
    node.watch().await.unwrap();
    node.watch().await.unwrap();
    assert_eq!(harness.ledger("often").await, before);
    assert_eq!(harness.store.gaps(&key("often"), &Page::first(9)).await.unwrap().rows, []);
    assert_eq!(harness.schedule("often").await.next_due_at, Some(at("2026-01-05T08:34:00Z")));
}

/// A backfill reopened the last occurrence: its row still belongs to its time.
#[tokio::test]
async fn a_reopened_occurrence_creates_no_gap() {
    let harness = Harness::at("2026-01-05T08:32:30Z");
    let every_minute = harness.save("often", cron("* * * * *", "UTC")).await;
    let rows = [30, 31, 32, 33].map(|minute| {
        let trigger = if minute < 32 { Trigger::Schedule } else { Trigger::Backfill };
        NewOccurrence { trigger, ..row_of_minute(minute) }
    });
    let (to, next) = ("2026-01-05T08:33:00Z", "2026-01-05T08:40:00Z");
    plan_with_old_database(&harness, &every_minute, rows.to_vec(), to, next).await;
    harness.clock.set(at("2026-01-05T08:36:00Z"));
    harness.node(NEW).watch().await.unwrap();
    assert_eq!(harness.ledger("often").await.len(), 4);
    assert_eq!(harness.gaps("often").await, []);
}

/// Two nodes may replan at the same time with the same result; the watermark allows only one of them to write it.
#[tokio::test]
async fn a_replan_that_creates_a_gap_moves_the_watermark() {
    let harness = Harness::at("2026-01-05T08:32:30Z");
    let every_minute = harness.save("often", cron("* * * * *", "UTC")).await;
    let (to, next) = ("2026-01-05T08:33:00Z", "2026-01-05T08:40:00Z");
    plan_with_old_database(&harness, &every_minute, vec![row_of_minute(30)], to, next).await;
    harness.clock.set(at("2026-01-05T08:36:00Z"));
    let node = harness.node(NEW);
    node.watch().await.unwrap();
    let folded = harness.gaps("often").await;
    assert!(!folded.is_empty());
    assert!(harness.schedule("often").await.watermark > at(to));
    node.watch().await.unwrap();
    assert_eq!(harness.gaps("often").await, folded);
}

/// The schedule was finished between reading and replanning it; replanning must not reactivate it.
#[tokio::test]
async fn a_schedule_finished_meanwhile_is_not_reactivated() {
    let harness = Harness::at("2026-01-05T07:00:00Z");
    let digest = harness.save("digest", cron("0 9 * * *", "Europe/Berlin")).await;
    plan_with_old_database(&harness, &digest, Vec::new(), "2026-01-05T07:00:00Z", "2026-01-05T08:30:00Z").await;
    let seen = harness.schedule("digest").await;
    let finishing = Plan {
        uid: seen.uid,
        revision: seen.revision,
        watermark: seen.watermark,
        occurrences: Vec::new(),
        gaps: Vec::new(),
        watermark_to: seen.watermark,
        next_due_at: None,
        is_finished: true,
        tzdb: OLD.to_owned(),
    };
    let now = harness.clock.now();
    harness.store.plan(vec![finishing], now).await.unwrap();
    let before = harness.schedule("digest").await;
    assert_eq!((before.status, before.revision), (Status::Finished, seen.revision));
    let planner = Planner::new(harness.store.clone(), PlannerOptions::default(), Events::new(), NEW);
    assert_eq!(planner.replan(Ok(seen), now).await.unwrap(), 0);
    assert_eq!(harness.schedule("digest").await, before);
}
