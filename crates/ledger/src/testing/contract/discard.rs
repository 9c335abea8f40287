//! Discarded occurrences: they stay failed, but are no longer dead letters.

use crate::model::{Occurrence, SkipReason, State};
use crate::store::{OccurrenceChange, OccurrenceFilter, Page, StoreError};
use crate::testing::fixture::{acme, at, definition, done, failed, prune, retry, skipped};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! discard_cases {
    ($make:path) => {
        $make! { discard:
            a_discarded_row_stays_failed_with_its_history,
            only_failed_rows_are_discarded,
            discarding_again_changes_nothing,
            lists_tell_discarded_rows_from_dead_letters,
            a_discarded_row_runs_again_only_when_reopened,
            retention_removes_discarded_rows,
        }
    };
}

/// Returns rows that failed, one per second from 0.
async fn failures(s: &Stage<'_>, count: i64) -> Vec<Occurrence> {
    s.with_rows("digest", definition(), &(0..count).collect::<Vec<_>>()).await;
    for second in 0..count {
        let run = s.started("n1", second).await;
        s.ends(&run, failed("no"), second).await;
    }
    s.rows().await
}

async fn listed(s: &Stage<'_>, is_discarded: Option<bool>, limit: usize) -> Vec<Occurrence> {
    let filter = OccurrenceFilter { states: vec![State::Failed], is_discarded, ..OccurrenceFilter::default() };
    let (mut rows, mut page) = (Vec::new(), Page::first(limit));
    loop {
        let found = s.occurrences(&acme(), &filter, &page).await.unwrap();
        rows.extend(found.rows);
        let Some(next) = found.next else { return rows };
        page = Page::after(limit, next);
    }
}

pub async fn a_discarded_row_stays_failed_with_its_history(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let run = s.started("n1", 0).await;
    s.ends(&run, retry(5), 1).await;
    let run = s.started("n1", 5).await;
    s.ends(&run, failed("no"), 6).await;
    let (before, attempts, counters) = (s.again(&run).await, s.attempts(&run).await, s.counters("digest").await);
    let discarded = s.by_hand(run.id, OccurrenceChange::Discard, 9).await.unwrap();
    assert_eq!(discarded, Occurrence { discarded_at: Some(at(9)), ..before });
    assert_eq!(s.again(&run).await, discarded);
    assert_eq!((s.attempts(&run).await, s.counters("digest").await), (attempts, counters));
    let entry = s.audit().await.pop().unwrap().entry;
    assert_eq!((entry.action.as_str(), entry.object), ("occurrence.discard", format!("occurrence/{}", run.id)));
}

pub async fn only_failed_rows_are_discarded(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1, 2, 600]).await;
    let refused = async |row: &Occurrence, now: i64| {
        let before = s.everything().await;
        let error = s.by_hand(row.id, OccurrenceChange::Discard, now).await.unwrap_err();
        let is_illegal = matches!(error, StoreError::IllegalMove { wanted: "discarded", .. });
        assert!(is_illegal, "{error}");
        assert_eq!(s.everything().await, before);
    };
    let succeeded = s.started("n1", 0).await;
    s.ends(&succeeded, done(), 0).await;
    let held = s.started("n1", 1).await;
    s.ends(&held, skipped(SkipReason::Hold), 1).await;
    let running = s.started("n1", 2).await;
    let planned = s.rows().await.pop().unwrap();
    for row in [&succeeded, &held, &running, &planned] {
        refused(row, 3).await;
    }
}

pub async fn discarding_again_changes_nothing(s: &Stage<'_>) {
    let row = failures(s, 1).await.remove(0);
    let discarded = s.by_hand(row.id, OccurrenceChange::Discard, 5).await.unwrap();
    let before = s.everything().await;
    assert_eq!(s.by_hand(row.id, OccurrenceChange::Discard, 9).await.unwrap(), discarded);
    assert_eq!(s.everything().await, before);
}

pub async fn lists_tell_discarded_rows_from_dead_letters(s: &Stage<'_>) {
    let rows = failures(s, 5).await;
    for row in [&rows[1], &rows[3], &rows[4]] {
        s.by_hand(row.id, OccurrenceChange::Discard, 9).await.unwrap();
    }
    let ids = |rows: Vec<Occurrence>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    let expected = |places: &[usize]| places.iter().map(|place| rows[*place].id).collect::<Vec<_>>();
    for limit in [1, 2, 9] {
        assert_eq!(ids(listed(s, Some(false), limit).await), expected(&[2, 0]));
        assert_eq!(ids(listed(s, Some(true), limit).await), expected(&[4, 3, 1]));
        assert_eq!(ids(listed(s, None, limit).await), expected(&[4, 3, 2, 1, 0]));
    }
    let of_schedule = OccurrenceFilter {
        schedule: Some(rows[0].schedule.id.clone()),
        is_discarded: Some(false),
        ..OccurrenceFilter::default()
    };
    let found = s.occurrences(&acme(), &of_schedule, &Page::first(9)).await.unwrap();
    assert_eq!(ids(found.rows), expected(&[2, 0]));
}

pub async fn a_discarded_row_runs_again_only_when_reopened(s: &Stage<'_>) {
    let row = failures(s, 1).await.remove(0);
    s.by_hand(row.id, OccurrenceChange::Discard, 5).await.unwrap();
    assert_eq!(s.claimed("n1", 9, 9_999).await.started, []);
    let reopened = s.by_hand(row.id, OccurrenceChange::retry(), 10_000).await.unwrap();
    assert_eq!((reopened.state, reopened.discarded_at), (State::Planned, None));
    let run = s.started("n1", 10_000).await;
    s.ends(&run, failed("again"), 10_001).await;
    assert_eq!(listed(s, Some(false), 9).await, [s.again(&row).await]);
}

pub async fn retention_removes_discarded_rows(s: &Stage<'_>) {
    let rows = failures(s, 2).await;
    s.by_hand(rows[0].id, OccurrenceChange::Discard, 5).await.unwrap();
    let pruned = s.prune(&crate::store::Prune { ended_before: Some(at(1)), ..prune() }).await.unwrap();
    assert_eq!(pruned.occurrences, 1);
    assert!(s.rows().await.iter().map(|row| row.id).eq([rows[1].id]));
}
