//! Pausing, resuming, canceling, disabling and deleting: legal status changes, and their effects on rows.

use crate::model::{Reason, Revision, SkipReason, State, Status};
use crate::store::{
    ChangeStatus, ExpectedVersion, OccurrenceFilter, Page, PlanResult, Resume, SaveSchedule, ScheduleFilter, StoreError,
};
use crate::testing::fixture::{acme, ann, at, change, definition, described, due, gap, key, plan, save};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! status_cases {
    ($make:path) => {
        $make! { status:
            a_change_of_status_compares_the_revision,
            changing_the_status_of_a_missing_schedule_is_not_found,
            deleting_compares_the_revision,
            a_pause_keeps_its_note_and_its_end,
            pausing_again_changes_the_note,
            resuming_records_the_gap_and_raises_the_watermark,
            resuming_never_moves_the_watermark_back,
            only_legal_status_changes_are_accepted,
            an_edit_keeps_a_pause_and_reactivates_finished_and_disabled,
            a_canceled_schedule_cannot_be_edited,
            a_deleted_id_starts_a_new_history,
            a_recreated_schedule_shows_only_its_own_rows,
            a_schedule_may_be_paused_from_the_beginning,
            an_edit_may_pause_a_schedule,
            a_deleted_schedule_is_in_no_list,
            canceling_skips_planned_rows_and_stops_running_ones,
            deleting_skips_planned_rows_and_stops_running_ones,
            pausing_leaves_planned_rows_alone,
            the_update_time_never_moves_back,
        }
    };
}

pub async fn a_change_of_status_compares_the_revision(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    let before = s.everything().await;
    for expect in [ExpectedVersion::New, ExpectedVersion::Exactly(2), ExpectedVersion::Exactly(0)] {
        let pause = ChangeStatus { expect, ..change(&key("digest"), Status::Paused) };
        assert!(matches!(s.change_status(pause, at(1)).await, Err(StoreError::Conflict { .. })), "{expect:?}");
    }
    assert_eq!(s.everything().await, before);
    let pause = ChangeStatus { expect: ExpectedVersion::Exactly(1), ..change(&key("digest"), Status::Paused) };
    let paused = s.change_status(pause, at(1)).await.unwrap();
    assert_eq!((paused.revision, paused.status), (Revision(2), Status::Paused));
}

pub async fn changing_the_status_of_a_missing_schedule_is_not_found(s: &Stage<'_>) {
    for expect in [ExpectedVersion::New, ExpectedVersion::Any, ExpectedVersion::Exactly(1)] {
        let pause = ChangeStatus { expect, ..change(&key("digest"), Status::Paused) };
        assert!(matches!(s.change_status(pause, at(1)).await, Err(StoreError::NotFound(_))), "{expect:?}");
        let deleted = s.delete(&key("digest"), expect, &ann(), at(1)).await;
        assert!(matches!(deleted, Err(StoreError::NotFound(_))), "{expect:?}");
    }
    assert_eq!(s.audit().await, []);
}

pub async fn deleting_compares_the_revision(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let before = s.everything().await;
    for expect in [ExpectedVersion::New, ExpectedVersion::Exactly(2)] {
        let refused = s.delete(&key("digest"), expect, &ann(), at(1)).await;
        assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{expect:?}");
    }
    assert_eq!(s.everything().await, before);
    s.delete(&key("digest"), ExpectedVersion::Exactly(1), &ann(), at(1)).await.unwrap();
    assert_eq!(s.schedule(&key("digest")).await.unwrap(), None);
}

pub async fn a_pause_keeps_its_note_and_its_end(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    let pause = ChangeStatus { until: Some(at(500)), ..change(&key("digest"), Status::Paused) };
    let paused = s.change_status(pause, at(3)).await.unwrap();
    let note = &paused.status_note;
    assert_eq!((note.by.as_str(), note.text.as_deref(), note.until), ("ann", Some("because"), Some(at(500))));
    assert_eq!((paused.updated_at, paused.next_due_at), (at(3), Some(at(0))));
    assert_eq!(s.schedule_of(&key("digest")).await, paused);
    // Only a pause ends by itself.
    let resume = ChangeStatus { until: Some(at(900)), text: None, ..change(&key("digest"), Status::Active) };
    let resumed = s.change_status(resume, at(4)).await.unwrap();
    assert_eq!((resumed.status_note.text, resumed.status_note.until), (None, None));
}

pub async fn pausing_again_changes_the_note(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.moved_to("digest", Status::Paused, 1).await;
    let again = ChangeStatus { text: None, until: Some(at(70)), ..change(&key("digest"), Status::Paused) };
    let paused = s.change_status(again, at(2)).await.unwrap();
    assert_eq!((paused.revision, paused.status_note.text, paused.status_note.until), (Revision(3), None, Some(at(70))));
}

/// P2: occurrences due during a pause are covered by a gap, in the step that moves the watermark past them.
pub async fn resuming_records_the_gap_and_raises_the_watermark(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.moved_to("digest", Status::Paused, 0).await;
    let paused = |from, to, count| crate::model::NewGap { reason: SkipReason::Paused, ..gap(from, to, count) };
    let slots = vec![paused(0, 240, 5), paused(360, 540, 4)];
    let resume = Resume { gaps: slots.clone(), watermark: at(540), next_due_at: Some(at(600)) };
    let resume = ChangeStatus { resume: Some(resume), ..change(&key("digest"), Status::Active) };
    let resumed = s.change_status(resume, at(570)).await.unwrap();
    assert_eq!((resumed.status, resumed.watermark), (Status::Active, at(540)));
    assert_eq!(resumed.next_due_at, Some(at(600)));
    let gaps = s.gaps_of("digest").await;
    let mut covered: Vec<_> = gaps.iter().map(|gap| gap.covers.clone()).collect();
    covered.sort_by_key(|gap| gap.from);
    assert_eq!(covered, slots);
    assert!(gaps.iter().all(|gap| gap.created_at == at(570)));
}

/// P4: the watermark never moves back.
pub async fn resuming_never_moves_the_watermark_back(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 600]).await;
    s.moved_to("digest", Status::Paused, 0).await;
    let resume = Resume { gaps: Vec::new(), watermark: at(60), next_due_at: None };
    let resume = ChangeStatus { resume: Some(resume), ..change(&key("digest"), Status::Active) };
    let resumed = s.change_status(resume, at(1)).await.unwrap();
    assert_eq!((resumed.watermark, resumed.next_due_at), (at(600), None));
}

/// The whole status table: from each status that a schedule can have to each that can be requested.
pub async fn only_legal_status_changes_are_accepted(s: &Stage<'_>) {
    let starts = [Status::Active, Status::Paused, Status::Disabled, Status::Canceled, Status::Finished];
    for (n, from) in starts.into_iter().enumerate() {
        for to in Status::ALL {
            let name = format!("s{n}-{}", to.as_str());
            let schedule = s.saved(&name, definition()).await;
            match from {
                Status::Active | Status::Deleted => {}
                Status::Finished => {
                    let finishing = crate::store::Plan { is_finished: true, ..plan(&schedule, Vec::new()) };
                    s.plan(vec![finishing], at(0)).await.unwrap();
                }
                Status::Paused | Status::Canceled | Status::Disabled => {
                    s.moved_to(&name, from, 0).await;
                }
            }
            let before = s.schedule_of(&key(&name)).await;
            assert_eq!(before.status, from);
            let moved = s.change_status(change(&key(&name), to), at(1)).await;
            if from.may_become(to) {
                assert_eq!(moved.unwrap().status, to, "{from:?} to {to:?}");
            } else {
                let is_reported = matches!(&moved, Err(StoreError::IllegalMove { state, wanted, .. })
                    if *state == from.as_str() && *wanted == to.as_str());
                assert!(is_reported, "{from:?} to {to:?}: {moved:?}");
                assert_eq!(s.schedule_of(&key(&name)).await, before);
            }
        }
    }
}

pub async fn an_edit_keeps_a_pause_and_reactivates_finished_and_disabled(s: &Stage<'_>) {
    s.saved("paused", definition()).await;
    s.moved_to("paused", Status::Paused, 0).await;
    let edited = s.saved("paused", described("new")).await;
    assert_eq!((edited.status, edited.status_note.text.as_deref()), (Status::Paused, Some("because")));
    s.saved("disabled", definition()).await;
    s.moved_to("disabled", Status::Disabled, 0).await;
    // The same definition counts as a change here: saving it again is how a person reports that the error is fixed.
    let mended = s.saved("disabled", definition()).await;
    assert_eq!((mended.status, mended.status_note.text, mended.revision), (Status::Active, None, Revision(3)));
    let schedule = s.saved("finished", definition()).await;
    s.plan(vec![crate::store::Plan { is_finished: true, ..plan(&schedule, Vec::new()) }], at(0)).await.unwrap();
    assert_eq!(s.saved("finished", described("new")).await.status, Status::Active);
}

pub async fn a_canceled_schedule_cannot_be_edited(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.moved_to("digest", Status::Canceled, 0).await;
    let before = s.everything().await;
    let refused = s.save(save(key("digest"), described("new")), at(1)).await;
    assert!(matches!(refused, Err(StoreError::IllegalMove { state: "canceled", .. })), "{refused:?}");
    assert_eq!(s.everything().await, before);
}

/// A re-created schedule plans its periods again. The old rows stay in the tenant's list.
pub async fn a_deleted_id_starts_a_new_history(s: &Stage<'_>) {
    let old = s.with_rows("digest", definition(), &[0]).await;
    s.delete(&key("digest"), ExpectedVersion::Any, &ann(), at(1)).await.unwrap();
    let new = s
        .save(SaveSchedule { expect: ExpectedVersion::New, ..save(key("digest"), definition()) }, at(2))
        .await
        .unwrap();
    assert_ne!(new.uid, old.uid);
    assert_eq!((new.revision, new.counters.runs, new.watermark), (Revision(1), 0, at(-60)));
    s.plan_rows(&new, vec![due(0)]).await;
    let rows = s.rows().await;
    assert_eq!(rows.iter().map(|row| row.schedule_uid).collect::<Vec<_>>(), [old.uid, new.uid]);
    assert_eq!((rows[0].state, rows[1].state), (State::Skipped, State::Planned));
    assert_eq!(s.revisions_of("digest").await.len(), 1);
}

pub async fn a_recreated_schedule_shows_only_its_own_rows(s: &Stage<'_>) {
    let of_name = OccurrenceFilter { schedule: Some(key("digest").id), ..OccurrenceFilter::default() };
    let shown = async || {
        let rows = s.occurrences(&acme(), &of_name, &Page::first(9)).await.unwrap().rows;
        rows.into_iter().map(|row| row.schedule_uid).collect::<Vec<_>>()
    };
    let old = s.with_rows("digest", definition(), &[0]).await;
    s.delete(&key("digest"), ExpectedVersion::Any, &ann(), at(1)).await.unwrap();
    assert_eq!(shown().await, [old.uid], "the old rows are shown until the ID is used again");
    let new = s.save(save(key("digest"), definition()), at(2)).await.unwrap();
    assert_eq!(shown().await, []);
    s.plan_rows(&new, vec![due(0), due(60)]).await;
    assert_eq!(shown().await, [new.uid, new.uid]);
    // After a second deletion, the history of the last schedule is shown.
    s.delete(&key("digest"), ExpectedVersion::Any, &ann(), at(3)).await.unwrap();
    assert_eq!(shown().await, [new.uid, new.uid]);
}

/// At no moment could a planner find the schedule active.
pub async fn a_schedule_may_be_paused_from_the_beginning(s: &Stage<'_>) {
    let paused = SaveSchedule { status: Status::Paused, ..save(key("digest"), definition()) };
    let made = s.save(paused.clone(), at(0)).await.unwrap();
    assert_eq!((made.status, made.revision), (Status::Paused, Revision(1)));
    assert_eq!(s.schedule_of(&key("digest")).await, made);
    assert_eq!(s.due_for_planning(at(9_999), 9).await.unwrap().schedules, []);
    assert_eq!(s.plan(vec![plan(&made, vec![due(0)])], at(1)).await.unwrap(), [PlanResult::Stale]);
    let resumed = s.moved_to("digest", Status::Active, 2).await;
    assert_eq!(resumed.status, Status::Active);
}

/// There is no moment at which a planner could find the new definition active.
pub async fn an_edit_may_pause_a_schedule(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60]).await;
    let entries = s.audit().await.len();
    let edit = SaveSchedule { status: Status::Paused, ..save(key("digest"), described("edited")) };
    let paused = s.save(edit.clone(), at(1)).await.unwrap();
    assert_eq!(
        (paused.status, paused.revision, &*paused.definition),
        (Status::Paused, Revision(2), &described("edited"))
    );
    assert_eq!((paused.status_note.by.as_str(), &paused.status_note.text), ("ann", &None));
    assert_eq!(s.schedule_of(&key("digest")).await, paused);
    assert_eq!(s.audit().await.len(), entries + 1);
    assert_eq!(s.due_for_planning(at(9_999), 9).await.unwrap().schedules, []);
    assert_eq!(s.plan(vec![plan(&schedule, vec![due(120)])], at(1)).await.unwrap(), [PlanResult::Stale]);
    assert_eq!(s.plan(vec![plan(&paused, vec![due(120)])], at(1)).await.unwrap(), [PlanResult::Stale]);
    assert_eq!(s.claimed("n1", 9, 60).await.started, []);
    let row = &s.rows().await[0];
    assert_eq!(
        (row.state, &row.reason),
        (State::Skipped, &Some(Reason::Skipped(SkipReason::Paused))),
        "due during the pause"
    );
    let skipped = s.schedule_of(&key("digest")).await;
    assert_eq!(s.save(edit, at(2)).await.unwrap(), skipped, "the same save again changes nothing");
    let kept = s.saved("digest", described("again")).await;
    assert_eq!((kept.status, kept.revision), (Status::Paused, Revision(3)));
    s.saved("disabled", definition()).await;
    s.moved_to("disabled", Status::Disabled, 0).await;
    let repair = SaveSchedule { status: Status::Paused, ..save(key("disabled"), definition()) };
    assert_eq!(s.save(repair, at(3)).await.unwrap().status, Status::Paused);
}

pub async fn a_deleted_schedule_is_in_no_list(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.delete(&key("digest"), ExpectedVersion::Any, &ann(), at(1)).await.unwrap();
    let any = s.schedules(&acme(), &ScheduleFilter::default(), &Page::first(9)).await.unwrap();
    let deleted = ScheduleFilter { statuses: vec![Status::Deleted], ..ScheduleFilter::default() };
    let deleted = s.schedules(&acme(), &deleted, &Page::first(9)).await.unwrap();
    assert_eq!((any.rows, deleted.rows), (vec![], vec![]));
    assert_eq!(s.due_for_planning(at(9_999), 9).await.unwrap().schedules, []);
    assert_eq!(s.next_wakeup().await.unwrap().plan_at, None);
}

async fn withdrawn(s: &Stage<'_>, reason: SkipReason) {
    let rows = s.rows().await;
    let planned: Vec<_> = rows.iter().map(|row| (row.state, row.reason, row.cancel_requested)).collect();
    let skipped = (State::Skipped, Some(Reason::Skipped(reason)), false);
    // One row is running, one waits for its retry, and one is not due yet.
    assert_eq!(planned, [(State::Running, None, true), skipped, skipped]);
    assert_eq!((rows[1].ended_at, rows[2].ended_at), (Some(at(5)), Some(at(5))));
}

async fn one_runs_one_retries_one_is_planned(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1, 60]).await;
    let claimed = s.claimed("n1", 9, 2).await;
    s.ends(&claimed.started[1], crate::testing::fixture::retry(400), 3).await;
}

pub async fn canceling_skips_planned_rows_and_stops_running_ones(s: &Stage<'_>) {
    one_runs_one_retries_one_is_planned(s).await;
    let canceled = s.moved_to("digest", Status::Canceled, 5).await;
    withdrawn(s, SkipReason::Canceled).await;
    // The row that had not started returns its run, and the result shows it already. The row that waited for a
    // retry had run; the running one has not ended.
    assert_eq!((canceled.counters.runs, canceled.counters.skipped), (1, 2));
    assert_eq!(s.counters("digest").await, canceled.counters);
}

pub async fn deleting_skips_planned_rows_and_stops_running_ones(s: &Stage<'_>) {
    one_runs_one_retries_one_is_planned(s).await;
    s.delete(&key("digest"), ExpectedVersion::Any, &ann(), at(5)).await.unwrap();
    withdrawn(s, SkipReason::ScheduleDeleted).await;
}

/// A pause may end before the rows are due.
pub async fn pausing_leaves_planned_rows_alone(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 60]).await;
    let before = s.rows().await;
    s.moved_to("digest", Status::Paused, 1).await;
    assert_eq!(s.rows().await, before);
}

pub async fn the_update_time_never_moves_back(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.moved_to("digest", Status::Paused, 100).await;
    let key = key("digest");
    // The clock was set back; then all kinds of changes follow.
    assert_eq!(s.moved_to("digest", Status::Active, 50).await.updated_at, at(100));
    assert_eq!(s.save(save(key.clone(), described("edited")), at(60)).await.unwrap().updated_at, at(100));
    assert_eq!(s.schedule_of(&key).await.updated_at, at(100));
    assert_eq!(s.moved_to("digest", Status::Paused, 101).await.updated_at, at(101));
}
