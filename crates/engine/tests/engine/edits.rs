//! Edits: an edit starts no run, and no occurrence of the new recurrence is lost.

use jiff::SignedDuration;
use refrain::clock::Clock;
use refrain::control::{Backfill, Control, Fire, GenerateRequest, Reprocess, ResumeFrom, Rights};
use refrain::delivery::Outcome;
use refrain::model::{By, CatchUp, CatchUpPolicy, Definition, NodeId, Occurrence, SkipReason, State, Status, Trigger};
use refrain::observe::{Alarm, Event};
use refrain::recurrence::{
    CalendarRecurrence, EveryRecurrence, Frequency, Jitter, JitterMode, JitterWindow, Length, OnceRecurrence,
    Recurrence, Unit,
};
use refrain::store::{Claim, ExpectedVersion, Lease, Ledger, Release};

use crate::faulty::FaultyStore;
use crate::harness::{Harness, at, cron, key, saving};

fn minutes(minutes: i64) -> SignedDuration {
    SignedDuration::from_mins(minutes)
}

#[tokio::test]
async fn a_daily_schedule_that_becomes_hourly_fires_at_the_next_hour_and_not_before() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    harness.save("report", cron("0 9 * * *", "UTC")).await;
    harness.run_until("2026-01-05T09:10:00Z", minutes(1)).await;
    assert_eq!(harness.sent().len(), 1);
    harness.clock.set(at("2026-01-05T15:00:00Z"));
    let edited = harness.save("report", cron("0 * * * *", "UTC")).await;
    assert_eq!((edited.watermark, edited.next_due_at), (harness.clock.now(), Some(at("2026-01-05T16:00:00Z"))));
    harness.run_until("2026-01-05T15:59:00Z", minutes(1)).await;
    assert_eq!(harness.sent().len(), 1);
    harness.run_until("2026-01-05T17:00:00Z", minutes(1)).await;
    let fired = harness.sent_at();
    assert_eq!(fired[1..], ["2026-01-05T16:00:00Z", "2026-01-05T17:00:00Z"]);
    assert_eq!(harness.gaps("report").await, []);
}

/// The node was down when the old recurrence was due, and the edit comes before planning.
#[tokio::test]
async fn unplanned_occurrences_of_the_old_recurrence_become_a_superseded_gap() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    harness.save("report", cron("0 * * * *", "UTC")).await;
    harness.clock.set(at("2026-01-05T12:30:00Z"));
    harness.save("report", cron("15 * * * *", "UTC")).await;
    harness.run_until("2026-01-05T13:15:00Z", minutes(1)).await;
    assert_eq!(harness.sent_at(), ["2026-01-05T13:15:00Z"]);
    let [gap] = &harness.gaps("report").await[..] else { panic!("one gap") };
    assert_eq!((gap.from, gap.to), (at("2026-01-05T09:00:00Z"), at("2026-01-05T12:00:00Z")));
    assert_eq!((gap.count, gap.reason), (4, SkipReason::Superseded));
}

#[tokio::test]
async fn an_edit_that_keeps_the_recurrence_keeps_planned_rows() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    let mut jittered = cron("* * * * *", "UTC");
    jittered.spec.jitter =
        Some(Jitter { window: JitterWindow::Length(Length::from_seconds(30)), mode: JitterMode::default() });
    harness.save("report", jittered.clone()).await;
    harness.tick().await;
    let before = harness.rows("report").await;
    assert!(!before.is_empty());
    jittered.description = "the same, told better".to_owned();
    harness.save("report", jittered).await;
    let after = harness.rows("report").await;
    let reported = |rows: &[refrain::model::Occurrence]| rows.iter().map(|row| row.planned.clone()).collect::<Vec<_>>();
    assert_eq!(reported(&after), reported(&before));
    assert!(after.iter().all(|row| row.revision.0 == 2));
    assert_eq!(harness.gaps("report").await, []);
}

/// Rows are already planned ahead. The new recurrence yields some of them, and others in between.
#[tokio::test]
async fn an_edit_within_the_look_ahead_loses_and_duplicates_nothing() {
    let harness = Harness::at("2026-01-05T09:00:01Z");
    let every = |seconds: u32| cron(&format!("*/{seconds} * * * * *"), "UTC");
    harness.save("report", every(6)).await;
    harness.tick().await;
    assert!(harness.schedule("report").await.watermark > harness.clock.now());
    harness.save("report", every(4)).await;
    harness.run_until("2026-01-05T09:00:30Z", SignedDuration::from_secs(1)).await;
    let mut fired = harness.sent_at();
    fired.sort();
    let expected: Vec<_> = (1..8).map(|n| format!("2026-01-05T09:00:{:02}Z", 4 * n)).collect();
    assert_eq!(fired, expected);
}

#[tokio::test]
async fn a_finished_schedule_that_is_edited_does_not_catch_up() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    let mut once = cron("0 9 * * *", "UTC");
    once.spec.ends_at = Some(at("2026-01-05T10:00:00Z"));
    harness.save("report", once).await;
    harness.run_until("2026-01-05T10:30:00Z", minutes(1)).await;
    assert_eq!(harness.schedule("report").await.status, Status::Finished);
    harness.clock.set(at("2026-01-05T15:30:00Z"));
    let edited = harness.save("report", cron("0 * * * *", "UTC")).await;
    assert_eq!((edited.status, edited.next_due_at), (Status::Active, Some(at("2026-01-05T16:00:00Z"))));
    harness.tick().await;
    assert_eq!(harness.sent().len(), 1);
}

/// The definition was damaged, planning disabled the schedule with the error shown, and an edit replaces the
/// definition.
#[tokio::test]
async fn a_damaged_schedule_is_disabled_alone_and_repaired_by_an_edit() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    let torn = harness.save("torn", cron("0 * * * *", "UTC")).await;
    harness.save("sound", cron("0 * * * *", "UTC")).await;
    harness.store.damage(torn.uid, torn.revision, "{");
    let mut events = harness.engine.events().subscribe();
    harness.run_until("2026-01-05T10:00:00Z", minutes(1)).await;
    assert!(harness.sent().iter().all(|sent| sent.schedule == "sound") && harness.sent().len() == 2);
    let mut alarms = Vec::new();
    while let Ok(event) = events.try_recv() {
        alarms.extend(if let Event::Alarm(Alarm::Disabled { schedule, .. }) = event { Some(schedule) } else { None });
    }
    assert_eq!(alarms, [key("torn")]);
    assert!(harness.store.schedule(&key("torn")).await.is_err());
    harness.clock.set(at("2026-01-05T12:30:00Z"));
    let healed = harness.save("torn", cron("0 * * * *", "UTC")).await;
    assert_eq!((healed.status, healed.next_due_at), (Status::Active, Some(at("2026-01-05T13:00:00Z"))));
    harness.run_until("2026-01-05T13:00:00Z", minutes(1)).await;
    let fired: Vec<_> = harness.sent().into_iter().filter(|sent| sent.schedule == "torn").collect();
    assert_eq!((fired.len(), fired[0].at), (1, at("2026-01-05T13:00:00Z")));
}

#[tokio::test]
async fn an_edit_during_a_pause_takes_effect_on_resume() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    harness.save("report", cron("0 * * * *", "UTC")).await;
    harness.control.pause(&key("report"), ExpectedVersion::Any, None, By::new("ann")).await.unwrap();
    harness.clock.set(at("2026-01-05T10:30:00Z"));
    assert_eq!(harness.save("report", cron("15 * * * *", "UTC")).await.status, Status::Paused);
    harness.run_until("2026-01-05T12:30:00Z", minutes(5)).await;
    harness.control.resume(&key("report"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    harness.run_until("2026-01-05T13:20:00Z", minutes(1)).await;
    assert_eq!(harness.sent_at(), ["2026-01-05T13:15:00Z"]);
    let reported: Vec<_> = harness.gaps("report").await.into_iter().map(|gap| (gap.count, gap.reason)).collect();
    assert_eq!(reported, [(2, SkipReason::Superseded), (2, SkipReason::Paused)]);
}

/// The clock is set back a little while the run waits for its retry, so the edit plans that time again.
#[tokio::test]
async fn an_edit_does_not_repeat_an_instant_that_waits_for_a_retry() {
    let harness = Harness::at("2026-01-05T09:00:52Z");
    let mut definition = cron("* * * * *", "UTC");
    harness.save("often", definition.clone()).await;
    harness.answer("often", [Outcome::retryable("refused")]);
    harness.tick().await;
    harness.tick_at("2026-01-05T09:01:00Z").await;
    let row = &harness.rows("often").await[0];
    assert_eq!((row.state, row.attempt), (State::Planned, 1));
    harness.clock.set(at("2026-01-05T09:00:58Z"));
    let by_instant = EveryRecurrence { on_second: Some(0), ..EveryRecurrence::new(1, Unit::Minutes) };
    definition.spec.recurrence = Recurrence::Every(by_instant);
    harness.save("often", definition).await;
    harness.run_until("2026-01-05T09:01:45Z", SignedDuration::from_secs(1)).await;
    assert_eq!(harness.ledger("often").await, ["2026-01-05T09:01:00Z succeeded"]);
}

/// Creates a daily schedule at 09:00 and edits it to 11:00 after its row was planned. The row keeps its key and
/// moves two hours past the watermark. The schedule does not catch up, so an outage is recorded as gaps.
async fn moved_ahead() -> Harness {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    let mut daily = cron("0 9 * * *", "UTC");
    daily.catch_up = CatchUp { policy: CatchUpPolicy::Skip, ..CatchUp::default() };
    for time in [jiff::civil::time(9, 0, 0, 0), jiff::civil::time(11, 0, 0, 0)] {
        let rule = CalendarRecurrence { time_of_day: Some(time), ..CalendarRecurrence::new(Frequency::Daily) };
        daily.spec.recurrence = Recurrence::Calendar(rule);
        harness.save("report", daily.clone()).await;
        harness.tick().await;
    }
    let [row] = &harness.rows("report").await[..] else { panic!("one row") };
    assert_eq!((row.planned.period_key.as_str(), row.planned.nominal_at), ("2026-01-05", at("2026-01-05T11:00:00Z")));
    assert!(harness.schedule("report").await.watermark < row.planned.nominal_at);
    harness
}

#[tokio::test]
async fn a_row_that_an_edit_moved_ahead_is_not_in_the_gap_of_an_outage() {
    let harness = moved_ahead().await;
    harness.clock.set(at("2026-01-07T12:00:00Z"));
    harness.run_until("2026-01-07T12:01:00Z", minutes(1)).await;
    assert_eq!(harness.ledger("report").await, ["2026-01-05T11:00:00Z skipped(missed)"]);
    let gaps: Vec<_> = harness.gaps("report").await.into_iter().map(|gap| (gap.from, gap.count)).collect();
    assert_eq!(gaps, [(at("2026-01-06T11:00:00Z"), 2)]);
}

#[tokio::test]
async fn a_row_that_an_edit_moved_ahead_is_not_in_the_gap_of_a_pause() {
    let harness = moved_ahead().await;
    harness.control.pause(&key("report"), ExpectedVersion::Any, None, By::new("ann")).await.unwrap();
    harness.run_until("2026-01-07T12:00:00Z", minutes(5)).await;
    harness.control.resume(&key("report"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    assert_eq!(harness.ledger("report").await, ["2026-01-05T11:00:00Z skipped(paused)"]);
    let gaps: Vec<_> = harness.gaps("report").await.into_iter().map(|gap| (gap.from, gap.count)).collect();
    assert_eq!(gaps, [(at("2026-01-06T11:00:00Z"), 2)]);
}

#[tokio::test]
async fn a_row_that_an_edit_moved_ahead_is_not_in_the_gap_of_another_edit() {
    let harness = moved_ahead().await;
    harness.clock.set(at("2026-01-07T12:00:00Z"));
    harness.save("report", cron("0 * * * *", "UTC")).await;
    let gaps: Vec<_> = harness.gaps("report").await.into_iter().map(|gap| (gap.from, gap.count)).collect();
    assert_eq!(gaps, [(at("2026-01-06T11:00:00Z"), 2)]);
}

/// Returns a weekly schedule at 09:00 on these days.
fn weekly(days: &[&str]) -> Definition {
    let mut definition = cron("0 9 * * *", "UTC");
    let rule = CalendarRecurrence {
        by_day: days.iter().map(|day| (*day).to_owned()).collect(),
        time_of_day: Some(jiff::civil::time(9, 0, 0, 0)),
        ..CalendarRecurrence::new(Frequency::Weekly)
    };
    definition.spec.recurrence = Recurrence::Calendar(rule);
    definition
}

/// Returns period key, nominal time and state of each row, one line per row.
async fn periods(harness: &Harness) -> Vec<String> {
    let line =
        |row: &Occurrence| format!("{} {} {}", row.planned.period_key, row.planned.nominal_at, row.state.as_str());
    harness.rows("report").await.iter().map(line).collect()
}

/// With a second day, the recurrence calls the first one `2026-W02-1` instead of `2026-W02`.
#[tokio::test]
async fn an_edit_that_renames_a_period_keeps_its_row_and_key() {
    let harness = Harness::at("2026-01-05T08:59:58Z");
    harness.save("report", weekly(&["MO"])).await;
    harness.tick().await;
    assert_eq!(periods(&harness).await, ["2026-W02 2026-01-05T09:00:00Z planned"]);
    harness.save("report", weekly(&["MO", "TH"])).await;
    assert_eq!(periods(&harness).await, ["2026-W02 2026-01-05T09:00:00Z planned"]);
    harness.run_until("2026-01-08T10:00:00Z", minutes(30)).await;
    let ran = ["2026-W02 2026-01-05T09:00:00Z succeeded", "2026-W02-4 2026-01-08T09:00:00Z succeeded"];
    assert_eq!(periods(&harness).await, ran);
    assert_eq!(harness.gaps("report").await, []);
}

/// A node leases occurrences a second ahead, and releases those that it cannot start. An edit that reads the planned
/// occurrences in between must not give the instant a second row under the new name of its period.
#[tokio::test]
async fn an_edit_that_renames_a_period_adds_no_row_for_one_that_is_leased_meanwhile() {
    let harness = Harness::at("2026-01-05T08:59:58Z");
    harness.save("report", weekly(&["MO"])).await;
    harness.tick().await;
    let owner = NodeId::new("other").unwrap();
    let claim = Claim { owner, lease_for: minutes(1), limit: 1, ahead_for: minutes(1) };
    let leased = harness.store.claim(&claim, harness.clock.now()).await.unwrap().started;
    assert_eq!(leased.len(), 1);
    let store = FaultyStore::new(harness.store.clone());
    store.hold_answer_of("planned");
    let control = Control::new(store.clone(), harness.clock.clone()).acting_as(Rights::all());
    let edit = tokio::spawn(async move { control.save(saving("report", weekly(&["MO", "TH"]))).await.unwrap() });
    store.waits.notified().await;
    let release = Release::from(Lease { id: leased[0].id, fence: leased[0].fence });
    assert_eq!(harness.store.release(&[release], harness.clock.now()).await.unwrap(), [true]);
    store.release_answer.notify_one();
    edit.await.unwrap();
    assert_eq!(periods(&harness).await, ["2026-W02 2026-01-05T09:00:00Z planned"]);
    harness.run_until("2026-01-08T10:00:00Z", minutes(30)).await;
    let ran = ["2026-W02 2026-01-05T09:00:00Z succeeded", "2026-W02-4 2026-01-08T09:00:00Z succeeded"];
    assert_eq!(periods(&harness).await, ran);
}

/// Planned ahead, the period of the 20th is `2026-01-20`. The new recurrence calls it `2026-01`, the name of the row
/// on the 5th.
#[tokio::test]
async fn a_period_does_not_move_to_an_instant_that_has_a_row() {
    let harness = Harness::at("2026-01-04T09:30:00Z");
    let monthly = |days: &[i64]| {
        let mut definition = weekly(&[]);
        let rule = CalendarRecurrence {
            by_month_day: days.to_vec(),
            time_of_day: Some(jiff::civil::time(9, 0, 0, 0)),
            ..CalendarRecurrence::new(Frequency::Monthly)
        };
        definition.spec.recurrence = Recurrence::Calendar(rule);
        definition
    };
    harness.save("report", monthly(&[5])).await;
    generate(&harness, 2).await;
    harness.save("report", monthly(&[5, 6])).await;
    generate(&harness, 3).await;
    harness.save("report", monthly(&[6])).await;
    let rows = ["2026-01 2026-01-05T09:00:00Z skipped", "2026-01-06 2026-01-06T09:00:00Z planned"];
    assert_eq!(periods(&harness).await, rows);
    harness.run_until("2026-01-08T10:00:00Z", minutes(30)).await;
    assert_eq!(harness.sent_at(), ["2026-01-06T09:00:00Z"]);
}

/// Plans this many days ahead.
async fn generate(harness: &Harness, days: i64) {
    let (tenant, by, as_of) = (key("report").tenant, By::new("ann"), harness.clock.now());
    let (lookback, lookahead) = (SignedDuration::ZERO, SignedDuration::from_hours(24 * days));
    harness.control.generate(&GenerateRequest { tenant, as_of, lookback, lookahead, by }).await.unwrap();
}

/// Midnight in Tokyo on the 6th is 15:00 UTC on the 5th. The new recurrence calls the instants by the day before.
#[tokio::test]
async fn a_key_that_the_recurrence_yields_elsewhere_moves_there() {
    let harness = Harness::at("2026-01-05T09:30:00Z");
    let daily = |hour: i8, zone: &str| {
        let mut definition = cron("0 9 * * *", zone);
        let time_of_day = Some(jiff::civil::time(hour, 0, 0, 0));
        definition.spec.recurrence =
            Recurrence::Calendar(CalendarRecurrence { time_of_day, ..CalendarRecurrence::new(Frequency::Daily) });
        definition
    };
    harness.save("report", daily(0, "Asia/Tokyo")).await;
    generate(&harness, 2).await;
    assert_eq!(harness.rows("report").await[0].planned.period_key, "2026-01-06");
    harness.save("report", daily(15, "UTC")).await;
    harness.run_until("2026-01-09T09:30:00Z", minutes(30)).await;
    let mut ran = periods(&harness).await;
    ran.sort();
    let expected = |day: i64| format!("2026-01-0{day} 2026-01-0{day}T15:00:00Z succeeded");
    assert_eq!(ran, (5..9).map(expected).collect::<Vec<_>>());
}

/// The row was moved past the watermark, to an instant that planning reaches later.
#[tokio::test]
async fn an_instant_after_the_watermark_gets_one_row() {
    let harness = moved_ahead().await;
    harness.save("report", cron("0 11 * * *", "UTC")).await;
    harness.run_until("2026-01-05T12:00:00Z", minutes(1)).await;
    let ran = ["2026-01-05 2026-01-05T11:00:00Z skipped", "2026-01-05T11:00:00[UTC] 2026-01-05T11:00:00Z succeeded"];
    assert_eq!(periods(&harness).await, ran);
}

/// The run at 09:00 has not started when the edit comes, a moment later. The edit names its instant for the first
/// time.
#[tokio::test]
async fn an_instant_that_has_just_passed_and_has_a_row_gets_no_second_one() {
    let harness = Harness::at("2026-01-05T08:59:58Z");
    harness.save("report", cron("0 9 * * *", "UTC")).await;
    harness.tick().await;
    harness.clock.set(at("2026-01-05T09:00:10Z"));
    let mut once = cron("0 9 * * *", "UTC");
    once.spec.recurrence = Recurrence::Once(OnceRecurrence { at: at("2026-01-05T09:00:00Z") });
    harness.save("report", once).await;
    harness.run_until("2026-01-05T09:01:00Z", SignedDuration::from_secs(10)).await;
    assert_eq!(periods(&harness).await, ["2026-01-05T09:00:00[UTC] 2026-01-05T09:00:00Z succeeded"]);
}

/// Planned far ahead on Mondays, moved to Tuesday, and rolled back: the Mondays once stayed superseded forever.
#[tokio::test]
async fn an_edit_that_is_rolled_back_runs_again_as_before() {
    let harness = Harness::at("2026-01-04T09:30:00Z");
    harness.save("report", weekly(&["MO"])).await;
    generate(&harness, 20).await;
    let before = harness.rows("report").await;
    harness.save("report", weekly(&["TU"])).await;
    harness.save("report", weekly(&["MO"])).await;
    let planned = |row: &Occurrence| (row.id, row.planned.clone(), row.state);
    let after: Vec<_> = harness.rows("report").await.iter().map(planned).collect();
    assert_eq!(after[..before.len()], before.iter().map(planned).collect::<Vec<_>>());
    harness.run_until("2026-01-15T10:00:00Z", minutes(30)).await;
    assert_eq!(harness.sent_at(), ["2026-01-05T09:00:00Z", "2026-01-12T09:00:00Z"]);
    assert_eq!(harness.gaps("report").await, []);
}

/// The same within the look-ahead of a node.
#[tokio::test]
async fn an_edit_that_is_rolled_back_within_the_look_ahead_loses_nothing() {
    let harness = Harness::at("2026-01-05T09:00:01Z");
    harness.save("report", cron("*/6 * * * * *", "UTC")).await;
    harness.tick().await;
    harness.save("report", cron("1-59/6 * * * * *", "UTC")).await;
    harness.save("report", cron("*/6 * * * * *", "UTC")).await;
    harness.run_until("2026-01-05T09:00:20Z", SignedDuration::from_secs(1)).await;
    let expected = ["2026-01-05T09:00:06Z", "2026-01-05T09:00:12Z", "2026-01-05T09:00:18Z"];
    assert_eq!(harness.sent_at(), expected);
}

/// A rollback after the time of an occurrence does not run it late. A backfill does.
#[tokio::test]
async fn a_backfill_runs_an_occurrence_that_an_edit_superseded() {
    let harness = Harness::at("2026-01-04T09:30:00Z");
    harness.save("report", weekly(&["MO"])).await;
    generate(&harness, 7).await;
    let superseded = harness.rows("report").await[0].id;
    harness.save("report", weekly(&["FR"])).await;
    harness.clock.set(at("2026-01-05T12:00:00Z"));
    harness.save("report", weekly(&["MO"])).await;
    harness.tick().await;
    assert_eq!(harness.sent_at(), Vec::<String>::new());
    let backfill = Backfill {
        key: key("report"),
        from: at("2026-01-05T00:00:00Z"),
        to: at("2026-01-05T12:00:00Z"),
        limit: 9,
        reprocess: Reprocess::None,
        overlap: None,
        concurrency: None,
        by: By::new("ann"),
    };
    let preview = harness.control.preview_backfill(&backfill).await.unwrap();
    assert_eq!((preview.new, preview.reopened, preview.untouched), (1, 0, 0));
    assert_eq!(harness.control.backfill(&backfill).await.unwrap().new, 1);
    harness.tick().await;
    let row = harness.rows("report").await.into_iter().find(|row| row.id == superseded).unwrap();
    assert_eq!((row.state, row.planned.trigger), (State::Succeeded, Trigger::Backfill));
}

/// Returns the number of planned rows.
async fn count_planned(harness: &Harness) -> usize {
    let uid = harness.schedule("report").await.uid;
    let first = harness.store.planned(uid, None, 10_000).await.unwrap();
    let rest = harness.store.planned(uid, first.last().map(|row| row.id), 10_000).await.unwrap();
    first.len() + rest.len()
}

/// An edit reads a limited number of rows at once. Rows beyond them were once superseded.
#[tokio::test]
async fn an_edit_keeps_more_rows_than_one_read_returns() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    let mut definition = cron("0 */4 * * *", "UTC");
    definition.discriminators = (0..150).map(|number| format!("d{number}")).collect();
    harness.save("report", definition.clone()).await;
    // One plan has at most 10,000 rows.
    generate(&harness, 7).await;
    generate(&harness, 13).await;
    let before = count_planned(&harness).await;
    assert!(before > 10_000, "{before} rows");
    definition.description = "the same".to_owned();
    harness.save("report", definition.clone()).await;
    assert_eq!(count_planned(&harness).await, before);
    // A new recurrence decides on all of them.
    definition.spec = cron("0 */8 * * *", "UTC").spec;
    harness.save("report", definition).await;
    assert_eq!(count_planned(&harness).await, before / 2);
}

#[tokio::test]
async fn an_edit_during_a_pause_starts_no_earlier_backfill() {
    let harness = Harness::at("2026-01-20T12:00:00Z");
    let mut definition = cron("0 9 * * *", "UTC");
    harness.save("report", definition.clone()).await;
    let (from, to) = (at("2026-01-02T00:00:00Z"), harness.clock.now());
    let (limit, reprocess, by) = (100, Reprocess::None, By::new("ann"));
    let backfill =
        Backfill { key: key("report"), from, to, limit, reprocess, overlap: None, concurrency: None, by: by.clone() };
    harness.control.backfill(&backfill).await.unwrap();
    harness.control.pause(&key("report"), ExpectedVersion::Any, None, by.clone()).await.unwrap();
    let request = "now".to_owned();
    let fire = Fire { key: key("report"), request, discriminator: None, correlation_id: None, payload: None, by };
    harness.control.fire(fire).await.unwrap();
    definition.description = "edited".to_owned();
    harness.save("report", definition).await;
    harness.tick().await;
    let rows = harness.rows("report").await;
    let ran: Vec<_> = rows.iter().filter(|row| row.state == State::Succeeded).collect();
    // The run that was requested during the pause runs, under the new definition.
    assert_eq!(ran.iter().map(|row| (row.planned.trigger, row.revision.0)).collect::<Vec<_>>(), [(Trigger::Manual, 3)]);
    assert_eq!(rows.len(), 20);
}
