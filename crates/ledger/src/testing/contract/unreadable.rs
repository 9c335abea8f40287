//! A definition that cannot be read disables only its own schedule, is reported, and is repaired by an edit.

use crate::model::{Definition, Overlap, Revision, Schedule, Status};
use crate::store::{
    ClaimResult, DueSchedules, ExpectedVersion, ListedSchedule, NextWakeup, NoDefinition, Page, ScheduleFilter,
    StoreError, UnreadableSchedule,
};
use crate::testing::fixture::{
    acme, ann, at, change, definition, described, done, due, insert, key, manual, plan, save,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! unreadable_cases {
    ($make:path) => {
        $make! { unreadable:
            an_unreadable_schedule_does_not_stop_planning,
            a_list_shows_an_unreadable_schedule_in_order,
            reading_an_unreadable_schedule_reports_damage,
            only_the_damaged_revision_is_unreadable,
            a_quarantined_schedule_is_disabled_once_with_its_problem,
            a_schedule_repaired_meanwhile_is_not_quarantined,
            an_edit_repairs_an_unreadable_schedule,
            an_unreadable_schedule_can_be_deleted,
            operations_that_need_the_damaged_definition_are_refused,
            runs_of_an_unreadable_schedule_are_settled,
            an_unreadable_row_is_reported_once_and_blocks_no_other,
        }
    };
}

/// Creates two schedules, the first of them damaged.
async fn one_of_two(s: &Stage<'_>) -> (Schedule, Schedule) {
    let (torn, sound) = (s.saved("torn", described("torn")).await, s.saved("whole", described("whole")).await);
    s.subject.damage_definition(torn.uid, torn.revision).await;
    (torn, sound)
}

async fn due_now(s: &Stage<'_>) -> DueSchedules {
    s.due_for_planning(at(9_999), 9).await.unwrap()
}

/// Returns the damaged schedule as a list shows it.
async fn listed(s: &Stage<'_>) -> UnreadableSchedule {
    let mut page = s.schedules(&acme(), &ScheduleFilter::default(), &Page::first(1)).await.unwrap();
    *page.rows.remove(0).unwrap_err()
}

pub async fn an_unreadable_schedule_does_not_stop_planning(s: &Stage<'_>) {
    let (torn, sound) = one_of_two(s).await;
    let found = due_now(s).await;
    assert_eq!(found.schedules, std::slice::from_ref(&sound));
    let [unreadable] = &found.unreadable[..] else { panic!("{found:?}") };
    assert_eq!((unreadable.uid, &unreadable.key), (torn.uid, &torn.key));
    assert_eq!((unreadable.revision, unreadable.status), (Revision(1), Status::Active));
    assert!(unreadable.problem.contains("line 1 column 3"), "{unreadable:?}");
    s.plan_rows(&sound, vec![due(0)]).await;
    assert_eq!(s.started("n1", 0).await.schedule, sound.key);
}

pub async fn a_list_shows_an_unreadable_schedule_in_order(s: &Stage<'_>) {
    s.saved("a", definition()).await;
    one_of_two(s).await;
    let mut names = Vec::new();
    let mut page = Page::first(1);
    loop {
        let found = s.schedules(&acme(), &ScheduleFilter::default(), &page).await.unwrap();
        names.extend(found.rows.iter().map(|one: &ListedSchedule| match one {
            Ok(schedule) => format!("{}", schedule.key.id),
            Err(unreadable) => format!("({})", unreadable.key.id),
        }));
        let Some(next) = found.next else { break };
        page = Page::after(1, next);
    }
    assert_eq!(names, ["a", "(torn)", "whole"]);
    let labelled = ScheduleFilter { labels: vec![("team".to_owned(), "x".to_owned())], ..ScheduleFilter::default() };
    assert_eq!(s.schedules(&acme(), &labelled, &Page::first(9)).await.unwrap().rows, []);
}

pub async fn reading_an_unreadable_schedule_reports_damage(s: &Stage<'_>) {
    let (torn, sound) = one_of_two(s).await;
    let read = s.schedule(&torn.key).await;
    assert!(matches!(read, Err(StoreError::Corrupt(_))), "{read:?}");
    assert_eq!(s.schedule_of(&sound.key).await, sound);
    let revisions = s.revisions_of("torn").await;
    assert_eq!((revisions.len(), &revisions[0].definition, revisions[0].problem.is_some()), (1, &None, true));
}

pub async fn only_the_damaged_revision_is_unreadable(s: &Stage<'_>) {
    let (torn, sound) = one_of_two(s).await;
    let wanted = [(torn.uid, Revision(1)), (sound.uid, Revision(1)), (torn.uid, Revision(9))];
    let found = s.definitions(&wanted).await.unwrap();
    assert!(matches!(found[0], Err(NoDefinition::Damaged(_))), "{found:?}");
    assert_eq!(found[1], Ok(sound.definition));
    assert_eq!(found[2], found[0]);
}

pub async fn a_quarantined_schedule_is_disabled_once_with_its_problem(s: &Stage<'_>) {
    let (_, sound) = one_of_two(s).await;
    let found = due_now(s).await.unreadable;
    assert_eq!(s.quarantine(&found, &ann(), at(5)).await.unwrap(), [true]);
    let after = listed(s).await;
    assert_eq!((after.status, after.revision, &after.problem), (Status::Disabled, Revision(2), &found[0].problem));
    assert_eq!(due_now(s).await, DueSchedules { schedules: vec![sound], unreadable: Vec::new() });
    let entries = s.audit().await;
    let entry = &entries.last().unwrap().entry;
    assert_eq!((entry.action.as_str(), entry.object.as_str()), ("schedule.disable", "schedule/torn"));
    let detail: serde_json::Value = serde_json::from_str(&entry.detail).unwrap();
    assert_eq!((&detail["note"], &detail["revision"]), (&found[0].problem.as_str().into(), &2.into()));
    assert_eq!(s.revisions_of("torn").await[0].change, "disable");
    // Another node that found the same is too late.
    assert_eq!(s.quarantine(&found, &ann(), at(6)).await.unwrap(), [false]);
    assert_eq!((listed(s).await, s.audit().await.len()), (after, entries.len()));
}

pub async fn a_schedule_repaired_meanwhile_is_not_quarantined(s: &Stage<'_>) {
    one_of_two(s).await;
    let found = due_now(s).await.unreadable;
    let healed = s.saved("torn", described("healed")).await;
    let before = s.everything().await;
    assert_eq!(s.quarantine(&found, &ann(), at(5)).await.unwrap(), [false]);
    let gone = UnreadableSchedule { key: key("nobody"), ..found[0].clone() };
    assert_eq!(s.quarantine(&[gone], &ann(), at(5)).await.unwrap(), [false]);
    assert_eq!(s.everything().await, before);
    assert_eq!((healed.revision, healed.status), (Revision(2), Status::Active));
}

pub async fn an_edit_repairs_an_unreadable_schedule(s: &Stage<'_>) {
    let (torn, _) = one_of_two(s).await;
    s.quarantine(&due_now(s).await.unreadable, &ann(), at(5)).await.unwrap();
    // The same definition as before counts as a change, because it could not be read.
    let healed = s.saved("torn", described("torn")).await;
    assert_eq!((healed.uid, healed.revision, healed.status), (torn.uid, Revision(3), Status::Active));
    assert_eq!(s.schedule_of(&torn.key).await, healed);
    assert_eq!(s.defined(torn.uid, Revision(3)).await, Some(described("torn")));
    s.plan_rows(&healed, vec![due(0)]).await;
    assert_eq!(s.started("n1", 0).await.schedule, torn.key);
    let reported: Vec<_> =
        s.revisions_of("torn").await.iter().map(|one| (one.definition.is_some(), one.problem.is_some())).collect();
    assert_eq!(reported, [(true, false), (false, false), (false, true)]);
}

pub async fn an_unreadable_schedule_can_be_deleted(s: &Stage<'_>) {
    let (torn, sound) = one_of_two(s).await;
    s.delete(&torn.key, ExpectedVersion::Exactly(1), &ann(), at(5)).await.unwrap();
    assert_eq!(s.schedule(&torn.key).await.unwrap(), None);
    assert_eq!(due_now(s).await, DueSchedules { schedules: vec![sound], unreadable: Vec::new() });
}

pub async fn operations_that_need_the_damaged_definition_are_refused(s: &Stage<'_>) {
    let (torn, _) = one_of_two(s).await;
    let paused = s.change_status(change(&torn.key, Status::Paused), at(5)).await;
    assert!(matches!(paused, Err(StoreError::Corrupt(_))), "{paused:?}");
    let fired = s.insert(insert(&torn.key, vec![manual("x", 5)]), at(5)).await;
    assert!(matches!(fired, Err(StoreError::Corrupt(_))), "{fired:?}");
    let stale = s.save(
        crate::store::SaveSchedule { expect: ExpectedVersion::Exactly(7), ..save(torn.key, definition()) },
        at(5),
    );
    assert!(matches!(stale.await, Err(StoreError::Conflict { .. })));
    assert_eq!((listed(s).await.revision, s.rows().await, s.audit().await.len()), (Revision(1), vec![], 2));
}

pub async fn runs_of_an_unreadable_schedule_are_settled(s: &Stage<'_>) {
    let torn = s.with_rows("torn", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.subject.damage_definition(torn.uid, torn.revision).await;
    s.quarantine(&due_now(s).await.unreadable, &ann(), at(5)).await.unwrap();
    s.ends(&row, done(), 6).await;
    assert_eq!(s.next_wakeup().await.unwrap(), NextWakeup::default());
    assert_eq!(s.plan(vec![plan(&torn, vec![due(60)])], at(7)).await.unwrap(), [crate::store::PlanResult::Stale]);
}

pub async fn an_unreadable_row_is_reported_once_and_blocks_no_other(s: &Stage<'_>) {
    let allowed = Definition { overlap: Overlap::AllowAll, ..definition() };
    // The damaged row is the first candidate of every claim, however small its limit is.
    s.with_rows("a", allowed, &[0, 1, 2]).await;
    let damaged = s.rows().await.iter().map(|row| row.id).min().unwrap();
    s.with_rows("b", definition(), &[3]).await;
    s.subject.damage_row(damaged).await;
    let (mut reported, mut started) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        let claimed = s.claimed("n1", 1, 5).await;
        reported.extend(claimed.unreadable.into_iter().map(|row| row.id));
        started.extend(claimed.started);
    }
    assert_eq!(reported, [damaged]);
    let names: Vec<_> = started.iter().map(|row| row.schedule.id.as_str()).collect();
    assert_eq!(names, ["a", "a", "b"]);
    assert!(started.iter().all(|row| row.id != damaged));
    for row in &started {
        s.ends(row, done(), 6).await;
    }
    assert_eq!(s.claimed("n1", 9, 60).await, ClaimResult::default());
}
