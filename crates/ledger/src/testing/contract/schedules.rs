//! Saving, changing and reading schedules: revisions, statuses, compare-and-set.

use crate::model::{Definition, Delivery, Overlap, Priority, Revision, ScheduleUid, Scope, Source, Status};
use crate::store::{ChangeStatus, ExpectedVersion, NoDefinition, Page, SaveSchedule, StoreError};
use crate::testing::fixture::{
    ann, at, change, definition, described, globex, key, key_of, plan, save, seconds, tricky_json,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! schedules_cases {
    ($make:path) => {
        $make! { schedules:
            a_new_schedule_is_active_and_reads_back_as_it_was_saved,
            every_field_of_a_definition_reads_back,
            a_missing_schedule_is_none,
            the_same_definition_saved_twice_adds_nothing,
            another_source_is_a_change,
            a_touch_is_a_change_of_the_same_definition,
            an_edit_raises_the_revision_and_leaves_watermark_and_counters,
            expecting_a_new_schedule_refuses_an_existing_one,
            expecting_a_revision_refuses_another,
            expecting_a_revision_of_a_missing_schedule_is_not_found,
            definitions_are_readable_by_revision_after_edits_and_deletion,
            many_definitions_are_read_at_once_in_request_order,
            revisions_list_every_change_newest_first,
            revisions_come_in_pages,
            a_tenant_cannot_exceed_its_schedule_limit,
            due_for_planning_returns_the_earliest_first,
            due_for_planning_includes_a_pause_that_ends_by_itself,
            due_for_planning_omits_schedules_with_nothing_to_plan,
        }
    };
}

pub async fn a_new_schedule_is_active_and_reads_back_as_it_was_saved(s: &Stage<'_>) {
    let saved = s.saved("digest", definition()).await;
    assert_eq!((saved.revision, saved.status, saved.source), (Revision(1), Status::Active, Source::Api));
    assert_eq!((saved.next_due_at, saved.watermark), (Some(at(0)), at(-60)));
    assert_eq!((saved.created_at, saved.updated_at), (at(0), at(0)));
    assert_eq!((saved.status_note.by.as_str(), saved.status_note.text.as_deref()), ("ann", None));
    assert_eq!(saved.counters, Default::default());
    assert_eq!(*saved.definition, definition());
    assert_eq!(s.schedule_of(&key("digest")).await, saved);
}

/// Detects a store that converts JSON to its own numbers or lists.
pub async fn every_field_of_a_definition_reads_back(s: &Stage<'_>) {
    let mut full = Definition {
        description: "é 漢 'quoted' \\ %".to_owned(),
        scope: Some(Scope { kind: "engagement".to_owned(), id: "7".to_owned() }),
        discriminators: vec!["eu".to_owned(), "us".to_owned()],
        overlap: Overlap::BufferAll,
        max_concurrent: Some(7),
        start_deadline: Some(refrain_recurrence::Length::from_seconds(90)),
        timeout: Some(refrain_recurrence::Length::from_seconds(5)),
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
    assert_eq!(s.defined(saved.uid, Revision(1)).await, Some(full));
}

pub async fn a_missing_schedule_is_none(s: &Stage<'_>) {
    assert_eq!(s.schedule(&key("digest")).await.unwrap(), None);
    assert!(matches!(s.revisions(&key("digest"), &Page::first(1)).await, Err(StoreError::NotFound(_))));
    let saved = s.saved("digest", definition()).await;
    assert_eq!(s.defined(saved.uid, Revision(0)).await, None);
}

/// A configuration file that is read at every start must not fill the history.
pub async fn the_same_definition_saved_twice_adds_nothing(s: &Stage<'_>) {
    let first = s.saved("digest", definition()).await;
    let before = s.everything().await;
    let second = s.save(SaveSchedule { next_due_at: Some(at(999)), ..save(key("digest"), definition()) }, at(50)).await;
    assert_eq!(second.unwrap(), first);
    assert_eq!(s.everything().await, before);
}

pub async fn another_source_is_a_change(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    let save = SaveSchedule { source: Source::File, ..save(key("digest"), definition()) };
    let saved = s.save(save, at(5)).await.unwrap();
    assert_eq!((saved.revision, saved.source), (Revision(2), Source::File));
}

pub async fn a_touch_is_a_change_of_the_same_definition(s: &Stage<'_>) {
    let old = s.with_rows("digest", definition(), &[0, 60]).await;
    let touch = || SaveSchedule { touch: true, next_due_at: old.next_due_at, ..save(key("digest"), definition()) };
    let new = s.save(touch(), at(10)).await.unwrap();
    assert_eq!((new.revision, new.updated_at), (Revision(2), at(10)));
    let before = crate::model::Schedule { revision: Revision(2), updated_at: at(10), ..old };
    assert_eq!(new, before, "a touch changes nothing else");
    assert_eq!(s.schedule_of(&key("digest")).await, new);
    assert_eq!(s.defined(new.uid, Revision(2)).await, Some(definition()));
}

/// P4: an edit never moves the watermark.
pub async fn an_edit_raises_the_revision_and_leaves_watermark_and_counters(s: &Stage<'_>) {
    let old = s.with_rows("digest", definition(), &[0, 60]).await;
    let edit =
        SaveSchedule { watermark: at(-5_000), next_due_at: Some(at(600)), ..save(key("digest"), described("new")) };
    let new = s.save(edit, at(10)).await.unwrap();
    assert_eq!((new.uid, new.revision), (old.uid, Revision(2)));
    assert_eq!((new.watermark, new.counters.clone()), (at(60), old.counters));
    assert_eq!((new.next_due_at, new.created_at, new.updated_at), (Some(at(600)), at(0), at(10)));
    assert_eq!(s.schedule_of(&key("digest")).await, new);
}

pub async fn expecting_a_new_schedule_refuses_an_existing_one(s: &Stage<'_>) {
    let fresh = |text| SaveSchedule { expect: ExpectedVersion::New, ..save(key("digest"), described(text)) };
    s.save(fresh("one"), at(0)).await.unwrap();
    let before = s.everything().await;
    assert!(matches!(s.save(fresh("two"), at(1)).await, Err(StoreError::Conflict { .. })));
    // The same definition is rejected too, because the caller requested to create the schedule.
    assert!(matches!(s.save(fresh("one"), at(1)).await, Err(StoreError::Conflict { .. })));
    assert_eq!(s.everything().await, before);
}

pub async fn expecting_a_revision_refuses_another(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.saved("digest", described("two")).await;
    let before = s.everything().await;
    for stale in [0, 1, 3] {
        let edit = SaveSchedule { expect: ExpectedVersion::Exactly(stale), ..save(key("digest"), described("three")) };
        let refused = s.save(edit, at(1)).await;
        let is_reported = matches!(&refused, Err(StoreError::Conflict { expected, found, .. })
            if *expected == stale.to_string() && found == "2");
        assert!(is_reported, "{refused:?}");
    }
    assert_eq!(s.everything().await, before);
    let edit = SaveSchedule { expect: ExpectedVersion::Exactly(2), ..save(key("digest"), described("three")) };
    assert_eq!(s.save(edit, at(1)).await.unwrap().revision, Revision(3));
}

pub async fn expecting_a_revision_of_a_missing_schedule_is_not_found(s: &Stage<'_>) {
    let edit = SaveSchedule { expect: ExpectedVersion::Exactly(1), ..save(key("digest"), definition()) };
    assert!(matches!(s.save(edit, at(0)).await, Err(StoreError::NotFound(_))));
    assert_eq!(s.schedule(&key("digest")).await.unwrap(), None);
}

/// A row names the revision that produced it, so the definition of that revision must stay readable.
pub async fn definitions_are_readable_by_revision_after_edits_and_deletion(s: &Stage<'_>) {
    let uid = s.with_rows("digest", described("one"), &[0]).await.uid;
    s.moved_to("digest", Status::Paused, 1).await;
    s.saved("digest", described("three")).await;
    s.delete(&key("digest"), ExpectedVersion::Any, &ann(), at(2)).await.unwrap();
    for (revision, text) in [(1, "one"), (2, "one"), (3, "three"), (4, "three"), (99, "three")] {
        let definition = s.defined(uid, Revision(revision)).await;
        assert_eq!(definition.unwrap().description, text, "revision {revision}");
    }
}

/// A claim returns rows of many schedules and revisions; a missing definition must not hide the others.
pub async fn many_definitions_are_read_at_once_in_request_order(s: &Stage<'_>) {
    let one = s.saved("one", described("one")).await.uid;
    let other = s.saved_as(key_of(globex(), "other"), described("other")).await.uid;
    for text in 2..20 {
        s.saved("one", described(&text.to_string())).await;
    }
    let gone = ScheduleUid(987_654_321);
    let asked = [(other, 1), (gone, 1), (one, 19), (one, 1), (one, 0), (one, 7), (other, 1), (one, i64::MAX)];
    let wanted: Vec<_> = asked.iter().map(|(uid, revision)| (*uid, Revision(*revision))).collect();
    let found = s.definitions(&wanted).await.unwrap();
    let texts: Vec<_> = found.iter().map(|found| found.as_ref().map(|found| found.description.as_str())).collect();
    let gone = Err(&NoDefinition::Missing);
    assert_eq!(texts, [Ok("other"), gone, Ok("19"), Ok("one"), gone, Ok("7"), Ok("other"), Ok("19")]);
    assert_eq!(s.definitions(&[]).await.unwrap(), []);
}

pub async fn revisions_list_every_change_newest_first(s: &Stage<'_>) {
    s.saved("digest", described("one")).await;
    s.moved_to("digest", Status::Paused, 1).await;
    s.moved_to("digest", Status::Active, 2).await;
    s.moved_to("digest", Status::Disabled, 3).await;
    s.saved("digest", described("two")).await;
    s.moved_to("digest", Status::Canceled, 4).await;
    let reported: Vec<(i64, String, bool)> = s
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
    assert_eq!(reported, expected.map(|(revision, change, has)| (revision, change.to_owned(), has)));
    let first = s.revisions_of("digest").await.pop().unwrap();
    assert_eq!((first.at, first.by.as_str(), first.definition.unwrap().description.as_str()), (at(0), "ann", "one"));
}

pub async fn revisions_come_in_pages(s: &Stage<'_>) {
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

fn names(schedules: &[crate::model::Schedule]) -> Vec<&str> {
    schedules.iter().map(|schedule| schedule.key.id.as_str()).collect()
}

pub async fn due_for_planning_returns_the_earliest_first(s: &Stage<'_>) {
    for (name, due) in [("late", 300), ("early", 10), ("tie", 20), ("tied", 20), ("never", 9_000)] {
        let schedule = SaveSchedule { next_due_at: Some(at(due)), ..save(key(name), definition()) };
        s.save(schedule, at(0)).await.unwrap();
    }
    let found = s.due_for_planning(at(300), 9).await.unwrap().schedules;
    assert_eq!(names(&found), ["early", "tie", "tied", "late"]);
    assert_eq!(names(&s.due_for_planning(at(300), 2).await.unwrap().schedules), ["early", "tie"]);
    assert_eq!(names(&s.due_for_planning(at(299), 9).await.unwrap().schedules), ["early", "tie", "tied"]);
    assert_eq!(s.due_for_planning(at(300), 0).await.unwrap().schedules, []);
    assert_eq!(s.due_for_planning(at(9), 9).await.unwrap().schedules, []);
    assert_eq!(found[0], s.schedule_of(&key("early")).await);
}

pub async fn due_for_planning_includes_a_pause_that_ends_by_itself(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    let pause = ChangeStatus { until: Some(at(500)), ..change(&key("digest"), Status::Paused) };
    s.change_status(pause, at(0)).await.unwrap();
    assert_eq!(s.due_for_planning(at(499), 9).await.unwrap().schedules, []);
    let due = s.due_for_planning(at(500), 9).await.unwrap().schedules;
    assert_eq!((names(&due), due[0].status), (vec!["digest"], Status::Paused));
    assert_eq!(s.next_wakeup().await.unwrap().plan_at, Some(at(500)));
}

pub async fn due_for_planning_omits_schedules_with_nothing_to_plan(s: &Stage<'_>) {
    for (name, to) in [("p", Status::Paused), ("c", Status::Canceled), ("d", Status::Disabled)] {
        s.saved(name, definition()).await;
        s.moved_to(name, to, 0).await;
    }
    s.save(SaveSchedule { next_due_at: None, ..save(key("idle"), definition()) }, at(0)).await.unwrap();
    let finished = s.saved("finished", definition()).await;
    let finishing = crate::store::Plan { is_finished: true, ..plan(&finished, Vec::new()) };
    s.plan(vec![finishing], at(0)).await.unwrap();
    assert_eq!(s.due_for_planning(at(0) + seconds(99_999), 9).await.unwrap().schedules, []);
    assert_eq!(s.next_wakeup().await.unwrap().plan_at, None);
}

pub async fn a_tenant_cannot_exceed_its_schedule_limit(s: &Stage<'_>) {
    let limited = |name: &str, text: &str| SaveSchedule { schedules_max: Some(2), ..save(key(name), described(text)) };
    s.save(limited("a", "first"), at(0)).await.unwrap();
    s.save(limited("b", "first"), at(0)).await.unwrap();
    let refused = s.save(limited("c", "first"), at(0)).await.unwrap_err();
    assert!(matches!(refused, StoreError::TooMany { count_max: 2, .. }), "{refused}");
    assert_eq!(s.store.schedule(&key("c")).await.unwrap(), None, "the rejected schedule is not stored");
    let fresh = SaveSchedule { expect: ExpectedVersion::New, ..limited("c", "first") };
    let refused = s.save(fresh.clone(), at(0)).await.unwrap_err();
    assert!(matches!(refused, StoreError::TooMany { .. }), "{refused}");
    s.save(limited("a", "edited"), at(1)).await.expect("an edit does not count toward the limit");
    s.store.delete(&key("b"), ExpectedVersion::Any, &ann(), at(2)).await.unwrap();
    s.save(fresh, at(3)).await.expect("a deleted schedule does not count toward the limit");
}
