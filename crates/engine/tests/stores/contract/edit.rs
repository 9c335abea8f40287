//! What an edit does to rows that are planned and not begun.

use refrain::id::Revision;
use refrain::moves::State;
use refrain::occurrence::Reason;
use refrain::reason::SkipReason;
use refrain::store::{Kept, Replan, SaveSchedule, StoreError};

use crate::fixture::{at, definition, described, due, insert, key, manual, period, save};
use crate::stage::Stage;

macro_rules! edit_cases {
    ($make:ident $subject:path) => {
        $make! { $subject, edit:
            an_edit_keeps_what_still_matches_and_supersedes_the_rest,
            an_edit_leaves_what_has_begun_and_what_was_asked_for_by_hand,
            an_edit_with_a_stale_watermark_changes_nothing,
            an_edit_without_replanning_leaves_planned_rows,
        }
    };
}

fn kept(due: i64, moved_to: i64) -> Kept {
    let (period_key, discriminator) = (period(due), String::new());
    Kept { period_key, discriminator, nominal_at: at(moved_to), due_at: at(moved_to + 1) }
}

fn replan(watermark: i64, keep: Vec<Kept>) -> SaveSchedule {
    let replan = Some(Replan { watermark: at(watermark), keep, tzdb: "2026a".to_owned() });
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
