//! Replanning the planned rows of a schedule with an unchanged definition, as a new time zone database requires.

use crate::model::{Overlap, Reason, Revision, Schedule, SkipReason, State, Status};
use crate::store::{KeptOccurrence, Plan, Replan, SaveSchedule, StoreError};
use crate::testing::fixture::{
    at, definition, described, done, due, insert, key, manual, overlapping, period, plan, retry, save,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! replan_cases {
    ($make:path) => {
        $make! { replan:
            a_replan_moves_kept_rows_and_supersedes_the_rest,
            kept_rows_name_the_new_time_zone_database,
            a_replan_of_the_same_definition_creates_no_revision,
            a_replan_that_changes_something_has_one_entry,
            a_replan_without_changes_writes_nothing,
            a_replan_leaves_started_and_manual_runs,
            a_replan_with_a_stale_watermark_changes_nothing,
            a_replan_sets_the_next_due_time,
            the_last_of_two_entries_for_one_kept_row_applies,
            a_waiting_row_that_is_not_moved_keeps_waiting,
            a_replan_updates_rows_of_an_older_revision,
            a_paused_schedule_is_replanned_and_stays_paused,
            a_replan_does_not_reactivate_a_schedule_finished_meanwhile,
        }
    };
}

/// Returns a kept row, moved to another time.
fn kept(due: i64, moved_to: i64) -> KeptOccurrence {
    let (period_key, discriminator) = (period(due), String::new());
    KeptOccurrence { period_key, discriminator, nominal_at: at(moved_to), due_at: at(moved_to) }
}

/// Returns a save of the same definition with a replan of its rows. Those that are not kept are superseded.
async fn replan(s: &Stage<'_>, schedule: &Schedule, keep: Vec<KeptOccurrence>, tzdb: &str) -> SaveSchedule {
    let planned = s.planned(schedule.uid, None, 99).await.unwrap();
    SaveSchedule {
        replan: Some(Replan::keeping(schedule, &planned, keep, tzdb)),
        next_due_at: schedule.next_due_at,
        ..save(schedule.key.clone(), (*schedule.definition).clone())
    }
}

pub async fn a_replan_moves_kept_rows_and_supersedes_the_rest(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60, 120, 180]).await;
    // A key without a row is ignored.
    let saved = s.save(replan(s, &schedule, vec![kept(120, 150), kept(7, 7)], "2026b").await, at(5)).await.unwrap();
    assert_eq!((saved.counters.runs, saved.counters.skipped), (0, 2));
    assert_eq!(saved, s.schedule_of(&key("digest")).await);
    let rows = s.rows().await;
    let reported: Vec<_> = rows.iter().map(|row| (row.state, row.reason)).collect();
    let superseded = (State::Skipped, Some(Reason::Skipped(SkipReason::Superseded)));
    assert_eq!(reported, [superseded, (State::Planned, None), superseded]);
    let row = &rows[1];
    assert_eq!((row.planned.nominal_at, row.planned.due_at, row.ready_at), (at(150), at(150), at(150)));
    assert_eq!(row.planned.period_key, period(120));
    assert_eq!(s.claimed("n1", 9, 149).await.started, []);
    assert_eq!(s.started("n1", 150).await.id, row.id);
}

/// P10: this also holds after an edit.
pub async fn kept_rows_name_the_new_time_zone_database(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60, 120, 180]).await;
    s.save(replan(s, &schedule, vec![kept(60, 60), kept(120, 90)], "2026b").await, at(5)).await.unwrap();
    let reported = |rows: Vec<crate::model::Occurrence>| rows.into_iter().map(|row| row.tzdb).collect::<Vec<_>>();
    assert_eq!(reported(s.rows().await), ["2026b", "2026b", "2026a"]);
    let edited =
        SaveSchedule { definition: described("edited"), ..replan(s, &schedule, vec![kept(60, 60)], "2026c").await };
    s.save(edited, at(6)).await.unwrap();
    assert_eq!(reported(s.rows().await), ["2026c", "2026b", "2026a"]);
}

pub async fn a_replan_of_the_same_definition_creates_no_revision(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60]).await;
    let before = s.revisions_of("digest").await;
    let saved = s.save(replan(s, &schedule, vec![kept(60, 90)], "2026b").await, at(5)).await.unwrap();
    assert_eq!((saved.revision, saved.updated_at), (Revision(1), schedule.updated_at));
    assert_eq!(s.rows().await[0].revision, Revision(1));
    assert_eq!(s.revisions_of("digest").await, before);
    // Planning continues from this revision.
    s.plan_rows(&saved, vec![due(120)]).await;
}

pub async fn a_replan_that_changes_something_has_one_entry(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60, 120, 180, 240]).await;
    let keep = vec![kept(60, 60), kept(120, 90), kept(180, 150)];
    s.save(replan(s, &schedule, keep, "2026b").await, at(5)).await.unwrap();
    assert_eq!(s.actions().await, ["schedule.save schedule/digest", "schedule.replan schedule/digest"]);
    let details: Vec<_> = s.audit().await.into_iter().map(|entry| entry.entry.detail).collect();
    assert_eq!(details[1], r#"{"moved":2,"superseded":1,"tzdb":"2026b"}"#);
}

pub async fn a_replan_without_changes_writes_nothing(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60, 120]).await;
    let before = s.everything().await;
    let saved = s.save(replan(s, &schedule, vec![kept(120, 120), kept(60, 60)], "2026a").await, at(5)).await.unwrap();
    assert_eq!(saved, schedule);
    assert_eq!(s.everything().await, before);
    // Repeated after a lost answer, the replan finds its own result.
    let moving = replan(s, &schedule, vec![kept(60, 61), kept(120, 121)], "2026b").await;
    s.save(moving.clone(), at(6)).await.unwrap();
    let after = s.everything().await;
    s.save(moving, at(7)).await.unwrap();
    assert_eq!(s.everything().await, after);
}

pub async fn a_replan_leaves_started_and_manual_runs(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[0, 1, 60]).await;
    s.insert(insert(&key("digest"), vec![manual("x", 90)]), at(0)).await.unwrap();
    let claimed = s.claimed("n1", 9, 2).await;
    s.ends(&claimed.started[0], retry(400), 3).await;
    let before = s.rows().await;
    s.save(replan(s, &schedule, vec![kept(0, 7), kept(1, 8)], "2026b").await, at(5)).await.unwrap();
    let rows = s.rows().await;
    let states: Vec<_> = rows.iter().map(|row| row.state).collect();
    assert_eq!(states, [State::Planned, State::Running, State::Skipped, State::Planned]);
    assert_eq!((&rows[0], &rows[1], &rows[3]), (&before[0], &before[1], &before[3]));
}

/// If planning had continued meanwhile, its rows would be superseded unnoticed.
pub async fn a_replan_with_a_stale_watermark_changes_nothing(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60]).await;
    s.plan_rows(&schedule, vec![due(120)]).await;
    let before = s.everything().await;
    let refused = s.save(replan(s, &schedule, vec![kept(60, 90)], "2026b").await, at(5)).await;
    assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{refused:?}");
    assert_eq!(s.everything().await, before);
}

/// A schedule may have no row yet, while the time of its next occurrence changes.
pub async fn a_replan_sets_the_next_due_time(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let earlier = SaveSchedule { next_due_at: Some(at(-30)), ..replan(s, &schedule, Vec::new(), "2026b").await };
    let saved = s.save(earlier, at(-40)).await.unwrap();
    assert_eq!((saved.next_due_at, saved.revision), (Some(at(-30)), Revision(1)));
    assert_eq!(s.due_for_planning(at(-30), 9).await.unwrap().schedules, std::slice::from_ref(&saved));
    let later = SaveSchedule { next_due_at: Some(at(30)), ..replan(s, &saved, Vec::new(), "2026b").await };
    s.save(later, at(-40)).await.unwrap();
    assert_eq!(s.due_for_planning(at(29), 9).await.unwrap().schedules, []);
    let actions = s.actions().await;
    assert_eq!(actions[1..], ["schedule.replan schedule/digest", "schedule.replan schedule/digest"]);
}

pub async fn the_last_of_two_entries_for_one_kept_row_applies(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60]).await;
    s.save(replan(s, &schedule, vec![kept(60, 90), kept(60, 100)], "2026a").await, at(5)).await.unwrap();
    assert_eq!(s.rows().await[0].planned.due_at, at(100));
    let details: Vec<_> = s.audit().await.into_iter().map(|entry| entry.entry.detail).collect();
    assert_eq!(details[1], r#"{"moved":1,"superseded":0,"tzdb":"2026a"}"#);
}

pub async fn a_waiting_row_that_is_not_moved_keeps_waiting(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", overlapping(Overlap::BufferAll), &[0, 1, 2]).await;
    s.claimed("n1", 9, 5).await;
    let before = s.rows().await;
    assert_eq!(before.iter().filter(|row| row.waits).count(), 2);
    s.save(replan(s, &schedule, vec![kept(1, 1), kept(2, 600)], "2026a").await, at(6)).await.unwrap();
    let rows = s.rows().await;
    assert_eq!(rows[1], before[1]);
    assert_eq!((rows[2].waits, rows[2].ready_at), (false, at(600)));
}

/// Repairs an edit that left its rows unchanged: they run under the current definition.
pub async fn a_replan_updates_rows_of_an_older_revision(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[60]).await;
    s.saved("digest", described("edited")).await;
    let schedule = s.schedule_of(&key("digest")).await;
    assert_eq!(s.rows().await[0].revision, Revision(1));
    s.save(replan(s, &schedule, vec![kept(60, 60)], "2026a").await, at(5)).await.unwrap();
    assert_eq!(s.rows().await[0].revision, Revision(2));
    assert_eq!(s.schedule_of(&key("digest")).await.revision, Revision(2));
}

pub async fn a_paused_schedule_is_replanned_and_stays_paused(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[60, 120]).await;
    let paused = s.moved_to("digest", Status::Paused, 1).await;
    let saved = s.save(replan(s, &paused, vec![kept(60, 90)], "2026b").await, at(5)).await.unwrap();
    assert_eq!((saved.status, saved.revision), (Status::Paused, paused.revision));
    let states: Vec<_> = s.rows().await.iter().map(|row| row.state).collect();
    assert_eq!(states, [State::Planned, State::Skipped]);
    assert_eq!(s.claimed("n1", 9, 200).await.started, []);
}

/// A replan is not a request to continue; the schedule was finished after it was read.
pub async fn a_replan_does_not_reactivate_a_schedule_finished_meanwhile(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60]).await;
    let row = s.started("n1", 60).await;
    s.ends(&row, done(), 60).await;
    let finishing = Plan { is_finished: true, next_due_at: None, ..plan(&schedule, Vec::new()) };
    s.plan(vec![finishing], at(61)).await.unwrap();
    let before = s.everything().await;
    let refused = s.save(replan(s, &schedule, vec![kept(60, 90)], "2026b").await, at(62)).await;
    assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{refused:?}");
    assert_eq!(s.everything().await, before);
    assert_eq!(s.schedule_of(&key("digest")).await.status, Status::Finished);
}
