//! Effects of an edit on rows that are planned and have not started.

use crate::model::{NewGap, NewOccurrence, Reason, Revision, Schedule, SkipReason, State, Status, Trigger};
use crate::store::{KeptOccurrence, Plan, PlanResult, Replan, SaveSchedule, StoreError};
use crate::testing::fixture::{at, definition, described, done, due, gap, insert, key, manual, period, plan, save};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! edit_cases {
    ($make:path) => {
        $make! { edit:
            an_edit_keeps_matching_rows_and_supersedes_the_rest,
            an_edit_leaves_started_and_manual_runs,
            an_edit_with_a_stale_watermark_changes_nothing,
            an_edit_without_replanning_leaves_planned_rows,
            an_edit_raises_the_watermark_and_never_lowers_it,
            an_edit_records_gaps_of_the_old_recurrence,
            an_edit_adds_missing_rows,
            an_edit_with_a_stale_watermark_adds_nothing,
            an_edit_of_a_schedule_finished_meanwhile_changes_nothing,
            an_edit_that_would_supersede_a_completed_run_changes_nothing,
            rows_that_an_edit_does_not_name_stay_planned,
            an_edit_of_an_active_schedule_applies_to_requested_rows,
            an_edit_during_a_pause_starts_no_earlier_request,
            an_edit_that_pauses_starts_no_earlier_request,
            a_replan_during_a_pause_starts_no_earlier_request,
            an_edit_that_repairs_a_disabled_schedule_applies_to_requested_rows,
        }
    };
}

fn kept(due: i64, moved_to: i64) -> KeptOccurrence {
    let (period_key, discriminator) = (period(due), String::new());
    KeptOccurrence { period_key, discriminator, nominal_at: at(moved_to), due_at: at(moved_to + 1) }
}

/// Returns an edit of a schedule that was seen as active and planned up to `watermark`.
fn replan(watermark: i64, keep: Vec<KeptOccurrence>) -> SaveSchedule {
    let (watermark, tzdb) = (at(watermark), "2026a".to_owned());
    let (status, supersede, gaps, add) = (Status::Active, Vec::new(), Vec::new(), Vec::new());
    let replan = Some(Replan { watermark, status, keep, supersede, tzdb, watermark_to: watermark, gaps, add });
    SaveSchedule { replan, ..save(key("digest"), described("edited")) }
}

/// Returns an edit that supersedes the planned rows that it does not keep.
async fn superseding(s: &Stage<'_>, edit: SaveSchedule) -> SaveSchedule {
    let schedule = s.schedule_of(&edit.key).await;
    let planned = s.planned(schedule.uid, None, 99).await.unwrap();
    let supersede = |replan: Replan| {
        let supersede = Replan::keeping(&schedule, &planned, replan.keep.clone(), "").supersede;
        Replan { supersede, ..replan }
    };
    SaveSchedule { replan: edit.replan.map(supersede), ..edit }
}

pub async fn an_edit_keeps_matching_rows_and_supersedes_the_rest(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[60, 120, 180]).await;
    // A key without a row is ignored.
    let edit = superseding(s, replan(180, vec![kept(120, 150), kept(7, 7)])).await;
    let saved = s.save(edit, at(5)).await.unwrap();
    assert_eq!((saved.revision, saved.counters.runs, saved.counters.skipped), (Revision(2), 0, 2));
    let rows = s.rows().await;
    let reported: Vec<_> = rows.iter().map(|row| (row.state, row.revision, row.reason)).collect();
    let superseded = (State::Skipped, Revision(1), Some(Reason::Skipped(SkipReason::Superseded)));
    assert_eq!(reported, [superseded, (State::Planned, Revision(2), None), superseded]);
    let row = &rows[1];
    assert_eq!((row.planned.nominal_at, row.planned.due_at, row.ready_at), (at(150), at(151), at(151)));
    assert_eq!(row.planned.period_key, period(120));
    assert_eq!(s.claimed("n1", 9, 150).await.started, []);
    assert_eq!(s.started("n1", 151).await.id, row.id);
}

pub async fn an_edit_leaves_started_and_manual_runs(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1, 60]).await;
    s.insert(insert(&key("digest"), vec![manual("x", 90)]), at(0)).await.unwrap();
    let claimed = s.claimed("n1", 9, 2).await;
    s.ends(&claimed.started[0], crate::testing::fixture::retry(400), 3).await;
    s.save(superseding(s, replan(60, Vec::new())).await, at(5)).await.unwrap();
    let states: Vec<_> = s.rows().await.iter().map(|row| row.state).collect();
    assert_eq!(states, [State::Planned, State::Running, State::Skipped, State::Planned]);
}

/// If planning had continued meanwhile, its rows would be superseded unnoticed.
pub async fn an_edit_with_a_stale_watermark_changes_nothing(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60]).await;
    s.plan_rows(&schedule, vec![due(120)]).await;
    let before = s.everything().await;
    let refused = s.save(replan(60, vec![kept(60, 60)]), at(5)).await;
    assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{refused:?}");
    assert_eq!(s.everything().await, before);
}

pub async fn an_edit_without_replanning_leaves_planned_rows(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[60, 120]).await;
    let before = s.rows().await;
    s.saved("digest", described("edited")).await;
    assert_eq!(s.rows().await, before);
}

/// Returns an edit of a schedule that is planned up to second 60 and continues from there.
fn replan_from_60(watermark_to: i64, add: Vec<NewOccurrence>) -> SaveSchedule {
    let edit = replan(60, vec![kept(60, 60)]);
    let replan = edit.replan.map(|replan| Replan { watermark_to: at(watermark_to), add, ..replan });
    SaveSchedule { replan, ..edit }
}

pub async fn an_edit_raises_the_watermark_and_never_lowers_it(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[60]).await;
    let lowered = s.save(replan_from_60(0, Vec::new()), at(5)).await.unwrap();
    assert_eq!((lowered.watermark, lowered.revision.0), (at(60), 2));
    let edit = replan_from_60(900, Vec::new());
    let raised = s.save(SaveSchedule { definition: described("once more"), ..edit }, at(900)).await.unwrap();
    assert_eq!((raised.watermark, raised.revision.0), (at(900), 3));
    assert_eq!(s.schedule_of(&key("digest")).await, raised);
    // An earlier plan has a different watermark.
    let stale = Plan { watermark: at(60), ..plan(&raised, vec![due(120)]) };
    assert_eq!(s.plan(vec![stale], at(900)).await.unwrap(), [PlanResult::Stale]);
}

pub async fn an_edit_records_gaps_of_the_old_recurrence(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[60]).await;
    let folded = NewGap { reason: SkipReason::Superseded, ..gap(120, 600, 9) };
    let edit = replan_from_60(600, Vec::new());
    // A gap has a maximum count: the rest is in other gaps.
    let rest = NewGap { reason: SkipReason::Superseded, ..gap(660, 900, 5) };
    let replan = edit.replan.map(|replan| Replan { gaps: vec![folded.clone(), rest.clone()], ..replan });
    s.save(SaveSchedule { replan, ..edit }, at(600)).await.unwrap();
    let mut gaps = s.gaps_of("digest").await;
    gaps.sort_by_key(|gap| gap.covers.from);
    let covers: Vec<_> = gaps.iter().map(|gap| (&gap.covers, gap.created_at)).collect();
    assert_eq!(covers, [(&folded, at(600)), (&rest, at(600))]);
}

/// No occurrence of the new recurrence is lost, and existing rows are neither duplicated nor counted again.
pub async fn an_edit_adds_missing_rows(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[30, 60]).await;
    let edit = superseding(s, replan_from_60(60, vec![due(20), due(60), due(20), due(40)])).await;
    let saved = s.save(edit, at(5)).await.unwrap();
    assert_eq!((saved.counters.runs, saved.counters.skipped), (0, 1));
    assert_eq!(saved, s.schedule_of(&key("digest")).await);
    let reported: Vec<_> =
        s.rows().await.into_iter().map(|row| (row.planned.period_key, row.state, row.revision.0)).collect();
    let row = |due: i64, state, revision| (period(due), state, revision);
    let expected = [
        row(30, State::Skipped, 1),
        row(60, State::Planned, 2),
        row(20, State::Planned, 2),
        row(40, State::Planned, 2),
    ];
    assert_eq!(reported, expected);
    assert_eq!(s.claimed("n1", 9, 100).await.started.len(), 3);
}

pub async fn an_edit_with_a_stale_watermark_adds_nothing(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60]).await;
    s.plan_rows(&schedule, vec![due(120)]).await;
    let before = s.everything().await;
    let refused = s.save(replan_from_60(600, vec![due(90)]), at(5)).await;
    assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{refused:?}");
    assert_eq!(s.everything().await, before);
}

/// Finishing a schedule changes neither revision nor watermark. Only the status shows that the gaps of the edit
/// are wrong.
pub async fn an_edit_of_a_schedule_finished_meanwhile_changes_nothing(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60]).await;
    let row = s.started("n1", 60).await;
    s.ends(&row, done(), 60).await;
    let finishing = Plan { is_finished: true, next_due_at: None, ..plan(&schedule, Vec::new()) };
    s.plan(vec![finishing], at(61)).await.unwrap();
    let finished = s.schedule_of(&key("digest")).await;
    assert_eq!((finished.status, finished.revision, finished.watermark), (Status::Finished, Revision(1), at(60)));
    let before = s.everything().await;
    let edit = replan_from_60(600, vec![due(500)]);
    let folding = |status| {
        let gaps = vec![NewGap { reason: SkipReason::Superseded, ..gap(120, 600, 9) }];
        edit.replan.clone().map(|replan| Replan { gaps, status, ..replan })
    };
    let stale = SaveSchedule { replan: folding(Status::Active), ..edit.clone() };
    let refused = s.save(stale, at(600)).await;
    assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{refused:?}");
    assert_eq!(s.everything().await, before);
    let seen = SaveSchedule { replan: folding(Status::Finished), ..edit.clone() };
    let edited = s.save(seen, at(600)).await.unwrap();
    assert_eq!((edited.status, edited.revision, edited.watermark), (Status::Active, Revision(2), at(600)));
}

/// The edit gives the same instant another key, and its occurrence has run between reading and editing.
pub async fn an_edit_that_would_supersede_a_completed_run_changes_nothing(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60, 120]).await;
    let planned = s.planned(schedule.uid, None, 9).await.unwrap();
    let replan = Replan { add: vec![manual("again", 60)], ..Replan::keeping(&schedule, &planned, Vec::new(), "2026a") };
    let edit = SaveSchedule { replan: Some(replan), ..save(key("digest"), described("edited")) };
    let row = s.started("n1", 60).await;
    s.ends(&row, done(), 61).await;
    let before = s.everything().await;
    let refused = s.save(edit.clone(), at(62)).await;
    assert!(matches!(&refused, Err(StoreError::Conflict { what, .. }) if what.starts_with("the plan")), "{refused:?}");
    assert_eq!(s.everything().await, before);
    // A second attempt sees that the occurrence has run, and supersedes only the other.
    let planned = s.planned(schedule.uid, None, 9).await.unwrap();
    let replan = Replan::keeping(&schedule, &planned, Vec::new(), "2026a");
    let saved = s.save(SaveSchedule { replan: Some(replan), ..edit }, at(62)).await.unwrap();
    assert_eq!((saved.revision, saved.counters.skipped), (Revision(2), 1));
}

/// A caller reads a limited number of rows at a time. The store once superseded all others.
pub async fn rows_that_an_edit_does_not_name_stay_planned(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60, 120, 180, 240]).await;
    let read = s.planned(schedule.uid, None, 2).await.unwrap();
    let replan = Replan::keeping(&schedule, &read, vec![kept(60, 90)], "2026b");
    let saved =
        s.save(SaveSchedule { replan: Some(replan), ..save(key("digest"), described("edited")) }, at(5)).await.unwrap();
    assert_eq!(saved.counters.skipped, 1);
    let reported: Vec<_> = s
        .rows()
        .await
        .into_iter()
        .map(|row| (row.state, row.planned.nominal_at, row.ready_at, row.revision, row.tzdb))
        .collect();
    let row = |state, nominal, ready, revision, tzdb: &str| {
        (state, at(nominal), at(ready), Revision(revision), tzdb.to_owned())
    };
    // All planned rows run under the new definition.
    let expected = [
        row(State::Planned, 90, 91, 2, "2026b"),
        row(State::Skipped, 120, 5, 1, "2026a"),
        row(State::Planned, 180, 180, 2, "2026a"),
        row(State::Planned, 240, 240, 2, "2026a"),
    ];
    assert_eq!(reported, expected);
}

fn backfill(due: i64) -> NewOccurrence {
    NewOccurrence { trigger: Trigger::Backfill, ..crate::testing::fixture::due(due) }
}

/// Returns an edit of a schedule as it was read, which names no rows.
fn edited(schedule: &Schedule) -> SaveSchedule {
    let replan = Some(Replan::keeping(schedule, &[], Vec::new(), "2026a"));
    SaveSchedule { replan, ..save(schedule.key.clone(), described("edited")) }
}

pub async fn an_edit_of_an_active_schedule_applies_to_requested_rows(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    s.insert(insert(&key("digest"), vec![manual("x", 0), backfill(1)]), at(0)).await.unwrap();
    s.save(edited(&schedule), at(5)).await.unwrap();
    let revisions: Vec<_> = s.rows().await.iter().map(|row| row.revision).collect();
    assert_eq!(revisions, [Revision(2), Revision(2)]);
}

/// A row that was requested before the pause once got the revision of the edit, with which it ran.
pub async fn an_edit_during_a_pause_starts_no_earlier_request(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.insert(insert(&key("digest"), vec![backfill(0), backfill(1)]), at(0)).await.unwrap();
    let paused = s.moved_to("digest", Status::Paused, 1).await;
    s.insert(insert(&key("digest"), vec![manual("x", 2)]), at(2)).await.unwrap();
    let saved = s.save(edited(&paused), at(3)).await.unwrap();
    assert_eq!((saved.status, saved.revision), (Status::Paused, Revision(3)));
    let claimed = s.claimed("n1", 9, 10).await;
    // A run that was requested during the pause runs under the new definition.
    let started: Vec<_> = claimed.started.iter().map(|row| (row.planned.trigger, row.revision)).collect();
    assert_eq!(started, [(Trigger::Manual, Revision(3))]);
    let ended: Vec<_> = claimed.ended.iter().map(|row| (row.planned.trigger, row.reason)).collect();
    assert_eq!(ended, [(Trigger::Backfill, Some(Reason::Skipped(SkipReason::Paused))); 2]);
}

pub async fn an_edit_that_pauses_starts_no_earlier_request(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    s.insert(insert(&key("digest"), vec![manual("x", 0), backfill(1)]), at(0)).await.unwrap();
    let pausing = SaveSchedule { status: Status::Paused, ..edited(&schedule) };
    assert_eq!(s.save(pausing, at(3)).await.unwrap().status, Status::Paused);
    let claimed = s.claimed("n1", 9, 10).await;
    assert_eq!((claimed.started.len(), claimed.ended.len()), (0, 2));
}

/// A new time zone database or a calendar also replans paused schedules.
pub async fn a_replan_during_a_pause_starts_no_earlier_request(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[600]).await;
    s.insert(insert(&key("digest"), vec![manual("x", 0), backfill(1)]), at(0)).await.unwrap();
    let paused = s.moved_to("digest", Status::Paused, 1).await;
    let replan = Some(Replan::keeping(&paused, &[], vec![kept(600, 700)], "2026b"));
    s.save(SaveSchedule { replan, ..save(key("digest"), definition()) }, at(3)).await.unwrap();
    let claimed = s.claimed("n1", 9, 10).await;
    assert_eq!((claimed.started.len(), claimed.ended.len()), (0, 2));
}

/// The schedule is active afterwards, so all its rows may run, and none runs under the definition that failed.
pub async fn an_edit_that_repairs_a_disabled_schedule_applies_to_requested_rows(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.insert(insert(&key("digest"), vec![backfill(0)]), at(0)).await.unwrap();
    let disabled = s.moved_to("digest", Status::Disabled, 1).await;
    assert_eq!(s.save(edited(&disabled), at(3)).await.unwrap().status, Status::Active);
    assert_eq!(s.started("n1", 10).await.revision, Revision(3));
}
