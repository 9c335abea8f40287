//! Rows that an edit superseded: they are planned again as soon as their period is, because they never ran.

use crate::model::{NewOccurrence, Occurrence, Priority, Reason, Revision, Schedule, SkipReason, State, Trigger};
use crate::store::{
    InsertResult, KeptOccurrence, OccurrenceChange, OccurrenceFilter, Page, PlanResult, Replan, SaveSchedule,
    SettleResult,
};
use crate::testing::fixture::{
    acme, at, definition, described, done, due, insert, key, lease, period, plan, save, seconds, skipped,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! superseded_cases {
    ($make:path) => {
        $make! { superseded:
            an_edit_that_is_reverted_plans_its_rows_again,
            a_replan_plans_superseded_rows_again,
            a_plan_plans_superseded_rows_again,
            a_request_for_a_superseded_row_plans_it_again,
            a_row_planned_again_invalidates_earlier_leases,
            a_row_planned_again_wakes_nodes_when_it_is_due,
            only_rows_without_an_attempt_are_planned_again,
            a_superseded_row_that_a_person_reopened_stays_open,
            an_edit_that_supersedes_and_adds_a_key_keeps_its_row,
        }
    };
}

/// Edits a schedule so that all its planned rows are superseded and these are added.
async fn edit(s: &Stage<'_>, text: &str, add: Vec<NewOccurrence>, now: i64) -> Schedule {
    let schedule = s.schedule_of(&key("digest")).await;
    let planned = s.planned(schedule.uid, None, 99).await.unwrap();
    let replan = Replan { add, ..Replan::keeping(&schedule, &planned, Vec::new(), "2026b") };
    let edit = SaveSchedule { replan: Some(replan), ..save(key("digest"), described(text)) };
    s.save(edit, at(now)).await.unwrap()
}

/// Returns the row of a schedule that an edit has superseded.
async fn superseded(s: &Stage<'_>, due: i64) -> Occurrence {
    s.with_rows("digest", definition(), &[due]).await;
    edit(s, "edited", Vec::new(), 1).await;
    let row = s.rows().await.pop().unwrap();
    assert_eq!((row.state, row.reason), (State::Skipped, Some(Reason::Skipped(SkipReason::Superseded))));
    row
}

/// Weekly on Monday, then on Tuesday, then on Monday again: no Monday ran any more.
pub async fn an_edit_that_is_reverted_plans_its_rows_again(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[60, 120]).await;
    let before = s.rows().await;
    edit(s, "moved", vec![due(90), due(150)], 5).await;
    let back = NewOccurrence { nominal_at: at(61), period: Some((at(61), at(99))), ..due(60) };
    let saved = edit(s, "back", vec![back.clone(), due(120)], 6).await;
    assert_eq!((saved.revision, saved.counters.skipped, saved.counters.runs), (Revision(3), 4, 0));
    assert_eq!(saved, s.schedule_of(&key("digest")).await);
    let rows = s.rows().await;
    let reported: Vec<_> = rows.iter().map(|row| (row.planned.period_key.clone(), row.state, row.revision.0)).collect();
    let row = |due: i64, state, revision| (period(due), state, revision);
    let expected = [
        row(60, State::Planned, 3),
        row(120, State::Planned, 3),
        row(90, State::Skipped, 2),
        row(150, State::Skipped, 2),
    ];
    assert_eq!(reported, expected);
    let fence = rows[0].fence;
    assert!(fence > before[0].fence);
    let revision = Revision(3);
    let expected =
        Occurrence { planned: back, revision, fence, tzdb: "2026b".to_owned(), created_at: at(6), ..before[0].clone() };
    assert_eq!(rows[0], expected);
    let open = OccurrenceFilter { states: vec![State::Planned], ..OccurrenceFilter::default() };
    assert_eq!(s.occurrences(&acme(), &open, &Page::first(9)).await.unwrap().rows.len(), 2);
    assert_eq!(s.planned(saved.uid, None, 9).await.unwrap(), rows[..2]);
    for (row, due) in before.iter().zip([61, 120]) {
        let run = s.started("n1", due).await;
        assert_eq!(run.id, row.id);
        s.ends(&run, done(), due + 1).await;
    }
    let counters = s.counters("digest").await;
    assert_eq!((counters.runs, counters.succeeded, counters.skipped), (2, 2, 4));
}

/// A holiday that is removed again.
pub async fn a_replan_plans_superseded_rows_again(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60, 120]).await;
    for (keep, add) in [(vec![120], Vec::new()), (vec![120], vec![due(60)])] {
        let keep = keep.into_iter().map(|due| {
            let (period_key, discriminator) = (period(due), String::new());
            KeptOccurrence { period_key, discriminator, nominal_at: at(due), due_at: at(due) }
        });
        let planned = s.planned(schedule.uid, None, 9).await.unwrap();
        let replan = Replan { add, ..Replan::keeping(&schedule, &planned, keep.collect(), "2026a") };
        let same = SaveSchedule { replan: Some(replan), ..save(key("digest"), definition()) };
        s.save(SaveSchedule { next_due_at: schedule.next_due_at, ..same }, at(5)).await.unwrap();
    }
    let states: Vec<_> = s.rows().await.iter().map(|row| (row.state, row.revision)).collect();
    assert_eq!(states, [(State::Planned, Revision(1)); 2]);
}

pub async fn a_plan_plans_superseded_rows_again(s: &Stage<'_>) {
    let row = superseded(s, 60).await;
    let schedule = s.schedule_of(&key("digest")).await;
    let rows = vec![due(60), NewOccurrence { nominal_at: at(99), ..due(60) }, due(120)];
    let planned = s.plan(vec![plan(&schedule, rows)], at(2)).await.unwrap();
    assert_eq!(planned, [PlanResult::Done { inserted: 2 }]);
    let again = s.again(&row).await;
    assert_eq!(
        (again.state, again.revision, again.planned, again.reason),
        (State::Planned, Revision(2), due(60), None)
    );
    assert_eq!(s.claimed("n1", 9, 200).await.started.len(), 2);
}

pub async fn a_request_for_a_superseded_row_plans_it_again(s: &Stage<'_>) {
    let row = superseded(s, 60).await;
    let wanted = NewOccurrence {
        due_at: at(300),
        priority: Priority::Low,
        trigger: Trigger::Backfill,
        note: Some("please".to_owned()),
        correlation_id: Some("corr".to_owned()),
        concurrency: Some(2),
        payload: None,
        ..due(60)
    };
    let asked = vec![wanted.clone(), wanted.clone()];
    let answers = s.insert(insert(&key("digest"), asked), at(300)).await.unwrap();
    assert_eq!(answers, [InsertResult::New(row.id), InsertResult::Existing(row.id, State::Planned)]);
    let again = s.again(&row).await;
    assert_eq!((again.state, again.planned, again.created_at), (State::Planned, wanted, at(300)));
    assert_eq!(s.claimed("n1", 9, 299).await.started, []);
    assert_eq!(s.started("n1", 300).await.id, row.id);
}

pub async fn a_row_planned_again_invalidates_earlier_leases(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[60]).await;
    let claim = crate::store::Claim { ahead_for: seconds(60), ..crate::testing::fixture::claim("n1", 9) };
    let leased = s.claim(&claim, at(0)).await.unwrap().started.remove(0);
    assert_eq!(s.release(&[lease(&leased).into()], at(1)).await.unwrap(), [true]);
    edit(s, "moved", Vec::new(), 2).await;
    edit(s, "back", vec![due(60)], 3).await;
    let again = s.again(&leased).await;
    assert!(again.state == State::Planned && again.fence > leased.fence, "{again:?}");
    assert_eq!(s.settled(&leased, done(), 61).await, SettleResult::LeaseLost);
    assert!(s.started("n2", 60).await.fence > again.fence);
}

pub async fn a_row_planned_again_wakes_nodes_when_it_is_due(s: &Stage<'_>) {
    superseded(s, 60).await;
    assert_eq!(s.next_wakeup().await.unwrap().claim_at, None);
    let mut wakes = s.wakes();
    wakes.mark_unchanged();
    edit(s, "back", vec![due(60)], 3).await;
    assert_eq!(s.next_wakeup().await.unwrap().claim_at, Some(at(60)));
    let limit = std::time::Duration::from_secs(10);
    tokio::time::timeout(limit, wakes.changed()).await.expect("the hint arrives in time").unwrap();
    assert_eq!(s.overdue(at(99), 9).await.unwrap().len(), 1);
}

pub async fn only_rows_without_an_attempt_are_planned_again(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1, 60]).await;
    // A worker may report any reason; the run has started.
    let runs = s.claimed("n1", 9, 5).await.started;
    s.ends(&runs[0], skipped(SkipReason::Superseded), 6).await;
    s.ends(&runs[1], done(), 6).await;
    let last = s.rows().await.pop().unwrap();
    s.by_hand(last.id, OccurrenceChange::Skip, 7).await.unwrap();
    let before = s.rows().await;
    let schedule = s.schedule_of(&key("digest")).await;
    let planned = s.plan(vec![plan(&schedule, vec![due(0), due(1), due(60)])], at(8)).await.unwrap();
    assert_eq!(planned, [PlanResult::Done { inserted: 0 }]);
    assert_eq!(s.rows().await, before);
}

pub async fn a_superseded_row_that_a_person_reopened_stays_open(s: &Stage<'_>) {
    let row = superseded(s, 60).await;
    let reopen = OccurrenceChange::retry();
    let reopened = s.by_hand(row.id, reopen, 2).await.unwrap();
    edit(s, "back", vec![due(60)], 3).await;
    let kept = s.again(&row).await;
    assert_eq!((kept.state, kept.planned, kept.fence), (State::Planned, reopened.planned, reopened.fence));
}

pub async fn an_edit_that_supersedes_and_adds_a_key_keeps_its_row(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[60, 120]).await;
    let moved = NewOccurrence { nominal_at: at(70), due_at: at(71), ..due(60) };
    let saved = edit(s, "edited", vec![moved], 5).await;
    assert_eq!(saved.counters.skipped, 1);
    let rows = s.rows().await;
    let reported: Vec<_> = rows.iter().map(|row| (row.state, row.planned.nominal_at, row.ready_at)).collect();
    assert_eq!(reported, [(State::Planned, at(70), at(71)), (State::Skipped, at(120), at(5))]);
    assert_eq!((rows[0].revision, rows[0].fence), (Revision(2), crate::model::Fence(0)));
}
