//! Reading the ledger: filters, pages, cursors, and the next wake-up time.

use crate::model::{Definition, NewOccurrence, Occurrence, SkipReason, State, Status};
use crate::store::{ExpectedVersion, OccurrenceFilter, PAGE_ROWS_MAX, Page, StoreError};
use crate::testing::fixture::{LEASE, acme, ann, at, definition, done, due, failed, id, key, retry, skipped};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! history_cases {
    ($make:path) => {
        $make! { history:
            occurrences_are_listed_newest_id_first,
            pages_of_occurrences_have_no_hole_and_no_overlap,
            a_cursor_is_stable_under_inserts,
            a_cursor_of_another_list_is_refused,
            a_page_has_a_limit,
            a_page_limit_of_zero_counts_as_one,
            occurrences_are_found_by_state,
            occurrences_are_found_by_reason,
            occurrences_are_found_by_nominal_time,
            occurrences_are_found_by_schedule,
            occurrences_are_found_by_label,
            filters_are_joined_by_and,
            a_filtered_list_has_full_pages,
            recent_runs_of_many_schedules_are_read_at_once,
            one_occurrence_is_read_with_its_attempts,
            a_missing_occurrence_is_none,
            rows_of_a_deleted_schedule_stay,
            the_next_wakeup_is_the_earliest_of_all,
            the_next_wakeup_follows_leases_and_retries,
            microseconds_are_kept,
            the_store_clock_advances,
            a_store_reports_its_health,
        }
    };
}

async fn found(s: &Stage<'_>, filter: &OccurrenceFilter) -> Vec<String> {
    let page = s.occurrences(&acme(), filter, &Page::first(99)).await.unwrap();
    page.rows.into_iter().map(|row| row.planned.period_key).collect()
}

fn any() -> OccurrenceFilter {
    OccurrenceFilter::default()
}

pub async fn occurrences_are_listed_newest_id_first(s: &Stage<'_>) {
    s.with_rows("b", definition(), &[50, 10]).await;
    s.with_rows("a", definition(), &[30]).await;
    assert_eq!(found(s, &any()).await, ["p30", "p10", "p50"]);
}

async fn walk(s: &Stage<'_>, filter: &OccurrenceFilter, limit: usize) -> (Vec<Occurrence>, usize) {
    let (mut rows, mut pages) = (Vec::new(), 0);
    let mut page = Page::first(limit);
    loop {
        let found = s.occurrences(&acme(), filter, &page).await.unwrap();
        assert!(found.rows.len() <= limit);
        rows.extend(found.rows);
        pages += 1;
        let Some(next) = found.next else { return (rows, pages) };
        page = Page::after(limit, next);
    }
}

pub async fn pages_of_occurrences_have_no_hole_and_no_overlap(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &(0..7).collect::<Vec<_>>()).await;
    let (all, _) = walk(s, &any(), 100).await;
    for (limit, expected_pages) in [(1, 7), (2, 4), (3, 3), (6, 2), (7, 1)] {
        let (rows, pages) = walk(s, &any(), limit).await;
        assert_eq!((rows, pages), (all.clone(), expected_pages), "pages of {limit}");
    }
}

pub async fn a_cursor_is_stable_under_inserts(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[0, 1, 2, 3]).await;
    let first = s.occurrences(&acme(), &any(), &Page::first(2)).await.unwrap();
    s.plan_rows(&schedule, vec![due(900), due(901)]).await;
    let second = s.occurrences(&acme(), &any(), &Page::after(9, first.next.unwrap())).await.unwrap();
    let periods: Vec<_> = second.rows.iter().map(|row| row.planned.period_key.as_str()).collect();
    assert_eq!((periods, second.next), (vec!["p1", "p0"], None));
}

pub async fn a_cursor_of_another_list_is_refused(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    for bad in ["", "x", "1.5", "digest", "99999999999999999999999", "1 OR 1=1", "é"] {
        let page = Page::after(5, bad);
        assert!(matches!(
            s.occurrences(&acme(), &any(), &page).await,
            Err(StoreError::Invalid { field: "cursor", .. })
        ));
        assert!(matches!(s.gaps(&key("digest"), &page).await, Err(StoreError::Invalid { field: "cursor", .. })));
        assert!(matches!(s.entries(&acme(), &page).await, Err(StoreError::Invalid { field: "cursor", .. })));
        let items = s.work_items(&acme(), &Default::default(), &page).await;
        assert!(matches!(items, Err(StoreError::Invalid { field: "cursor", .. })));
    }
    // A number without a row is a valid position.
    let far = s.occurrences(&acme(), &any(), &Page::after(5, i64::MAX.to_string())).await.unwrap();
    let low = s.occurrences(&acme(), &any(), &Page::after(5, "0")).await.unwrap();
    let lowest = s.occurrences(&acme(), &any(), &Page::after(5, i64::MIN.to_string())).await.unwrap();
    assert_eq!((far.rows.len(), low.rows.len(), lowest.rows.len()), (1, 0, 0));
}

pub async fn a_page_has_a_limit(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    s.plan_rows(&schedule, (0..PAGE_ROWS_MAX as i64 + 1).map(due).collect()).await;
    for limit in [PAGE_ROWS_MAX, PAGE_ROWS_MAX + 1, usize::MAX] {
        let page = s.occurrences(&acme(), &any(), &Page::first(limit)).await.unwrap();
        assert_eq!((page.rows.len(), page.next.is_some()), (PAGE_ROWS_MAX, true));
    }
}

pub async fn a_page_limit_of_zero_counts_as_one(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1]).await;
    let page = s.occurrences(&acme(), &any(), &Page::first(0)).await.unwrap();
    assert_eq!((page.rows.len(), page.next.is_some()), (1, true));
}

/// Creates a row in each state, including two with the reason `canceled`: one skipped and one failed.
async fn add_a_row_in_every_state(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1, 2, 3, 4]).await;
    let rows = s.claimed("n1", 9, 9).await.started;
    s.ends(&rows[0], done(), 10).await;
    s.ends(&rows[1], skipped(SkipReason::Canceled), 10).await;
    let canceled = crate::store::Ending::Failed { reason: crate::model::FailReason::Canceled, message: None };
    s.ends(&rows[2], canceled, 10).await;
    s.ends(&rows[3], retry(500), 10).await;
}

pub async fn occurrences_are_found_by_state(s: &Stage<'_>) {
    add_a_row_in_every_state(s).await;
    let states = [
        (State::Succeeded, "p0"),
        (State::Skipped, "p1"),
        (State::Failed, "p2"),
        (State::Planned, "p3"),
        (State::Running, "p4"),
    ];
    for (state, period) in states {
        assert_eq!(found(s, &OccurrenceFilter { states: vec![state], ..any() }).await, [period]);
    }
    let several = OccurrenceFilter { states: vec![State::Failed, State::Succeeded], ..any() };
    assert_eq!(found(s, &several).await, ["p2", "p0"]);
}

/// A reason text such as `canceled` may belong to a skip and to a failure. Dead letters are the failed ones.
pub async fn occurrences_are_found_by_reason(s: &Stage<'_>) {
    add_a_row_in_every_state(s).await;
    let reasons =
        |texts: &[&str]| OccurrenceFilter { reasons: texts.iter().map(|text| (*text).to_owned()).collect(), ..any() };
    assert_eq!(found(s, &reasons(&["canceled"])).await, ["p2", "p1"]);
    assert_eq!(found(s, &reasons(&["overlap", "canceled", "nonsense"])).await, ["p2", "p1"]);
    assert_eq!(found(s, &reasons(&["nonsense"])).await, [""; 0]);
    let failed = OccurrenceFilter { states: vec![State::Failed], ..reasons(&["canceled"]) };
    assert_eq!(found(s, &failed).await, ["p2"]);
}

/// Filters by nominal time, without jitter. `from` is inclusive, `until` is exclusive.
pub async fn occurrences_are_found_by_nominal_time(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let rows = [0, 10, 20].map(|nominal| NewOccurrence { due_at: at(nominal + 500), ..due(nominal) });
    s.plan_rows(&schedule, rows.to_vec()).await;
    let range =
        |from: Option<i64>, until: Option<i64>| OccurrenceFilter { from: from.map(at), until: until.map(at), ..any() };
    assert_eq!(found(s, &range(Some(10), None)).await, ["p20", "p10"]);
    assert_eq!(found(s, &range(None, Some(10))).await, ["p0"]);
    assert_eq!(found(s, &range(Some(10), Some(20))).await, ["p10"]);
    assert_eq!(found(s, &range(Some(20), Some(10))).await, [""; 0]);
}

pub async fn occurrences_are_found_by_schedule(s: &Stage<'_>) {
    s.with_rows("a", definition(), &[0]).await;
    s.with_rows("ab", definition(), &[1]).await;
    s.delete(&key("a"), ExpectedVersion::Any, &ann(), at(0)).await.unwrap();
    s.with_rows("a", definition(), &[2]).await;
    let of = |name: &str| OccurrenceFilter { schedule: Some(id(name)), ..any() };
    assert_eq!(found(s, &of("a")).await, ["p2"], "rows of the deleted schedule are not included");
    assert_eq!(found(s, &of("ab")).await, ["p1"]);
    assert_eq!(found(s, &of("b")).await, [""; 0]);
}

fn labeled(team: &str) -> Definition {
    Definition { labels: [("team".to_owned(), team.to_owned())].into(), ..definition() }
}

/// Filters by the current labels of the schedule. A deleted schedule has none.
pub async fn occurrences_are_found_by_label(s: &Stage<'_>) {
    s.with_rows("a", labeled("x"), &[0]).await;
    s.with_rows("b", labeled("y"), &[1]).await;
    s.with_rows("c", definition(), &[2]).await;
    let of = |team: &str| OccurrenceFilter { label: Some(("team".to_owned(), team.to_owned())), ..any() };
    assert_eq!(found(s, &of("x")).await, ["p0"]);
    assert_eq!(found(s, &of("z")).await, [""; 0]);
    s.saved("b", labeled("x")).await;
    assert_eq!(found(s, &of("x")).await, ["p1", "p0"]);
    s.delete(&key("a"), ExpectedVersion::Any, &ann(), at(0)).await.unwrap();
    assert_eq!(found(s, &of("x")).await, ["p1"]);
}

pub async fn filters_are_joined_by_and(s: &Stage<'_>) {
    s.with_rows("a", labeled("x"), &[0, 10, 20]).await;
    s.with_rows("b", labeled("x"), &[11]).await;
    let rows = s.claimed("n1", 3, 11).await.started;
    for row in &rows {
        s.ends(row, failed("x"), 12).await;
    }
    let filter = OccurrenceFilter {
        schedule: Some(id("a")),
        states: vec![State::Failed],
        reasons: vec!["rejected".to_owned()],
        from: Some(at(1)),
        until: Some(at(15)),
        label: Some(("team".to_owned(), "x".to_owned())),
        is_discarded: None,
    };
    assert_eq!(found(s, &filter).await, ["p10"]);
}

pub async fn a_filtered_list_has_full_pages(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &(0..12).collect::<Vec<_>>()).await;
    let rows = s.claimed("n1", 12, 20).await.started;
    for row in rows.iter().step_by(3) {
        s.ends(row, done(), 21).await;
    }
    let filter = OccurrenceFilter { states: vec![State::Succeeded], ..any() };
    let (rows, pages) = walk(s, &filter, 2).await;
    let periods: Vec<_> = rows.iter().map(|row| row.planned.period_key.as_str()).collect();
    assert_eq!((periods, pages), (vec!["p9", "p6", "p3", "p0"], 2));
}

/// Open rows do not take the place of settled ones, and rows of other tenants or schedules are not returned.
pub async fn recent_runs_of_many_schedules_are_read_at_once(s: &Stage<'_>) {
    let a = s.with_rows("a", definition(), &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).await;
    let b = s.with_rows("b", definition(), &[3]).await;
    let idle = s.saved("idle", definition()).await;
    let foreign = s
        .with_rows_as(crate::testing::fixture::key_of(crate::testing::fixture::globex(), "a"), definition(), &[1])
        .await;
    for row in s.claimed("n1", 9, 4).await.started {
        let ending = if row.planned.period_key == "p1" { failed("no") } else { done() };
        s.ends(&row, ending, 5).await;
    }
    let uids = [b.uid, a.uid, idle.uid, foreign.uid];
    let read = async |limit| {
        let found = s.recent(&acme(), &uids, limit).await.unwrap();
        let keys = |rows: &Vec<Occurrence>| rows.iter().map(|row| row.planned.period_key.clone()).collect::<Vec<_>>();
        found.iter().map(keys).collect::<Vec<_>>()
    };
    let none: [&str; 0] = [];
    let all = read(20).await;
    assert_eq!(all[0], ["p3"]);
    assert!(all[1].len() > 2 && all[1].is_sorted_by(|one, next| one > next), "{all:?}");
    assert_eq!((&all[2][..], &all[3][..]), (&[][..], &[][..]));
    let two = read(2).await;
    assert_eq!((&two[1], &two[0]), (&all[1][..2].to_vec(), &all[0]));
    assert_eq!(read(0).await, [none; 4]);
    assert_eq!(s.recent(&acme(), &[], 5).await.unwrap(), Vec::<Vec<Occurrence>>::new());
    assert!(matches!(s.recent(&acme(), &uids, usize::MAX).await, Err(StoreError::TooLarge { .. })));
}

pub async fn one_occurrence_is_read_with_its_attempts(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    let (read, attempts) = s.occurrence(&acme(), row.id).await.unwrap().unwrap();
    assert_eq!((read, attempts.len(), attempts[0].owner.as_str()), (row, 1, "n1"));
}

pub async fn a_missing_occurrence_is_none(s: &Stage<'_>) {
    for number in [0, -1, 987_654_321, i64::MAX, i64::MIN] {
        assert_eq!(s.occurrence(&acme(), crate::model::OccurrenceId(number)).await.unwrap(), None);
        assert_eq!(s.work_item(&acme(), crate::model::WorkItemId(number)).await.unwrap(), None);
        assert_eq!(s.planned(crate::model::ScheduleUid(number), None, 9).await.unwrap(), []);
        assert_eq!(s.defined(crate::model::ScheduleUid(number), crate::model::Revision(1)).await, None);
    }
}

pub async fn rows_of_a_deleted_schedule_stay(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let gaps = vec![crate::testing::fixture::gap(-9, -9, 1)];
    let plan = crate::store::Plan { gaps, ..crate::testing::fixture::plan(&schedule, vec![due(0)]) };
    s.plan(vec![plan], at(0)).await.unwrap();
    let row = s.started("n1", 0).await;
    s.ends(&row, done(), 1).await;
    s.delete(&key("digest"), ExpectedVersion::Any, &ann(), at(2)).await.unwrap();
    assert_eq!((s.again(&row).await.state, s.attempts(&row).await.len()), (State::Succeeded, 1));
    assert_eq!((s.rows().await.len(), s.gaps_of("digest").await.len()), (1, 1));
}

pub async fn the_next_wakeup_is_the_earliest_of_all(s: &Stage<'_>) {
    s.with_rows("b", definition(), &[50]).await;
    s.with_rows_as(crate::testing::fixture::key_of(crate::testing::fixture::globex(), "a"), definition(), &[40, 90])
        .await;
    let wakeup = s.next_wakeup().await.unwrap();
    assert_eq!((wakeup.plan_at, wakeup.claim_at), (Some(at(110)), Some(at(40))));
    s.moved_to("b", Status::Paused, 0).await;
    assert_eq!(s.next_wakeup().await.unwrap().plan_at, Some(at(150)));
}

pub async fn the_next_wakeup_follows_leases_and_retries(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let claim_at = async || s.next_wakeup().await.unwrap().claim_at;
    let row = s.started("n1", 3).await;
    assert_eq!(claim_at().await, Some(at(3 + LEASE)));
    s.renew(&[crate::testing::fixture::lease(&row)], crate::testing::fixture::seconds(100), at(5)).await.unwrap();
    assert_eq!(claim_at().await, Some(at(105)));
    s.ends(&row, retry(77), 6).await;
    assert_eq!(claim_at().await, Some(at(77)));
    let row = s.started("n1", 77).await;
    s.ends(&row, done(), 78).await;
    assert_eq!(claim_at().await, None);
}

/// Instants are not rounded to milliseconds, and instants before 1970 and far in the future are kept too.
pub async fn microseconds_are_kept(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let instants = [
        jiff::Timestamp::from_microsecond(1_767_603_600_123_457).unwrap(),
        jiff::Timestamp::from_microsecond(-1).unwrap(),
        jiff::Timestamp::from_microsecond(-62_135_596_800_000_000).unwrap(),
        "9998-12-31T23:59:59.999999Z".parse().unwrap(),
    ];
    let row = |(n, instant): (usize, &jiff::Timestamp)| NewOccurrence {
        period_key: format!("i{n}"),
        nominal_at: *instant,
        due_at: *instant,
        period: Some((*instant, *instant)),
        ..due(0)
    };
    let rows: Vec<_> = instants.iter().enumerate().map(row).collect();
    s.plan_rows(&schedule, rows.clone()).await;
    let kept: Vec<_> = s.rows().await.into_iter().map(|row| row.planned).collect();
    assert_eq!(kept, rows);
    let micro = jiff::SignedDuration::from_micros(1);
    let claimed = s.claim(&crate::testing::fixture::claim("n1", 9), instants[0] - micro).await.unwrap();
    assert_eq!(claimed.started.len(), 2);
    let claimed = s.claim(&crate::testing::fixture::claim("n1", 9), instants[0]).await.unwrap();
    assert_eq!(claimed.started[0].lease_until, Some(instants[0] + crate::testing::fixture::seconds(LEASE)));
}

pub async fn the_store_clock_advances(s: &Stage<'_>) {
    let first = s.now().await.unwrap();
    let second = s.now().await.unwrap();
    assert!(first <= second && first > "2020-01-01T00:00:00Z".parse().unwrap(), "{first} {second}");
}

pub async fn a_store_reports_its_health(s: &Stage<'_>) {
    let health = s.health().await.unwrap();
    assert!(!health.kind.is_empty() && health.schema_version >= 1);
}
