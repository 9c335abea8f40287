//! Saving, changing and reading schedules: revisions, statuses, compare-and-set.

use refrain::definition::{Definition, Scope};
use refrain::id::Revision;
use refrain::moves::State;
use refrain::occurrence::Reason;
use refrain::policy::{Delivery, Overlap, Priority};
use refrain::reason::SkipReason;
use refrain::schedule::{Source, Status};
use refrain::store::{ChangeStatus, Expect, Kept, Page, Replan, Resume, SaveSchedule, ScheduleFilter, StoreError};

use crate::fixture::{
    acme, ann, at, change, definition, described, due, gap, insert, key, manual, period, plan, save, seconds,
    tricky_json,
};
use crate::stage::Stage;

macro_rules! schedules_cases {
    ($make:ident $subject:path) => {
        $make! { $subject, schedules:
            a_new_schedule_is_active_and_reads_back_as_it_was_saved,
            every_field_of_a_definition_reads_back,
            a_schedule_that_is_not_there_is_none,
            the_same_definition_saved_twice_adds_nothing,
            another_source_is_a_change,
            an_edit_raises_the_revision_and_leaves_watermark_and_counters,
            expecting_nothing_refuses_what_is_there,
            expecting_a_revision_refuses_another,
            expecting_a_revision_of_nothing_finds_nothing,
            a_change_of_status_compares_the_revision,
            a_change_of_status_of_nothing_finds_nothing,
            deleting_compares_the_revision,
            definitions_are_readable_by_revision_after_edits_and_deletion,
            revisions_tell_every_change_the_latest_first,
            revisions_come_in_pages,
            a_pause_keeps_its_note_and_its_end,
            pausing_again_changes_the_note,
            resuming_records_the_gap_and_raises_the_watermark,
            resuming_never_moves_the_watermark_back,
            every_status_moves_only_where_it_may,
            an_edit_keeps_a_pause_and_ends_finished_and_disabled,
            a_canceled_schedule_cannot_be_edited,
            a_deleted_id_starts_a_new_history,
            a_deleted_schedule_is_in_no_list,
            canceling_skips_what_is_planned_and_asks_what_runs_to_stop,
            deleting_skips_what_is_planned_and_asks_what_runs_to_stop,
            pausing_leaves_planned_rows_alone,
            an_edit_keeps_what_still_matches_and_supersedes_the_rest,
            an_edit_leaves_what_has_begun_and_what_was_asked_for_by_hand,
            an_edit_with_a_stale_watermark_changes_nothing,
            an_edit_without_replanning_leaves_planned_rows,
            schedules_are_listed_by_id_in_pages,
            schedules_are_found_by_status_label_and_prefix,
            a_cursor_of_schedules_is_stable_under_inserts,
            due_for_planning_gives_the_earliest_first,
            due_for_planning_sees_a_pause_that_ends_by_itself,
            due_for_planning_leaves_out_what_has_nothing_to_plan,
        }
    };
}

pub(crate) async fn a_new_schedule_is_active_and_reads_back_as_it_was_saved(s: &Stage<'_>) {
    let saved = s.saved("digest", definition()).await;
    assert_eq!((saved.revision, saved.status, saved.source), (Revision(1), Status::Active, Source::Api));
    assert_eq!((saved.next_due_at, saved.watermark), (Some(at(0)), at(-60)));
    assert_eq!((saved.created_at, saved.updated_at), (at(0), at(0)));
    assert_eq!((saved.status_note.by.as_str(), saved.status_note.text.as_deref()), ("ann", None));
    assert_eq!(saved.counters, Default::default());
    assert_eq!(*saved.definition, definition());
    assert_eq!(s.schedule_of(&key("digest")).await, saved);
}

/// A store that turns JSON into its own numbers or lists loses them here.
pub(crate) async fn every_field_of_a_definition_reads_back(s: &Stage<'_>) {
    let mut full = Definition {
        description: "é 漢 'quoted' \\ %".to_owned(),
        scope: Some(Scope { kind: "engagement".to_owned(), id: "7".to_owned() }),
        discriminators: vec!["eu".to_owned(), "us".to_owned()],
        overlap: Overlap::BufferAll,
        max_concurrent: Some(7),
        start_deadline: Some(refrain::recurrence::Length::from_seconds(90)),
        timeout: Some(refrain::recurrence::Length::from_seconds(5)),
        pause_on_failure: Some(3),
        delivery: Delivery::AtMostOnce,
        priority: Priority::Low,
        ..definition()
    };
    full.action.payload = tricky_json();
    full.action.metadata.insert("k".to_owned(), "v".to_owned());
    full.labels.insert("team".to_owned(), "billing".to_owned());
    full.retry.factor = 1.7;
    let saved = s.saved("digest", full.clone()).await;
    assert_eq!(*s.schedule_of(&key("digest")).await.definition, full);
    assert_eq!(s.definition(saved.uid, Revision(1)).await.unwrap(), Some(full));
}

pub(crate) async fn a_schedule_that_is_not_there_is_none(s: &Stage<'_>) {
    assert_eq!(s.schedule(&key("digest")).await.unwrap(), None);
    assert!(matches!(s.revisions(&key("digest"), &Page::first(1)).await, Err(StoreError::NotFound(_))));
    let saved = s.saved("digest", definition()).await;
    assert_eq!(s.definition(saved.uid, Revision(0)).await.unwrap(), None);
}

/// A file that is read at every start must not fill the history.
pub(crate) async fn the_same_definition_saved_twice_adds_nothing(s: &Stage<'_>) {
    let first = s.saved("digest", definition()).await;
    let before = s.everything().await;
    let second = s.save(SaveSchedule { next_due_at: Some(at(999)), ..save(key("digest"), definition()) }, at(50)).await;
    assert_eq!(second.unwrap(), first);
    assert_eq!(s.everything().await, before);
}

pub(crate) async fn another_source_is_a_change(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    let save = SaveSchedule { source: Source::File, ..save(key("digest"), definition()) };
    let saved = s.save(save, at(5)).await.unwrap();
    assert_eq!((saved.revision, saved.source), (Revision(2), Source::File));
}

/// P4: an edit never moves the watermark.
pub(crate) async fn an_edit_raises_the_revision_and_leaves_watermark_and_counters(s: &Stage<'_>) {
    let old = s.with_rows("digest", definition(), &[0, 60]).await;
    let edit =
        SaveSchedule { watermark: at(-5_000), next_due_at: Some(at(600)), ..save(key("digest"), described("new")) };
    let new = s.save(edit, at(10)).await.unwrap();
    assert_eq!((new.uid, new.revision), (old.uid, Revision(2)));
    assert_eq!((new.watermark, new.counters.clone()), (at(60), old.counters));
    assert_eq!((new.next_due_at, new.created_at, new.updated_at), (Some(at(600)), at(0), at(10)));
    assert_eq!(s.schedule_of(&key("digest")).await, new);
}

pub(crate) async fn expecting_nothing_refuses_what_is_there(s: &Stage<'_>) {
    let fresh = |text| SaveSchedule { expect: Expect::New, ..save(key("digest"), described(text)) };
    s.save(fresh("one"), at(0)).await.unwrap();
    let before = s.everything().await;
    assert!(matches!(s.save(fresh("two"), at(1)).await, Err(StoreError::Conflict { .. })));
    // The same definition is refused as well: its caller wanted to be the one who made it.
    assert!(matches!(s.save(fresh("one"), at(1)).await, Err(StoreError::Conflict { .. })));
    assert_eq!(s.everything().await, before);
}

pub(crate) async fn expecting_a_revision_refuses_another(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.saved("digest", described("two")).await;
    let before = s.everything().await;
    for stale in [0, 1, 3] {
        let edit = SaveSchedule { expect: Expect::Exactly(stale), ..save(key("digest"), described("three")) };
        let refused = s.save(edit, at(1)).await;
        let is_told = matches!(&refused, Err(StoreError::Conflict { expected, found, .. })
            if *expected == stale.to_string() && found == "2");
        assert!(is_told, "{refused:?}");
    }
    assert_eq!(s.everything().await, before);
    let edit = SaveSchedule { expect: Expect::Exactly(2), ..save(key("digest"), described("three")) };
    assert_eq!(s.save(edit, at(1)).await.unwrap().revision, Revision(3));
}

pub(crate) async fn expecting_a_revision_of_nothing_finds_nothing(s: &Stage<'_>) {
    let edit = SaveSchedule { expect: Expect::Exactly(1), ..save(key("digest"), definition()) };
    assert!(matches!(s.save(edit, at(0)).await, Err(StoreError::NotFound(_))));
    assert_eq!(s.schedule(&key("digest")).await.unwrap(), None);
}

pub(crate) async fn a_change_of_status_compares_the_revision(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    let before = s.everything().await;
    for expect in [Expect::New, Expect::Exactly(2), Expect::Exactly(0)] {
        let pause = ChangeStatus { expect, ..change(&key("digest"), Status::Paused) };
        assert!(matches!(s.change_status(pause, at(1)).await, Err(StoreError::Conflict { .. })), "{expect:?}");
    }
    assert_eq!(s.everything().await, before);
    let pause = ChangeStatus { expect: Expect::Exactly(1), ..change(&key("digest"), Status::Paused) };
    let paused = s.change_status(pause, at(1)).await.unwrap();
    assert_eq!((paused.revision, paused.status), (Revision(2), Status::Paused));
}

pub(crate) async fn a_change_of_status_of_nothing_finds_nothing(s: &Stage<'_>) {
    for expect in [Expect::New, Expect::Any, Expect::Exactly(1)] {
        let pause = ChangeStatus { expect, ..change(&key("digest"), Status::Paused) };
        assert!(matches!(s.change_status(pause, at(1)).await, Err(StoreError::NotFound(_))), "{expect:?}");
        let deleted = s.delete(&key("digest"), expect, &ann(), at(1)).await;
        assert!(matches!(deleted, Err(StoreError::NotFound(_))), "{expect:?}");
    }
    assert_eq!(s.audit().await, []);
}

pub(crate) async fn deleting_compares_the_revision(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let before = s.everything().await;
    for expect in [Expect::New, Expect::Exactly(2)] {
        let refused = s.delete(&key("digest"), expect, &ann(), at(1)).await;
        assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{expect:?}");
    }
    assert_eq!(s.everything().await, before);
    s.delete(&key("digest"), Expect::Exactly(1), &ann(), at(1)).await.unwrap();
    assert_eq!(s.schedule(&key("digest")).await.unwrap(), None);
}

/// A row names the revision that made it; what that said must stay readable.
pub(crate) async fn definitions_are_readable_by_revision_after_edits_and_deletion(s: &Stage<'_>) {
    let uid = s.with_rows("digest", described("one"), &[0]).await.uid;
    s.moved_to("digest", Status::Paused, 1).await;
    s.saved("digest", described("three")).await;
    s.delete(&key("digest"), Expect::Any, &ann(), at(2)).await.unwrap();
    for (revision, text) in [(1, "one"), (2, "one"), (3, "three"), (4, "three"), (99, "three")] {
        let definition = s.definition(uid, Revision(revision)).await.unwrap();
        assert_eq!(definition.unwrap().description, text, "revision {revision}");
    }
}

pub(crate) async fn revisions_tell_every_change_the_latest_first(s: &Stage<'_>) {
    s.saved("digest", described("one")).await;
    s.moved_to("digest", Status::Paused, 1).await;
    s.moved_to("digest", Status::Active, 2).await;
    s.moved_to("digest", Status::Disabled, 3).await;
    s.saved("digest", described("two")).await;
    s.moved_to("digest", Status::Canceled, 4).await;
    let told: Vec<(i64, String, bool)> = s
        .revisions_of("digest")
        .await
        .into_iter()
        .map(|record| (record.revision.0, record.change, record.definition.is_some()))
        .collect();
    let expected = [
        (6, "cancel", false),
        (5, "save", true),
        (4, "disable", false),
        (3, "resume", false),
        (2, "pause", false),
        (1, "save", true),
    ];
    assert_eq!(told, expected.map(|(revision, change, has)| (revision, change.to_owned(), has)));
    let first = s.revisions_of("digest").await.pop().unwrap();
    assert_eq!((first.at, first.by.as_str(), first.definition.unwrap().description.as_str()), (at(0), "ann", "one"));
}

pub(crate) async fn revisions_come_in_pages(s: &Stage<'_>) {
    for n in 0..5 {
        s.saved("digest", described(&n.to_string())).await;
    }
    let first = s.revisions(&key("digest"), &Page::first(2)).await.unwrap();
    let second = s.revisions(&key("digest"), &Page::after(2, first.next.clone().unwrap())).await.unwrap();
    let third = s.revisions(&key("digest"), &Page::after(2, second.next.clone().unwrap())).await.unwrap();
    let all: Vec<i64> =
        [first, second, third.clone()].iter().flat_map(|page| &page.rows).map(|r| r.revision.0).collect();
    assert_eq!((all, third.next), (vec![5, 4, 3, 2, 1], None));
    let bad = s.revisions(&key("digest"), &Page::after(2, "x")).await;
    assert!(matches!(bad, Err(StoreError::Invalid { field: "cursor", .. })));
}

pub(crate) async fn a_pause_keeps_its_note_and_its_end(s: &Stage<'_>) {
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

pub(crate) async fn pausing_again_changes_the_note(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.moved_to("digest", Status::Paused, 1).await;
    let again = ChangeStatus { text: None, until: Some(at(70)), ..change(&key("digest"), Status::Paused) };
    let paused = s.change_status(again, at(2)).await.unwrap();
    assert_eq!((paused.revision, paused.status_note.text, paused.status_note.until), (Revision(3), None, Some(at(70))));
}

/// P2: the slots of a pause are covered by a gap, in the step that moves the watermark over them.
pub(crate) async fn resuming_records_the_gap_and_raises_the_watermark(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.moved_to("digest", Status::Paused, 0).await;
    let slots = refrain::gap::NewGap { reason: SkipReason::Paused, ..gap(0, 540, 10) };
    let resume = Resume { gap: Some(slots.clone()), watermark: at(540), next_due_at: Some(at(600)) };
    let resume = ChangeStatus { resume: Some(resume), ..change(&key("digest"), Status::Active) };
    let resumed = s.change_status(resume, at(570)).await.unwrap();
    assert_eq!((resumed.status, resumed.watermark), (Status::Active, at(540)));
    assert_eq!(resumed.next_due_at, Some(at(600)));
    let gaps = s.gaps_of("digest").await;
    assert_eq!((gaps.len(), &gaps[0].covers, gaps[0].created_at), (1, &slots, at(570)));
}

/// P4.
pub(crate) async fn resuming_never_moves_the_watermark_back(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 600]).await;
    s.moved_to("digest", Status::Paused, 0).await;
    let resume = Resume { gap: None, watermark: at(60), next_due_at: None };
    let resume = ChangeStatus { resume: Some(resume), ..change(&key("digest"), Status::Active) };
    let resumed = s.change_status(resume, at(1)).await.unwrap();
    assert_eq!((resumed.watermark, resumed.next_due_at), (at(600), None));
}

/// The whole table of statuses: from each that a schedule can have to each that can be asked for.
pub(crate) async fn every_status_moves_only_where_it_may(s: &Stage<'_>) {
    let starts = [Status::Active, Status::Paused, Status::Disabled, Status::Canceled, Status::Finished];
    for (n, from) in starts.into_iter().enumerate() {
        for to in Status::ALL {
            let name = format!("s{n}-{}", to.as_str());
            let schedule = s.saved(&name, definition()).await;
            match from {
                Status::Active | Status::Deleted => {}
                Status::Finished => {
                    let finishing = refrain::store::Plan { is_finished: true, ..plan(&schedule, Vec::new()) };
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
                let is_told = matches!(&moved, Err(StoreError::IllegalMove { state, wanted, .. })
                    if *state == from.as_str() && *wanted == to.as_str());
                assert!(is_told, "{from:?} to {to:?}: {moved:?}");
                assert_eq!(s.schedule_of(&key(&name)).await, before);
            }
        }
    }
}

pub(crate) async fn an_edit_keeps_a_pause_and_ends_finished_and_disabled(s: &Stage<'_>) {
    s.saved("paused", definition()).await;
    s.moved_to("paused", Status::Paused, 0).await;
    let edited = s.saved("paused", described("new")).await;
    assert_eq!((edited.status, edited.status_note.text.as_deref()), (Status::Paused, Some("because")));
    s.saved("disabled", definition()).await;
    s.moved_to("disabled", Status::Disabled, 0).await;
    // The same definition is a change here: saving it again is how a person says that the error is mended.
    let mended = s.saved("disabled", definition()).await;
    assert_eq!((mended.status, mended.status_note.text, mended.revision), (Status::Active, None, Revision(3)));
    let schedule = s.saved("finished", definition()).await;
    s.plan(vec![refrain::store::Plan { is_finished: true, ..plan(&schedule, Vec::new()) }], at(0)).await.unwrap();
    assert_eq!(s.saved("finished", described("new")).await.status, Status::Active);
}

pub(crate) async fn a_canceled_schedule_cannot_be_edited(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.moved_to("digest", Status::Canceled, 0).await;
    let before = s.everything().await;
    let refused = s.save(save(key("digest"), described("new")), at(1)).await;
    assert!(matches!(refused, Err(StoreError::IllegalMove { state: "canceled", .. })), "{refused:?}");
    assert_eq!(s.everything().await, before);
}

/// Re-created, a schedule plans its periods anew, and the old rows stay readable under the same name.
pub(crate) async fn a_deleted_id_starts_a_new_history(s: &Stage<'_>) {
    let old = s.with_rows("digest", definition(), &[0]).await;
    s.delete(&key("digest"), Expect::Any, &ann(), at(1)).await.unwrap();
    let new = s.save(SaveSchedule { expect: Expect::New, ..save(key("digest"), definition()) }, at(2)).await.unwrap();
    assert_ne!(new.uid, old.uid);
    assert_eq!((new.revision, new.counters.runs, new.watermark), (Revision(1), 0, at(-60)));
    s.plan_rows(&new, vec![due(0)]).await;
    let rows = s.rows().await;
    assert_eq!(rows.iter().map(|row| row.schedule_uid).collect::<Vec<_>>(), [old.uid, new.uid]);
    assert_eq!((rows[0].state, rows[1].state), (State::Skipped, State::Planned));
    assert_eq!(s.revisions_of("digest").await.len(), 1);
}

pub(crate) async fn a_deleted_schedule_is_in_no_list(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.delete(&key("digest"), Expect::Any, &ann(), at(1)).await.unwrap();
    let any = s.schedules(&acme(), &ScheduleFilter::default(), &Page::first(9)).await.unwrap();
    let deleted = ScheduleFilter { statuses: vec![Status::Deleted], ..ScheduleFilter::default() };
    let deleted = s.schedules(&acme(), &deleted, &Page::first(9)).await.unwrap();
    assert_eq!((any.rows, deleted.rows), (vec![], vec![]));
    assert_eq!(s.due_for_planning(at(9_999), 9).await.unwrap(), []);
    assert_eq!(s.next_wakeup().await.unwrap().plan_at, None);
}

async fn withdrawn(s: &Stage<'_>, reason: SkipReason) {
    let rows = s.rows().await;
    let planned: Vec<_> = rows.iter().map(|row| (row.state, row.reason, row.cancel_requested)).collect();
    let skipped = (State::Skipped, Some(Reason::Skipped(reason)), false);
    // One runs, one waits for its next attempt, one for its time.
    assert_eq!(planned, [(State::Running, None, true), skipped, skipped]);
    assert_eq!((rows[1].ended_at, rows[2].ended_at), (Some(at(5)), Some(at(5))));
}

async fn one_runs_one_retries_one_is_planned(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1, 60]).await;
    let claimed = s.claimed("n1", 9, 2).await;
    s.ends(&claimed.started[1], crate::fixture::retry(400), 3).await;
}

pub(crate) async fn canceling_skips_what_is_planned_and_asks_what_runs_to_stop(s: &Stage<'_>) {
    one_runs_one_retries_one_is_planned(s).await;
    let canceled = s.moved_to("digest", Status::Canceled, 5).await;
    withdrawn(s, SkipReason::Canceled).await;
    // The one that had not begun gives its run back; the answer says so already.
    assert_eq!((canceled.counters.runs, canceled.counters.skipped), (2, 2));
    assert_eq!(s.counters("digest").await, canceled.counters);
}

pub(crate) async fn deleting_skips_what_is_planned_and_asks_what_runs_to_stop(s: &Stage<'_>) {
    one_runs_one_retries_one_is_planned(s).await;
    s.delete(&key("digest"), Expect::Any, &ann(), at(5)).await.unwrap();
    withdrawn(s, SkipReason::ScheduleDeleted).await;
}

/// A pause may end before they are due.
pub(crate) async fn pausing_leaves_planned_rows_alone(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 60]).await;
    let before = s.rows().await;
    s.moved_to("digest", Status::Paused, 1).await;
    assert_eq!(s.rows().await, before);
}

fn kept(due: i64, moved_to: i64) -> Kept {
    let (period_key, discriminator) = (period(due), String::new());
    Kept { period_key, discriminator, nominal_at: at(moved_to), due_at: at(moved_to + 1) }
}

fn replan(watermark: i64, keep: Vec<Kept>) -> SaveSchedule {
    let replan = Some(Replan { watermark: at(watermark), keep });
    SaveSchedule { replan, ..save(key("digest"), described("edited")) }
}

pub(crate) async fn an_edit_keeps_what_still_matches_and_supersedes_the_rest(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[60, 120, 180]).await;
    // A key that no row has is none of the edit's business.
    let saved = s.save(replan(180, vec![kept(120, 150), kept(7, 7)]), at(5)).await.unwrap();
    assert_eq!((saved.revision, saved.counters.runs, saved.counters.skipped), (Revision(2), 1, 2));
    let rows = s.rows().await;
    let told: Vec<_> = rows.iter().map(|row| (row.state, row.revision, row.reason)).collect();
    let superseded = (State::Skipped, Revision(1), Some(Reason::Skipped(SkipReason::Superseded)));
    assert_eq!(told, [superseded, (State::Planned, Revision(2), None), superseded]);
    let row = &rows[1];
    assert_eq!((row.planned.nominal_at, row.planned.due_at, row.ready_at), (at(150), at(151), at(151)));
    assert_eq!(row.planned.period_key, period(120));
    assert_eq!(s.claimed("n1", 9, 150).await.started, []);
    assert_eq!(s.started("n1", 151).await.id, row.id);
}

pub(crate) async fn an_edit_leaves_what_has_begun_and_what_was_asked_for_by_hand(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1, 60]).await;
    s.insert(insert(&key("digest"), vec![manual("x", 90)]), at(0)).await.unwrap();
    let claimed = s.claimed("n1", 9, 2).await;
    s.ends(&claimed.started[0], crate::fixture::retry(400), 3).await;
    s.save(replan(60, Vec::new()), at(5)).await.unwrap();
    let states: Vec<_> = s.rows().await.iter().map(|row| row.state).collect();
    assert_eq!(states, [State::Planned, State::Running, State::Skipped, State::Planned]);
}

/// Had planning gone on since, the new rows would be superseded unseen.
pub(crate) async fn an_edit_with_a_stale_watermark_changes_nothing(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60]).await;
    s.plan_rows(&schedule, vec![due(120)]).await;
    let before = s.everything().await;
    let refused = s.save(replan(60, vec![kept(60, 60)]), at(5)).await;
    assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{refused:?}");
    assert_eq!(s.everything().await, before);
}

pub(crate) async fn an_edit_without_replanning_leaves_planned_rows(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[60, 120]).await;
    let before = s.rows().await;
    s.saved("digest", described("edited")).await;
    assert_eq!(s.rows().await, before);
}

fn names(schedules: &[refrain::schedule::Schedule]) -> Vec<&str> {
    schedules.iter().map(|schedule| schedule.key.id.as_str()).collect()
}

/// By bytes: a database that sorts by its language puts the capitals elsewhere.
pub(crate) async fn schedules_are_listed_by_id_in_pages(s: &Stage<'_>) {
    for name in ["b", "a_b", "B", "a-b", "a", "aB", "10", "9"] {
        s.saved(name, definition()).await;
    }
    let any = ScheduleFilter::default();
    let mut seen = Vec::new();
    let mut page = Page::first(3);
    loop {
        let found = s.schedules(&acme(), &any, &page).await.unwrap();
        assert!(found.rows.len() <= 3);
        seen.extend(names(&found.rows).into_iter().map(str::to_owned));
        let Some(next) = found.next else { break };
        page = Page::after(3, next);
    }
    assert_eq!(seen, ["10", "9", "B", "a", "a-b", "aB", "a_b", "b"]);
}

pub(crate) async fn schedules_are_found_by_status_label_and_prefix(s: &Stage<'_>) {
    let labeled = |labels: &[(&str, &str)]| Definition {
        labels: labels.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        ..definition()
    };
    s.saved("eu_1", labeled(&[("region", "eu"), ("team", "a")])).await;
    s.saved("eu_2", labeled(&[("region", "eu"), ("team", "b")])).await;
    s.saved("euX3", labeled(&[("region", "eu%")])).await;
    s.saved("us_1", labeled(&[("region", "us"), ("team", "a")])).await;
    s.moved_to("eu_2", Status::Paused, 0).await;
    let check = async |filter: ScheduleFilter, expected: &[&str]| {
        let found = s.schedules(&acme(), &filter, &Page::first(9)).await.unwrap();
        assert_eq!(names(&found.rows), expected, "{filter:?}");
    };
    let none = ScheduleFilter::default;
    let label = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    check(none(), &["euX3", "eu_1", "eu_2", "us_1"]).await;
    check(ScheduleFilter { statuses: vec![Status::Paused], ..none() }, &["eu_2"]).await;
    let both = vec![Status::Paused, Status::Active];
    check(ScheduleFilter { statuses: both, ..none() }, &["euX3", "eu_1", "eu_2", "us_1"]).await;
    check(ScheduleFilter { labels: vec![label("region", "eu")], ..none() }, &["eu_1", "eu_2"]).await;
    check(ScheduleFilter { labels: vec![label("region", "eu"), label("team", "a")], ..none() }, &["eu_1"]).await;
    check(ScheduleFilter { labels: vec![label("team", "c")], ..none() }, &[]).await;
    check(ScheduleFilter { labels: vec![label("region", "eu%")], ..none() }, &["euX3"]).await;
    // A prefix is no pattern.
    check(ScheduleFilter { id_prefix: Some("eu_".to_owned()), ..none() }, &["eu_1", "eu_2"]).await;
    check(ScheduleFilter { id_prefix: Some("%".to_owned()), ..none() }, &[]).await;
    check(ScheduleFilter { id_prefix: Some("EU".to_owned()), ..none() }, &[]).await;
    check(ScheduleFilter { id_prefix: Some(String::new()), statuses: vec![Status::Paused], ..none() }, &["eu_2"]).await;
}

pub(crate) async fn a_cursor_of_schedules_is_stable_under_inserts(s: &Stage<'_>) {
    for name in ["b", "d", "f"] {
        s.saved(name, definition()).await;
    }
    let any = ScheduleFilter::default();
    let first = s.schedules(&acme(), &any, &Page::first(2)).await.unwrap();
    s.saved("a", definition()).await;
    s.saved("e", definition()).await;
    let second = s.schedules(&acme(), &any, &Page::after(2, first.next.unwrap())).await.unwrap();
    assert_eq!((names(&first.rows), names(&second.rows)), (vec!["b", "d"], vec!["e", "f"]));
    assert_eq!(second.next, None);
}

pub(crate) async fn due_for_planning_gives_the_earliest_first(s: &Stage<'_>) {
    for (name, due) in [("late", 300), ("early", 10), ("tie", 20), ("tied", 20), ("never", 9_000)] {
        let schedule = SaveSchedule { next_due_at: Some(at(due)), ..save(key(name), definition()) };
        s.save(schedule, at(0)).await.unwrap();
    }
    let found = s.due_for_planning(at(300), 9).await.unwrap();
    assert_eq!(names(&found), ["early", "tie", "tied", "late"]);
    assert_eq!(names(&s.due_for_planning(at(300), 2).await.unwrap()), ["early", "tie"]);
    assert_eq!(names(&s.due_for_planning(at(299), 9).await.unwrap()), ["early", "tie", "tied"]);
    assert_eq!(s.due_for_planning(at(300), 0).await.unwrap(), []);
    assert_eq!(s.due_for_planning(at(9), 9).await.unwrap(), []);
    assert_eq!(found[0], s.schedule_of(&key("early")).await);
}

pub(crate) async fn due_for_planning_sees_a_pause_that_ends_by_itself(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    let pause = ChangeStatus { until: Some(at(500)), ..change(&key("digest"), Status::Paused) };
    s.change_status(pause, at(0)).await.unwrap();
    assert_eq!(s.due_for_planning(at(499), 9).await.unwrap(), []);
    let due = s.due_for_planning(at(500), 9).await.unwrap();
    assert_eq!((names(&due), due[0].status), (vec!["digest"], Status::Paused));
    assert_eq!(s.next_wakeup().await.unwrap().plan_at, Some(at(500)));
}

pub(crate) async fn due_for_planning_leaves_out_what_has_nothing_to_plan(s: &Stage<'_>) {
    for (name, to) in [("p", Status::Paused), ("c", Status::Canceled), ("d", Status::Disabled)] {
        s.saved(name, definition()).await;
        s.moved_to(name, to, 0).await;
    }
    s.save(SaveSchedule { next_due_at: None, ..save(key("idle"), definition()) }, at(0)).await.unwrap();
    let finished = s.saved("finished", definition()).await;
    let finishing = refrain::store::Plan { is_finished: true, ..plan(&finished, Vec::new()) };
    s.plan(vec![finishing], at(0)).await.unwrap();
    assert_eq!(s.due_for_planning(at(0) + seconds(99_999), 9).await.unwrap(), []);
    assert_eq!(s.next_wakeup().await.unwrap().plan_at, None);
}
