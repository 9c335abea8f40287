//! Overlap is judged per discriminator, and occurrences created together queue behind each other.
//!
//! Regression test: a backfill under the default policy used to run one of its occurrences and skip all others.

use super::overlap::{PLANNED, RUNS, SKIPPED, WAITS, claimed_periods, states};
use crate::model::{Definition, NewOccurrence, Overlap, Reason, SkipReason, State, Status, Trigger};
use crate::store::OccurrenceChange;
use crate::testing::fixture::{at, definition, done, due, insert, key, lease, overlapping, retry, seconds};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! lanes_cases {
    ($make:path) => {
        $make! { lanes:
            discriminators_do_not_block_each_other,
            completed_run_wakes_its_own_lane,
            backfill_runs_completely_in_nominal_order,
            catch_up_runs_completely_in_nominal_order,
            released_occurrence_keeps_its_place,
            reopened_occurrences_run_one_after_the_other,
            retry_of_a_backfill_keeps_the_rest_waiting,
            live_occurrence_goes_before_the_rest_of_a_backfill,
            second_live_occurrence_is_skipped_for_the_waiting_first,
            live_occurrence_waits_for_catch_up,
            cancel_other_does_not_cancel_a_backfill,
            backfill_is_sequential_even_with_allow_all,
            backfill_with_concurrency_runs_beside_live_runs,
            max_concurrent_limits_a_backfill_with_concurrency,
            reopened_backfill_takes_its_concurrency,
            waiting_occurrence_names_the_run_it_waits_for,
            check_interval_grows_with_the_queue_position,
            pause_ends_a_waiting_backfill,
            resumed_backfill_continues_at_once,
            resuming_wakes_every_lane_once_per_slot,
            edit_that_adds_slots_wakes_waiting_occurrences,
            skipping_the_woken_occurrence_wakes_the_next,
            buffer_one_has_the_same_room_behind_a_backfill,
        }
    };
}

fn of(trigger: Trigger, nominal: i64, created: i64) -> NewOccurrence {
    NewOccurrence { trigger, due_at: at(created), ..due(nominal) }
}

fn backfill(nominal: &[i64], created: i64) -> Vec<NewOccurrence> {
    nominal.iter().map(|nominal| of(Trigger::Backfill, *nominal, created)).collect()
}

fn concurrent_backfill(nominal: &[i64], created: i64, concurrency: u32) -> Vec<NewOccurrence> {
    let rows = backfill(nominal, created).into_iter();
    rows.map(|row| NewOccurrence { concurrency: Some(concurrency), ..row }).collect()
}

fn named(discriminator: &str, nominal: i64) -> NewOccurrence {
    NewOccurrence { discriminator: discriminator.to_owned(), ..due(nominal) }
}

/// Returns a definition with the default policies: overlapping runs are skipped.
fn default_policies() -> Definition {
    Definition { overlap: Overlap::default(), ..definition() }
}

async fn insert_rows(s: &Stage<'_>, rows: Vec<NewOccurrence>, now: i64) {
    s.insert(insert(&key("digest"), rows), at(now)).await.unwrap();
}

/// Claims and completes one run after the other, and returns their periods.
async fn run_one_by_one(s: &Stage<'_>, mut now: i64) -> Vec<String> {
    let mut ran = Vec::new();
    loop {
        let claimed = s.claimed("n1", 9, now).await;
        assert_eq!(claimed.ended, [], "nothing is skipped");
        assert!(claimed.started.len() <= 1, "one run at a time");
        let Some(run) = claimed.started.first() else { return ran };
        ran.push(run.planned.period_key.clone());
        now += 1;
        s.ends(run, done(), now).await;
    }
}

pub async fn discriminators_do_not_block_each_other(s: &Stage<'_>) {
    let schedule = s.saved("digest", default_policies()).await;
    s.plan_rows(&schedule, vec![named("a", 0), named("b", 0), named("c", 0), named("a", 10), named("b", 10)]).await;
    let first = s.claimed("n1", 9, 0).await;
    assert_eq!((first.started.len(), first.ended.len()), (3, 0));
    s.ends(&first.started[1], done(), 5).await;
    let second = s.claimed("n1", 9, 10).await;
    let lanes = |rows: &[crate::model::Occurrence]| -> Vec<String> {
        rows.iter().map(|row| row.planned.discriminator.clone()).collect()
    };
    assert_eq!((lanes(&second.started), lanes(&second.ended)), (vec!["b".to_owned()], vec!["a".to_owned()]));
    assert_eq!(second.ended[0].blocker, Some(first.started[0].id));
}

pub async fn completed_run_wakes_its_own_lane(s: &Stage<'_>) {
    let schedule = s.saved("digest", overlapping(Overlap::BufferAll)).await;
    s.plan_rows(&schedule, vec![named("a", 0), named("b", 0), named("a", 1), named("b", 2), named("a", 3)]).await;
    let runs = s.claimed("n1", 9, 5).await.started;
    assert_eq!(states(s).await, [RUNS, RUNS, WAITS, WAITS, WAITS]);
    s.ends(&runs[1], done(), 6).await;
    let woken: Vec<bool> = s.rows().await.iter().map(|row| row.waits && row.ready_at == at(6)).collect();
    assert_eq!(woken, [false, false, false, true, false], "only the lane of the completed run is woken");
    assert_eq!(claimed_periods(&s.claimed("n1", 9, 6).await), (vec!["p2"], vec![]));
}

pub async fn backfill_runs_completely_in_nominal_order(s: &Stage<'_>) {
    for overlap in [Overlap::Skip, Overlap::BufferOne, Overlap::BufferAll, Overlap::CancelOther] {
        let definition = Definition { overlap, ..default_policies() };
        s.saved("digest", definition).await;
        let first = 100 * (1 + overlap as i64);
        let nominal: Vec<i64> = (0..6).map(|n| first + n).collect();
        // In two batches, as a large backfill is inserted. The second is claimed together with the first.
        insert_rows(s, backfill(&nominal[..4], 1_000), 1_000).await;
        insert_rows(s, backfill(&nominal[4..], 1_000), 1_000).await;
        let expected: Vec<String> = nominal.iter().map(|n| format!("p{n}")).collect();
        assert_eq!(run_one_by_one(s, 1_000).await, expected, "{overlap:?}");
    }
}

pub async fn catch_up_runs_completely_in_nominal_order(s: &Stage<'_>) {
    for overlap in [Overlap::Skip, Overlap::BufferOne, Overlap::BufferAll, Overlap::CancelOther] {
        let schedule = s.saved("digest", Definition { overlap, ..default_policies() }).await;
        let first = 100 * (1 + overlap as i64);
        let late: Vec<NewOccurrence> = (0..6).map(|n| of(Trigger::CatchUp, first + n, first + n)).collect();
        s.plan_rows(&schedule, late).await;
        let expected: Vec<String> = (0..6).map(|n| format!("p{}", first + n)).collect();
        assert_eq!(run_one_by_one(s, 1_000).await, expected, "{overlap:?}");
    }
}

/// Regression test: a woken occurrence used to give way to a released one that nothing would wake, and the lane
/// was blocked for minutes.
pub async fn released_occurrence_keeps_its_place(s: &Stage<'_>) {
    for (nth, trigger) in (0..).zip([Trigger::CatchUp, Trigger::Schedule]) {
        let start = 1_000 * nth;
        let schedule = s.saved("digest", overlapping(Overlap::BufferAll)).await;
        let rows = vec![of(trigger, start, start), due(start + 10), of(Trigger::CatchUp, start + 20, start + 20)];
        s.plan_rows(&schedule, rows).await;
        let claimed = s.claimed("n1", 9, start + 30).await;
        assert_eq!(claimed_periods(&claimed), (vec![format!("p{start}").as_str()], vec![]), "{trigger:?}");
        s.release(&[lease(&claimed.started[0]).into()], at(start + 31)).await.unwrap();
        // Each claim has one candidate, so it cannot see what the others would do.
        let mut started = Vec::new();
        for _ in 0..4 {
            started.extend(s.claimed("n2", 1, start + 31).await.started);
        }
        assert_eq!(started.len(), 1, "{trigger:?}: exactly one of them runs");
        s.ends(&started[0], done(), start + 32).await;
        assert_eq!(run_one_by_one(s, start + 32).await.len(), 2, "{trigger:?}: the others run afterwards");
    }
}

pub async fn reopened_occurrences_run_one_after_the_other(s: &Stage<'_>) {
    s.with_rows("digest", default_policies(), &[0, 10, 20]).await;
    for second in [0, 10, 20] {
        let run = s.started("n1", second).await;
        s.ends(&run, crate::testing::fixture::failed("x"), second).await;
    }
    for row in s.rows().await {
        let reopen = OccurrenceChange::retry();
        s.by_hand(row.id, reopen, 30).await.unwrap();
    }
    assert_eq!(run_one_by_one(s, 30).await, ["p0", "p10", "p20"]);
}

/// An occurrence that waits for a retry counts as running.
pub async fn retry_of_a_backfill_keeps_the_rest_waiting(s: &Stage<'_>) {
    s.saved("digest", default_policies()).await;
    insert_rows(s, backfill(&[1, 2], 100), 100).await;
    let run = s.started("n1", 100).await;
    s.ends(&run, retry(150), 101).await;
    assert_eq!(s.claimed("n1", 9, 120).await, Default::default());
    assert_eq!(states(s).await, [PLANNED, WAITS]);
    assert_eq!(claimed_periods(&s.claimed("n1", 9, 150).await), (vec!["p1"], vec![]));
}

pub async fn live_occurrence_goes_before_the_rest_of_a_backfill(s: &Stage<'_>) {
    for overlap in [Overlap::Skip, Overlap::BufferOne, Overlap::BufferAll, Overlap::CancelOther] {
        let schedule = s.saved("digest", Definition { overlap, ..default_policies() }).await;
        let first = 1_000 * (1 + overlap as i64);
        insert_rows(s, backfill(&[first, first + 1, first + 2], first + 100), first + 100).await;
        s.plan_rows(&schedule, vec![due(first + 110)]).await;
        let run = s.started("n1", first + 100).await;
        let claimed = s.claimed("n1", 9, first + 110).await;
        assert_eq!(claimed, Default::default(), "{overlap:?}: the live occurrence waits");
        s.ends(&run, done(), first + 111).await;
        let ran = run_one_by_one(s, first + 111).await;
        let expected = [first + 110, first + 1, first + 2].map(|nominal| format!("p{nominal}"));
        assert_eq!(ran, expected, "{overlap:?}");
    }
}

pub async fn second_live_occurrence_is_skipped_for_the_waiting_first(s: &Stage<'_>) {
    let schedule = s.saved("digest", default_policies()).await;
    insert_rows(s, backfill(&[1, 2], 100), 100).await;
    s.plan_rows(&schedule, vec![due(110), due(115)]).await;
    let run = s.started("n1", 100).await;
    assert_eq!(s.claimed("n1", 9, 110).await, Default::default());
    let second = s.claimed("n1", 9, 115).await;
    assert_eq!(claimed_periods(&second), (vec![], vec!["p115"]));
    let waiting = s.rows().await.into_iter().find(|row| row.planned.period_key == "p110").unwrap();
    assert_eq!(second.ended[0].reason, Some(Reason::Skipped(SkipReason::Overlap)));
    assert_eq!(second.ended[0].blocker, Some(waiting.id));
    s.ends(&run, done(), 116).await;
    assert_eq!(run_one_by_one(s, 116).await, ["p110", "p2"]);
}

pub async fn live_occurrence_waits_for_catch_up(s: &Stage<'_>) {
    let schedule = s.saved("digest", default_policies()).await;
    let late = [1, 2].map(|nominal| of(Trigger::CatchUp, nominal, nominal));
    s.plan_rows(&schedule, late.into_iter().chain([due(110)]).collect()).await;
    let run = s.started("n1", 100).await;
    assert_eq!(s.claimed("n1", 9, 110).await, Default::default());
    s.ends(&run, done(), 111).await;
    assert_eq!(run_one_by_one(s, 111).await, ["p2", "p110"]);
}

pub async fn cancel_other_does_not_cancel_a_backfill(s: &Stage<'_>) {
    let schedule = s.saved("digest", overlapping(Overlap::CancelOther)).await;
    insert_rows(s, backfill(&[1, 2], 100), 100).await;
    s.plan_rows(&schedule, vec![due(110)]).await;
    let run = s.started("n1", 100).await;
    assert_eq!(s.claimed("n1", 9, 110).await, Default::default());
    assert!(!s.again(&run).await.cancel_requested);
    assert_eq!(states(s).await, [RUNS, WAITS, WAITS]);
}

pub async fn backfill_is_sequential_even_with_allow_all(s: &Stage<'_>) {
    let schedule = s.saved("digest", overlapping(Overlap::AllowAll)).await;
    insert_rows(s, backfill(&[1, 2, 3], 100), 100).await;
    s.plan_rows(&schedule, vec![due(100), due(101)]).await;
    let claimed = s.claimed("n1", 9, 101).await;
    assert_eq!(
        claimed_periods(&claimed).0,
        ["p1", "p100", "p101"],
        "live runs and the backfill do not wait for each other"
    );
    let run = claimed.started.iter().find(|row| row.planned.period_key == "p1").unwrap();
    s.ends(run, done(), 102).await;
    assert_eq!(claimed_periods(&s.claimed("n1", 9, 102).await), (vec!["p2"], vec![]));
}

pub async fn backfill_with_concurrency_runs_beside_live_runs(s: &Stage<'_>) {
    let schedule = s.saved("digest", default_policies()).await;
    s.plan_rows(&schedule, vec![due(100), due(120)]).await;
    let live = s.started("n1", 100).await;
    s.renew(&[lease(&live)], seconds(900), at(101)).await.unwrap();
    insert_rows(s, concurrent_backfill(&[1, 2, 3], 110, 2), 110).await;
    let claimed = s.claimed("n1", 9, 110).await;
    assert_eq!(claimed_periods(&claimed), (vec!["p1", "p2"], vec![]));
    s.ends(&live, done(), 111).await;
    assert_eq!(s.claimed("n1", 9, 111).await, Default::default(), "the third waits for a run of its own backfill");
    assert_eq!(
        claimed_periods(&s.claimed("n1", 9, 120).await),
        (vec!["p120"], vec![]),
        "a live run does not wait for the backfill"
    );
    s.ends(&claimed.started[0], done(), 121).await;
    assert_eq!(claimed_periods(&s.claimed("n1", 9, 121).await), (vec!["p3"], vec![]));
}

pub async fn max_concurrent_limits_a_backfill_with_concurrency(s: &Stage<'_>) {
    let limited = Definition { max_concurrent: Some(2), ..overlapping(Overlap::AllowAll) };
    let schedule = s.saved("digest", limited).await;
    s.plan_rows(&schedule, vec![due(100)]).await;
    let live = s.started("n1", 100).await;
    insert_rows(s, concurrent_backfill(&[1, 2, 3], 110, 2), 110).await;
    assert_eq!(claimed_periods(&s.claimed("n1", 9, 110).await), (vec!["p1"], vec![]));
    s.ends(&live, done(), 111).await;
    assert_eq!(claimed_periods(&s.claimed("n1", 9, 111).await), (vec!["p2"], vec![]));
}

pub async fn reopened_backfill_takes_its_concurrency(s: &Stage<'_>) {
    s.with_rows("digest", default_policies(), &[0, 10, 20]).await;
    for second in [0, 10, 20] {
        let run = s.started("n1", second).await;
        s.ends(&run, done(), second).await;
    }
    for row in s.rows().await {
        let reopen = OccurrenceChange::Reopen { trigger: Trigger::Backfill, concurrency: Some(2), payload: None };
        let opened = s.by_hand(row.id, reopen, 30).await.unwrap();
        assert_eq!(opened.planned.concurrency, Some(2));
    }
    assert_eq!(claimed_periods(&s.claimed("n1", 9, 30).await), (vec!["p0", "p10"], vec![]));
    assert!(s.rows().await.iter().all(|row| row.planned.concurrency == Some(2)));
}

pub async fn waiting_occurrence_names_the_run_it_waits_for(s: &Stage<'_>) {
    s.saved("digest", default_policies()).await;
    insert_rows(s, backfill(&[1, 2], 100), 100).await;
    let run = s.started("n1", 100).await;
    let waiting = s.rows().await.remove(1);
    assert_eq!((waiting.waits, waiting.blocker), (true, Some(run.id)));
    s.ends(&run, done(), 101).await;
    let next = s.started("n1", 101).await;
    assert_eq!((next.id, next.blocker), (waiting.id, Some(run.id)), "the blocker is the run it waited for");
    s.ends(&next, done(), 102).await;
    let ended = s.again(&next).await;
    assert_eq!((ended.state, ended.blocker), (State::Succeeded, Some(run.id)));
}

/// If all were checked every ten seconds, a queue of ten thousand would cause a thousand writes per second.
pub async fn check_interval_grows_with_the_queue_position(s: &Stage<'_>) {
    s.saved("digest", default_policies()).await;
    insert_rows(s, backfill(&(1..=20).collect::<Vec<_>>(), 100), 100).await;
    s.started("n1", 100).await;
    let waits: Vec<i64> = s.rows().await[1..].iter().map(|row| (row.ready_at - at(100)).get_seconds()).collect();
    let expected: Vec<i64> = (1..20).map(|place| 10 * place).collect();
    assert_eq!(waits, expected);
}

pub async fn pause_ends_a_waiting_backfill(s: &Stage<'_>) {
    s.saved("digest", default_policies()).await;
    insert_rows(s, backfill(&[1, 2], 100), 100).await;
    let run = s.started("n1", 100).await;
    s.moved_to("digest", Status::Paused, 101).await;
    s.ends(&run, done(), 102).await;
    let claimed = s.claimed("n1", 9, 102).await;
    assert_eq!(claimed_periods(&claimed), (vec![], vec!["p2"]));
    assert_eq!(states(s).await[1], SKIPPED);
}

/// Returns the periods of the waiting occurrences that may be claimed at this second.
async fn woken_at(s: &Stage<'_>, now: i64) -> Vec<String> {
    let rows = s.rows().await.into_iter();
    rows.filter(|row| row.waits && row.ready_at <= at(now)).map(|row| row.planned.period_key).collect()
}

/// Regression test: the occurrence that the last run had woken was skipped during the pause, and nothing woke the
/// others. Each of them stayed until its own check, up to an hour later.
pub async fn resumed_backfill_continues_at_once(s: &Stage<'_>) {
    for stop in [Status::Paused, Status::Disabled] {
        s.saved("digest", default_policies()).await;
        let first = 100 * (1 + stop as i64);
        let nominal: Vec<i64> = (0..8).map(|n| first + n).collect();
        insert_rows(s, backfill(&nominal, 1_000), 1_000).await;
        let run = s.started("n1", 1_000).await;
        s.moved_to("digest", stop, 1_001).await;
        assert_eq!(woken_at(s, 1_001).await, [""; 0], "{stop:?} wakes nothing");
        s.ends(&run, done(), 1_002).await;
        let claimed = s.claimed("n1", 9, 1_002).await;
        assert_eq!(claimed_periods(&claimed), (vec![], vec![format!("p{}", first + 1).as_str()]), "{stop:?}");
        assert_eq!(woken_at(s, 1_003).await, [""; 0], "{stop:?}: the rest waits for the end of the pause");
        s.moved_to("digest", Status::Active, 1_005).await;
        let expected: Vec<String> = nominal[2..].iter().map(|n| format!("p{n}")).collect();
        assert_eq!(run_one_by_one(s, 1_005).await, expected, "{stop:?}");
    }
}

pub async fn resuming_wakes_every_lane_once_per_slot(s: &Stage<'_>) {
    let schedule = s.saved("digest", overlapping(Overlap::BufferAll)).await;
    let named = ["a", "b"].map(|lane| (0..3).map(move |nth| named(lane, nth)));
    let runs = {
        s.plan_rows(&schedule, named.into_iter().flatten().collect()).await;
        s.claimed("n1", 9, 10).await.started
    };
    insert_rows(s, concurrent_backfill(&[21, 22, 23, 24], 10, 2), 10).await;
    let beside = s.claimed("n1", 9, 10).await.started;
    assert_eq!((runs.len(), beside.len()), (2, 2));
    s.moved_to("digest", Status::Paused, 11).await;
    s.moved_to("digest", Status::Active, 12).await;
    assert_eq!(woken_at(s, 12).await, [""; 0], "all slots are taken");
    s.moved_to("digest", Status::Paused, 13).await;
    for run in runs.iter().chain(&beside) {
        s.ends(run, done(), 14).await;
    }
    assert_eq!(s.claimed("n1", 9, 14).await.ended.len(), 4, "those that the runs have woken");
    assert_eq!(woken_at(s, 15).await, [""; 0]);
    s.moved_to("digest", Status::Active, 15).await;
    let woken: Vec<String> =
        s.claimed("n1", 9, 15).await.started.into_iter().map(|row| row.planned.period_key).collect();
    assert_eq!(woken, ["p2", "p2"], "one of each discriminator; nothing is left of the backfill");
}

pub async fn edit_that_adds_slots_wakes_waiting_occurrences(s: &Stage<'_>) {
    let limited = |max| Definition { max_concurrent: Some(max), ..overlapping(Overlap::AllowAll) };
    s.with_rows("digest", limited(1), &[0, 1, 2, 3]).await;
    assert_eq!(claimed_periods(&s.claimed("n1", 9, 5).await), (vec!["p0"], vec![]));
    s.save(crate::testing::fixture::save(key("digest"), limited(3)), at(6)).await.unwrap();
    assert_eq!(claimed_periods(&s.claimed("n1", 9, 6).await), (vec!["p1", "p2"], vec![]));
    assert_eq!(states(s).await, [RUNS, RUNS, RUNS, WAITS]);
}

/// Regression test: nothing woke the next one, and the lane stood still.
pub async fn skipping_the_woken_occurrence_wakes_the_next(s: &Stage<'_>) {
    s.saved("digest", default_policies()).await;
    insert_rows(s, backfill(&[1, 2, 3, 4, 5], 100), 100).await;
    let run = s.started("n1", 100).await;
    let rows = s.rows().await;
    s.by_hand(rows[4].id, OccurrenceChange::Skip, 101).await.unwrap();
    assert_eq!(woken_at(s, 101).await, [""; 0], "it was not the turn of the skipped one");
    s.ends(&run, done(), 102).await;
    assert_eq!(woken_at(s, 102).await, ["p2"]);
    s.by_hand(rows[1].id, OccurrenceChange::Skip, 103).await.unwrap();
    assert_eq!(woken_at(s, 103).await, ["p3"]);
    assert_eq!(run_one_by_one(s, 103).await, ["p3", "p4"]);
}

/// Regression test: the second one used to be skipped for the backfill, although a live occurrence never is.
pub async fn buffer_one_has_the_same_room_behind_a_backfill(s: &Stage<'_>) {
    let schedule = s.saved("digest", overlapping(Overlap::BufferOne)).await;
    insert_rows(s, backfill(&[1, 2], 100), 100).await;
    s.plan_rows(&schedule, vec![due(110), due(115), due(120)]).await;
    let run = s.started("n1", 100).await;
    assert_eq!(s.claimed("n1", 9, 110).await, Default::default());
    assert_eq!(s.claimed("n1", 9, 115).await, Default::default());
    let third = s.claimed("n1", 9, 120).await;
    assert_eq!(claimed_periods(&third), (vec![], vec!["p120"]));
    let first = s.rows().await.into_iter().find(|row| row.planned.period_key == "p110").unwrap();
    assert_eq!(third.ended[0].reason, Some(Reason::Skipped(SkipReason::BufferFull)));
    assert_eq!(third.ended[0].blocker, Some(first.id), "the live occurrence that counts as the run");
    s.ends(&run, done(), 121).await;
    assert_eq!(run_one_by_one(s, 121).await, ["p110", "p115", "p2"]);
}
