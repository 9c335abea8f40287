//! Planning: one row per key, all or nothing, and the watermark never moves back.

use crate::model::{NewOccurrence, Priority, Revision, State, Status, Trigger};
use crate::store::{Page, Plan, PlanResult, StoreError};
use crate::testing::fixture::{
    acme, at, definition, described, done, due, gap, insert, key, manual, period, plan, seconds,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! plan_cases {
    ($make:path) => {
        $make! { plan:
            a_planned_row_holds_what_was_planned,
            planning_moves_the_watermark_and_the_next_due_time,
            planning_twice_adds_nothing,
            a_repeated_plan_is_stale,
            an_existing_row_is_unchanged_and_not_counted,
            a_key_twice_in_one_plan_is_one_row,
            every_discriminator_has_its_own_row,
            keys_are_compared_byte_by_byte,
            a_stale_revision_writes_nothing_not_even_gaps,
            a_stale_watermark_writes_nothing_not_even_gaps,
            only_active_schedules_are_planned,
            the_rest_of_a_batch_is_written_when_a_part_is_stale,
            a_schedule_twice_in_one_batch_is_planned_one_after_the_other,
            rows_due_together_get_consecutive_numbers,
            a_watermark_never_moves_back,
            a_plan_without_rows_moves_the_watermark,
            a_plan_may_keep_the_watermark,
            a_schedule_is_finished_only_without_open_rows,
            a_plan_with_rows_cannot_finish_a_schedule,
            catch_up_rows_count_against_runs,
            gaps_are_listed_newest_first,
            gaps_come_in_pages,
            planned_rows_are_listed_by_id_until_they_start,
            open_rows_are_listed_in_pages_until_they_complete,
            an_empty_batch_does_nothing,
            a_thousand_rows_are_planned_at_once,
            planning_sends_a_wake_up_hint,
        }
    };
}

/// P10: the row stores the revision and the time zone database that produced it.
pub async fn a_planned_row_holds_what_was_planned(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let new = NewOccurrence {
        period_key: "2026-01-05T10:00:00[Europe/Berlin]".to_owned(),
        discriminator: "eu é".to_owned(),
        nominal_at: at(60),
        due_at: at(75) + jiff::SignedDuration::from_micros(123_456),
        period: Some((at(0), at(3_600))),
        priority: Priority::High,
        trigger: Trigger::CatchUp,
        correlation_id: Some("corr".to_owned()),
        note: Some("a note".to_owned()),
        concurrency: None,
        payload: None,
    };
    let made = Plan { tzdb: "2026b".to_owned(), ..plan(&schedule, vec![new.clone()]) };
    s.plan(vec![made], at(7)).await.unwrap();
    let row = s.rows().await.remove(0);
    assert_eq!(row.planned, new);
    assert_eq!((row.schedule.clone(), row.schedule_uid), (key("digest"), schedule.uid));
    assert_eq!((row.revision, row.tzdb.as_str(), row.created_at), (Revision(1), "2026b", at(7)));
    assert_eq!((row.state, row.attempt, row.fence.0, row.waits), (State::Planned, 0, 0, false));
    assert_eq!((row.ready_at, row.lease_owner.clone(), row.lease_until), (new.due_at, None, None));
    assert_eq!((row.started_at, row.ended_at, row.reason, row.message.clone()), (None, None, None, None));
    assert_eq!((row.blocker, row.target.clone(), row.cancel_requested), (None, None, false));
    assert_eq!(s.attempts(&row).await, []);
}

pub async fn planning_moves_the_watermark_and_the_next_due_time(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let made = Plan { watermark_to: at(90), next_due_at: Some(at(120)), ..plan(&schedule, vec![due(0), due(60)]) };
    assert_eq!(s.plan(vec![made], at(5)).await.unwrap(), [PlanResult::Done { inserted: 2 }]);
    let after = s.schedule_of(&key("digest")).await;
    assert_eq!((after.watermark, after.next_due_at, after.counters.runs), (at(90), Some(at(120)), 0));
    // Planning is not a change by a person.
    assert_eq!((after.revision, after.updated_at), (Revision(1), at(0)));
    assert_eq!(s.audit().await.len(), 1);
}

/// P1: planning a window again, with the current watermark, adds nothing.
pub async fn planning_twice_adds_nothing(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[0, 60]).await;
    let before = s.rows().await;
    let again = s.plan(vec![plan(&schedule, vec![due(0), due(60)])], at(9)).await.unwrap();
    assert_eq!(again, [PlanResult::Done { inserted: 0 }]);
    assert_eq!(s.rows().await, before);
}

/// A plan whose answer was lost is repeated: it changes nothing, and the caller reads the current watermark.
pub async fn a_repeated_plan_is_stale(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let made = Plan { gaps: vec![gap(-60, -60, 1)], ..plan(&schedule, vec![due(0)]) };
    assert_eq!(s.plan(vec![made.clone()], at(0)).await.unwrap(), [PlanResult::Done { inserted: 1 }]);
    let before = s.everything().await;
    assert_eq!(s.plan(vec![made], at(0)).await.unwrap(), [PlanResult::Stale]);
    assert_eq!(s.everything().await, before);
}

pub async fn an_existing_row_is_unchanged_and_not_counted(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, done(), 1).await;
    let before = s.rows().await;
    let other = NewOccurrence { due_at: at(500), priority: Priority::High, ..due(0) };
    let planned = s.plan(vec![plan(&schedule, vec![other, due(60)])], at(2)).await.unwrap();
    assert_eq!(planned, [PlanResult::Done { inserted: 1 }]);
    let after = s.rows().await;
    assert_eq!((after.len(), &after[0]), (2, &before[0]));
    assert_eq!(s.counters("digest").await.runs, 1);
}

pub async fn a_key_twice_in_one_plan_is_one_row(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let twin = NewOccurrence { due_at: at(9), ..due(0) };
    let planned = s.plan(vec![plan(&schedule, vec![due(0), twin, due(1)])], at(0)).await.unwrap();
    assert_eq!(planned, [PlanResult::Done { inserted: 2 }]);
    let dues: Vec<_> = s.rows().await.iter().map(|row| row.planned.due_at).collect();
    assert_eq!(dues, [at(0), at(1)]);
}

pub async fn every_discriminator_has_its_own_row(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let of = |discriminator: &str| NewOccurrence { discriminator: discriminator.to_owned(), ..due(0) };
    s.plan_rows(&schedule, vec![of(""), of("eu"), of("us"), of("EU")]).await;
    let keys: Vec<_> = s.rows().await.iter().map(|row| row.idempotency_key().to_string()).collect();
    assert_eq!(keys.iter().collect::<std::collections::BTreeSet<_>>().len(), 4);
}

/// Trailing spaces, case and composed letters distinguish keys, and the parts of a key cannot run into each other.
pub async fn keys_are_compared_byte_by_byte(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let of = |period: &str, discriminator: &str| NewOccurrence {
        period_key: period.to_owned(),
        discriminator: discriminator.to_owned(),
        ..due(0)
    };
    let rows = vec![
        of("a", ""),
        of("A", ""),
        of("a ", ""),
        of(" a", ""),
        of("é", ""),
        of("e\u{301}", ""),
        of("a", "b"),
        of("ab", ""),
        of("a:b", ""),
        of("a", ":b"),
        of("a|b", "c"),
        of("a", "b|c"),
        of("a%", ""),
        of("a_", ""),
        of(&"k".repeat(256), &"d".repeat(256)),
    ];
    s.plan_rows(&schedule, rows).await;
}

async fn writes_nothing(s: &Stage<'_>, stale: Plan) {
    let before = s.everything().await;
    let stale = Plan { gaps: vec![gap(0, 60, 2)], ..stale };
    assert_eq!(s.plan(vec![stale], at(5)).await.unwrap(), [PlanResult::Stale]);
    assert_eq!(s.everything().await, before);
}

pub async fn a_stale_revision_writes_nothing_not_even_gaps(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    s.saved("digest", described("new")).await;
    writes_nothing(s, plan(&schedule, vec![due(0)])).await;
    writes_nothing(s, Plan { revision: Revision(3), ..plan(&schedule, vec![due(0)]) }).await;
}

pub async fn a_stale_watermark_writes_nothing_not_even_gaps(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    s.plan_rows(&schedule, vec![due(0)]).await;
    writes_nothing(s, plan(&schedule, vec![due(60)])).await;
    let off_by_one = schedule.watermark - jiff::SignedDuration::from_micros(1);
    writes_nothing(s, Plan { watermark: off_by_one, ..plan(&schedule, vec![due(60)]) }).await;
    let unknown = crate::model::ScheduleUid(987_654_321);
    writes_nothing(s, Plan { uid: unknown, ..plan(&schedule, vec![due(60)]) }).await;
}

/// P7: a plan made before the pause writes nothing after it, even with the revision that the pause created.
pub async fn only_active_schedules_are_planned(s: &Stage<'_>) {
    for status in [Status::Paused, Status::Disabled, Status::Canceled] {
        let schedule = s.saved(status.as_str(), definition()).await;
        writes_nothing(s, Plan { revision: Revision(2), ..plan(&schedule, vec![due(0)]) }).await;
        let changed = s.moved_to(status.as_str(), status, 1).await;
        writes_nothing(s, plan(&schedule, vec![due(0)])).await;
        writes_nothing(s, plan(&changed, vec![due(0)])).await;
    }
    let deleted = s.saved("deleted", definition()).await;
    s.delete(&key("deleted"), crate::store::ExpectedVersion::Any, &crate::testing::fixture::ann(), at(1))
        .await
        .unwrap();
    writes_nothing(s, Plan { revision: Revision(2), ..plan(&deleted, vec![due(0)]) }).await;
}

pub async fn the_rest_of_a_batch_is_written_when_a_part_is_stale(s: &Stage<'_>) {
    let (a, b, c) =
        (s.saved("a", definition()).await, s.saved("b", definition()).await, s.saved("c", definition()).await);
    s.saved("b", described("new")).await;
    let plans = vec![plan(&a, vec![due(0)]), plan(&b, vec![due(0)]), plan(&c, vec![due(0), due(60)])];
    let planned = s.plan(plans, at(0)).await.unwrap();
    assert_eq!(planned, [PlanResult::Done { inserted: 1 }, PlanResult::Stale, PlanResult::Done { inserted: 2 }]);
    let rows: Vec<_> = s.rows().await.iter().map(|row| row.schedule.id.to_string()).collect();
    assert_eq!(rows, ["a", "c", "c"]);
}

pub async fn a_schedule_twice_in_one_batch_is_planned_one_after_the_other(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let first = plan(&schedule, vec![due(0)]);
    let second = Plan { watermark: at(0), ..plan(&schedule, vec![due(0), due(60)]) };
    let planned = s.plan(vec![first.clone(), first, second], at(0)).await.unwrap();
    assert_eq!(planned, [PlanResult::Done { inserted: 1 }, PlanResult::Stale, PlanResult::Done { inserted: 1 }]);
    let after = s.schedule_of(&key("digest")).await;
    assert_eq!((after.watermark, s.rows().await.len()), (at(60), 2));
}

pub async fn rows_due_together_get_consecutive_numbers(s: &Stage<'_>) {
    let (one, two) = (s.saved("one", definition()).await, s.saved("two", definition()).await);
    let plans = vec![plan(&one, vec![due(0), due(60)]), plan(&two, vec![due(0), due(30), due(60)])];
    s.plan(plans, at(0)).await.unwrap();
    let rows = s.rows().await;
    let numbered: Vec<_> = rows.iter().map(|row| (row.schedule.id.as_str(), row.planned.nominal_at)).collect();
    assert_eq!(numbered, [("one", at(0)), ("two", at(0)), ("two", at(30)), ("one", at(60)), ("two", at(60))]);
}

/// P4: the watermark never moves back.
pub async fn a_watermark_never_moves_back(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[0]).await;
    let before = s.everything().await;
    let back = Plan { watermark_to: at(-1), ..plan(&schedule, vec![due(60)]) };
    let refused = s.plan(vec![back], at(0)).await;
    assert!(matches!(refused, Err(StoreError::Invalid { field: "watermark", .. })), "{refused:?}");
    assert_eq!(s.everything().await, before);
}

pub async fn a_plan_without_rows_moves_the_watermark(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let empty = Plan { watermark_to: at(600), next_due_at: None, ..plan(&schedule, Vec::new()) };
    assert_eq!(s.plan(vec![empty], at(0)).await.unwrap(), [PlanResult::Done { inserted: 0 }]);
    let after = s.schedule_of(&key("digest")).await;
    assert_eq!((after.watermark, after.next_due_at), (at(600), None));
    assert_eq!(s.due_for_planning(at(99_999), 9).await.unwrap().schedules, []);
}

pub async fn a_plan_may_keep_the_watermark(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[0]).await;
    let stay = Plan { watermark_to: at(0), next_due_at: Some(at(30)), ..plan(&schedule, vec![due(-30)]) };
    assert_eq!(s.plan(vec![stay], at(0)).await.unwrap(), [PlanResult::Done { inserted: 1 }]);
    let after = s.schedule_of(&key("digest")).await;
    assert_eq!((after.watermark, after.next_due_at), (at(0), Some(at(30))));
}

/// A calendar change or a manual run may add an occurrence after the planner found none open.
pub async fn a_schedule_is_finished_only_without_open_rows(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[0]).await;
    let finishing = Plan { is_finished: true, next_due_at: None, ..plan(&schedule, Vec::new()) };
    writes_nothing(s, finishing.clone()).await;
    let row = s.started("n1", 0).await;
    writes_nothing(s, finishing.clone()).await;
    s.ends(&row, done(), 1).await;
    s.insert(insert(&key("digest"), vec![manual("x", 2)]), at(2)).await.unwrap();
    writes_nothing(s, finishing.clone()).await;
    let row = s.started("n1", 3).await;
    s.ends(&row, done(), 4).await;
    assert_eq!(s.plan(vec![finishing], at(5)).await.unwrap(), [PlanResult::Done { inserted: 0 }]);
    let after = s.schedule_of(&key("digest")).await;
    assert_eq!((after.status, after.revision, after.next_due_at), (Status::Finished, Revision(1), None));
    writes_nothing(s, plan(&after, vec![due(60)])).await;
}

pub async fn a_plan_with_rows_cannot_finish_a_schedule(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let before = s.everything().await;
    let with_rows = vec![Plan { is_finished: true, ..plan(&schedule, vec![due(0)]) }];
    let after_rows = vec![plan(&schedule, vec![due(0)]), Plan { is_finished: true, ..plan(&schedule, Vec::new()) }];
    for plans in [with_rows, after_rows] {
        let refused = s.plan(plans, at(0)).await;
        assert!(matches!(refused, Err(StoreError::Invalid { field: "is_finished", .. })), "{refused:?}");
    }
    assert_eq!(s.everything().await, before);
}

pub async fn catch_up_rows_count_against_runs(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let late = NewOccurrence { trigger: Trigger::CatchUp, ..due(0) };
    s.plan_rows(&schedule, vec![late]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, done(), 1).await;
    assert_eq!(s.counters("digest").await.runs, 1);
}

/// P2: missed occurrences are covered by gaps.
pub async fn gaps_are_listed_newest_first(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let gaps = vec![gap(-600, -300, 6), gap(-240, -60, 4)];
    s.plan(vec![Plan { gaps: gaps.clone(), ..plan(&schedule, vec![due(0)]) }], at(3)).await.unwrap();
    let found = s.gaps_of("digest").await;
    assert_eq!(found.iter().map(|gap| gap.covers.clone()).collect::<Vec<_>>(), [gaps[1].clone(), gaps[0].clone()]);
    assert!(found.iter().all(|gap| gap.schedule == key("digest") && gap.created_at == at(3)));
    assert_eq!(s.gaps_of("another").await, []);
}

pub async fn gaps_come_in_pages(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let gaps = (1..=5).map(|n| gap(-n, -n, n as u64)).collect();
    s.plan(vec![Plan { gaps, ..plan(&schedule, Vec::new()) }], at(0)).await.unwrap();
    let first = s.gaps(&key("digest"), &Page::first(2)).await.unwrap();
    let later = Plan { gaps: vec![gap(1, 1, 9)], ..plan(&s.schedule_of(&key("digest")).await, Vec::new()) };
    s.plan(vec![later], at(0)).await.unwrap();
    let second = s.gaps(&key("digest"), &Page::after(9, first.next.unwrap())).await.unwrap();
    let counts = |gaps: &[crate::model::Gap]| gaps.iter().map(|gap| gap.covers.count).collect::<Vec<_>>();
    assert_eq!((counts(&first.rows), counts(&second.rows), second.next), (vec![5, 4], vec![3, 2, 1], None));
    let bad = s.gaps(&key("digest"), &Page::after(2, "1e3")).await;
    assert!(matches!(bad, Err(StoreError::Invalid { field: "cursor", .. })));
}

pub async fn planned_rows_are_listed_by_id_until_they_start(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[120, 0, 60]).await;
    s.with_rows("another", definition(), &[30]).await;
    let keys = async |limit: usize| -> Vec<String> {
        let rows = s.planned(schedule.uid, None, limit).await.unwrap();
        rows.into_iter().map(|row| row.planned.period_key).collect()
    };
    assert_eq!(keys(9).await, [period(120), period(0), period(60)]);
    assert_eq!(keys(2).await, [period(120), period(0)]);
    assert_eq!(keys(0).await, [""; 0]);
    let rows = s.planned(schedule.uid, None, 9).await.unwrap();
    assert_eq!(s.planned(schedule.uid, Some(rows[0].id), 9).await.unwrap(), rows[1..]);
    assert_eq!(s.planned(schedule.uid, Some(rows[0].id), 1).await.unwrap(), rows[1..2]);
    assert_eq!(s.planned(schedule.uid, Some(rows[2].id), 9).await.unwrap(), []);
    let row = s.started("n1", 0).await;
    s.ends(&row, crate::testing::fixture::retry(500), 1).await;
    assert_eq!(keys(9).await, [period(120), period(60)]);
}

pub async fn open_rows_are_listed_in_pages_until_they_complete(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[0, 60, 120, 180]).await;
    s.with_rows("another", definition(), &[300]).await;
    let pages = async |limit: usize| -> Vec<Vec<String>> {
        let (mut pages, mut after) = (Vec::new(), None);
        loop {
            let rows = s.open_occurrences(schedule.uid, after, limit).await.unwrap();
            let is_last = rows.len() < limit;
            after = rows.last().map(|row| row.id);
            pages.push(rows.into_iter().map(|row| row.planned.period_key).collect());
            if is_last {
                return pages;
            }
        }
    };
    let ended = s.started("n1", 0).await;
    s.ends(&ended, crate::testing::fixture::done(), 1).await;
    let retried = s.started("n1", 60).await;
    s.ends(&retried, crate::testing::fixture::retry(500), 61).await;
    s.started("n1", 120).await;
    assert_eq!(pages(9).await, [[period(60), period(120), period(180)].to_vec()]);
    assert_eq!(pages(2).await, [vec![period(60), period(120)], vec![period(180)]]);
    assert_eq!(s.open_occurrences(schedule.uid, None, 0).await.unwrap(), []);
    assert_eq!(s.open_occurrences(crate::model::ScheduleUid(999_999_999), None, 9).await.unwrap(), []);
}

pub async fn an_empty_batch_does_nothing(s: &Stage<'_>) {
    assert_eq!(s.plan(Vec::new(), at(0)).await.unwrap(), []);
    assert_eq!(s.settle(Vec::new(), at(0)).await.unwrap(), []);
    assert_eq!(s.renew(&[], seconds(9), at(0)).await.unwrap(), []);
    assert_eq!(s.release(&[], at(0)).await.unwrap(), [true; 0]);
    assert_eq!(s.confirm(&[], at(0)).await.unwrap(), []);
    assert_eq!(s.enqueue(Vec::new(), at(0)).await.unwrap(), []);
    assert_eq!(s.finish(&acme(), Vec::new(), at(0)).await.unwrap(), [true; 0]);
    assert_eq!(s.extend(&acme(), &[], seconds(9), at(0)).await.unwrap(), [true; 0]);
    assert_eq!(s.append(&acme(), Vec::new(), at(0)).await.unwrap(), []);
    assert_eq!(s.everything().await.tenants[&acme()], Default::default());
}

pub async fn a_thousand_rows_are_planned_at_once(s: &Stage<'_>) {
    let mut plans = Vec::new();
    for n in 0..20 {
        let schedule = s.saved(&format!("s{n}"), definition()).await;
        plans.push(plan(&schedule, (0..50).map(due).collect()));
    }
    let planned = s.plan(plans, at(0)).await.unwrap();
    assert_eq!(planned, [PlanResult::Done { inserted: 50 }; 20]);
    let claimed = s.claimed("n1", 2_000, 50).await;
    assert_eq!((claimed.started.len(), claimed.ended.len(), claimed.has_more), (1_000, 0, false));
    let settlements = claimed.started.iter().map(|row| crate::testing::fixture::settlement(row, done())).collect();
    let settled = s.settle(settlements, at(51)).await.unwrap();
    assert!(settled.iter().all(|settled| *settled == crate::store::SettleResult::Done));
    assert_eq!(s.counters("s7").await.succeeded, 50);
}

/// The hint may be lost between machines, but a handle receives its own. The timeout only ends a test that
/// would hang.
pub async fn planning_sends_a_wake_up_hint(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let mut wakes = s.wakes();
    wakes.mark_unchanged();
    s.plan_rows(&schedule, vec![due(0)]).await;
    let limit = std::time::Duration::from_secs(300);
    tokio::time::timeout(limit, wakes.changed()).await.expect("the hint arrives in time").unwrap();
}
