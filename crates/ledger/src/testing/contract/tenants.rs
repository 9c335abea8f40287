//! P9: tenant A can never read, count, lock, starve or change a row of tenant B, even if all their names are equal.

use serde_json::json;

use crate::model::{NewWorkItem, State, Status, Tenant};
use crate::store::{
    ClaimWork, DeadItemChange, DocumentKey, ExpectedVersion, OccurrenceChange, OccurrenceFilter, Page, ScheduleFilter,
    Settlement, StoreError, WorkEnding, WorkFilter,
};
use crate::testing::fixture::{
    acme, ann, at, change, claim_work, definition, described, document, done, due, globex, insert, key_of, manual,
    other_acme, overlapping, save, seconds, settlement, tenants, work, work_lease,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! tenants_cases {
    ($make:path) => {
        $make! { tenants:
            schedules_of_equal_ids_are_different,
            a_change_of_one_tenants_schedule_leaves_the_others,
            lists_show_only_the_tenants_own,
            a_row_of_another_tenant_is_not_found,
            a_row_of_another_tenant_cannot_be_changed,
            rows_of_equal_keys_are_different,
            overlap_is_judged_inside_a_tenant,
            settling_counts_for_the_right_tenant,
            an_item_of_another_tenant_is_not_found,
            an_item_of_another_tenant_cannot_be_extended_finished_or_replayed,
            work_is_claimed_from_the_own_queue_only,
            documents_of_equal_names_are_different,
            a_canceled_schedule_stops_only_its_own_tenants_rows,
            gaps_of_equal_schedules_are_different,
            namespaces_are_different_tenants,
        an_occurrence_cannot_enqueue_work_for_another_tenant,
        }
    };
}

/// Creates the same schedule with the same row in every tenant.
async fn twins(s: &Stage<'_>) {
    for tenant in tenants() {
        s.with_rows_as(key_of(tenant, "digest"), definition(), &[0]).await;
    }
}

pub async fn schedules_of_equal_ids_are_different(s: &Stage<'_>) {
    let mut uids = Vec::new();
    for tenant in tenants() {
        let new = crate::store::SaveSchedule {
            expect: ExpectedVersion::New,
            ..save(key_of(tenant.clone(), "digest"), described(&tenant.to_string()))
        };
        uids.push(s.save(new, at(0)).await.unwrap().uid);
    }
    uids.sort_unstable();
    uids.dedup();
    assert_eq!(uids.len(), 3);
    for tenant in tenants() {
        let found = s.schedule_of(&key_of(tenant.clone(), "digest")).await;
        assert_eq!((found.definition.description.clone(), found.revision.0), (tenant.to_string(), 1));
    }
}

pub async fn a_change_of_one_tenants_schedule_leaves_the_others(s: &Stage<'_>) {
    twins(s).await;
    let others = async || {
        let mut everything = s.everything().await.tenants;
        (everything.remove(&globex()), everything.remove(&other_acme()))
    };
    let before = others().await;
    let key = key_of(acme(), "digest");
    s.change_status(change(&key, Status::Paused), at(1)).await.unwrap();
    s.save(save(key.clone(), described("new")), at(2)).await.unwrap();
    s.insert(insert(&key, vec![manual("x", 0)]), at(3)).await.unwrap();
    s.delete(&key, ExpectedVersion::Any, &ann(), at(4)).await.unwrap();
    assert_eq!(others().await, before);
}

pub async fn lists_show_only_the_tenants_own(s: &Stage<'_>) {
    twins(s).await;
    s.with_rows_as(key_of(globex(), "more"), definition(), &[1, 2]).await;
    for (tenant, schedules, rows) in [(acme(), 1, 1), (globex(), 2, 3), (other_acme(), 1, 1)] {
        let all = Page::first(99);
        let found = s.schedules(&tenant, &ScheduleFilter::default(), &all).await.unwrap().rows;
        let found: Vec<_> = found.into_iter().map(Result::unwrap).collect();
        assert!(found.iter().all(|schedule| schedule.key.tenant == tenant) && found.len() == schedules);
        let found = s.occurrences(&tenant, &OccurrenceFilter::default(), &all).await.unwrap().rows;
        assert!(found.iter().all(|row| row.schedule.tenant == tenant) && found.len() == rows);
        let filter =
            OccurrenceFilter { schedule: Some(crate::testing::fixture::id("digest")), ..OccurrenceFilter::default() };
        assert_eq!(s.occurrences(&tenant, &filter, &all).await.unwrap().rows.len(), 1);
    }
    let nobody = Tenant::new("default", "nobody").unwrap();
    assert_eq!(s.rows_of(&nobody).await, []);
}

/// The ID of another tenant's row is treated as one that does not exist.
pub async fn a_row_of_another_tenant_is_not_found(s: &Stage<'_>) {
    twins(s).await;
    let foreign = s.rows_of(&globex()).await.remove(0);
    assert_eq!(s.occurrence(&acme(), foreign.id).await.unwrap(), None);
    assert_eq!(s.occurrence(&other_acme(), foreign.id).await.unwrap(), None);
    assert!(s.occurrence(&globex(), foreign.id).await.unwrap().is_some());
}

pub async fn a_row_of_another_tenant_cannot_be_changed(s: &Stage<'_>) {
    twins(s).await;
    let foreign = s.rows_of(&globex()).await.remove(0);
    let before = s.everything().await;
    let reopen = OccurrenceChange::retry();
    for change in [reopen, OccurrenceChange::Skip, OccurrenceChange::Cancel] {
        let refused = s.by_hand(foreign.id, change, 1).await;
        assert!(matches!(refused, Err(StoreError::NotFound(_))), "{refused:?}");
    }
    assert_eq!(s.everything().await, before);
}

/// P1 applies per schedule, and a schedule belongs to one tenant.
pub async fn rows_of_equal_keys_are_different(s: &Stage<'_>) {
    twins(s).await;
    let claimed = s.claimed("n1", 99, 0).await;
    assert_eq!(claimed.started.len(), 3);
    let mut keys: Vec<_> = claimed.started.iter().map(|row| row.idempotency_key().to_string()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 3);
    s.ends(&claimed.started[0], done(), 1).await;
    let running = claimed.started.iter().skip(1);
    for row in running {
        assert_eq!(s.again(row).await.state, State::Running);
    }
}

pub async fn overlap_is_judged_inside_a_tenant(s: &Stage<'_>) {
    for tenant in tenants() {
        s.with_rows_as(key_of(tenant, "digest"), overlapping(crate::model::Overlap::Skip), &[0]).await;
    }
    let claimed = s.claimed("n1", 99, 0).await;
    assert_eq!((claimed.started.len(), claimed.ended.len()), (3, 0));
}

pub async fn settling_counts_for_the_right_tenant(s: &Stage<'_>) {
    twins(s).await;
    let rows = s.claimed("n1", 99, 0).await.started;
    let endings = rows.iter().map(|row| settlement(row, done())).collect::<Vec<_>>();
    let own = endings.into_iter().zip(&rows).find(|(_, row)| row.schedule.tenant == globex()).unwrap().0;
    s.settle(vec![own], at(1)).await.unwrap();
    for (tenant, succeeded) in [(acme(), 0), (globex(), 1), (other_acme(), 0)] {
        assert_eq!(s.schedule_of(&key_of(tenant, "digest")).await.counters.succeeded, succeeded);
    }
}

async fn foreign_item(s: &Stage<'_>) -> crate::model::WorkItem {
    s.enqueue(vec![work("a"), NewWorkItem { tenant: globex(), ..work("a") }], at(0)).await.unwrap();
    let claim = ClaimWork { tenant: globex(), ..claim_work("n1", 9) };
    let mut items = s.claim_work(&claim, at(0)).await.unwrap();
    assert_eq!(items.len(), 1);
    items.remove(0)
}

pub async fn an_item_of_another_tenant_is_not_found(s: &Stage<'_>) {
    let foreign = foreign_item(s).await;
    assert_eq!(s.work_item(&acme(), foreign.id).await.unwrap(), None);
    let own = s.work_items(&acme(), &WorkFilter::default(), &Page::first(9)).await.unwrap().rows;
    assert!(own.len() == 1 && own[0].id != foreign.id);
}

pub async fn an_item_of_another_tenant_cannot_be_extended_finished_or_replayed(s: &Stage<'_>) {
    let foreign = foreign_item(s).await;
    let complete = WorkEnding::Complete { result: json!(1) };
    let before = s.everything().await;
    assert_eq!(s.extend(&acme(), &[work_lease(&foreign)], seconds(500), at(1)).await.unwrap(), [false]);
    assert_eq!(s.finish(&acme(), vec![(work_lease(&foreign), complete)], at(1)).await.unwrap(), [false]);
    assert_eq!(s.everything().await, before);
    let fail = WorkEnding::Fail { error: "x".to_owned(), retry_at: None };
    assert_eq!(s.finish(&globex(), vec![(work_lease(&foreign), fail)], at(2)).await.unwrap(), [true]);
    let dead = s.work_item(&globex(), foreign.id).await.unwrap();
    assert_eq!(s.change_dead(&acme(), &[foreign.id], DeadItemChange::Replay, &ann(), at(3)).await.unwrap(), [false]);
    assert_eq!(s.work_item(&globex(), foreign.id).await.unwrap(), dead);
}

pub async fn work_is_claimed_from_the_own_queue_only(s: &Stage<'_>) {
    let items = tenants().map(|tenant| NewWorkItem { tenant, ..work("a") });
    s.enqueue(items.to_vec(), at(0)).await.unwrap();
    for tenant in tenants() {
        let claim = ClaimWork { tenant: tenant.clone(), ..claim_work("n1", 9) };
        let claimed = s.claim_work(&claim, at(0)).await.unwrap();
        assert!(claimed.len() == 1 && claimed[0].work.tenant == tenant);
    }
}

pub async fn documents_of_equal_names_are_different(s: &Stage<'_>) {
    for tenant in tenants() {
        let key = DocumentKey { tenant: tenant.clone(), ..document("a") };
        let written = s.put(&key, &json!(tenant.to_string()), ExpectedVersion::New, &ann(), at(0)).await.unwrap();
        assert_eq!(written.version, 1);
    }
    s.remove(&document("a"), ExpectedVersion::Any, &ann(), at(1)).await.unwrap();
    for tenant in [globex(), other_acme()] {
        let key = DocumentKey { tenant: tenant.clone(), ..document("a") };
        assert_eq!(s.document(&key).await.unwrap().unwrap().body, json!(tenant.to_string()));
        let listed = s.documents(&tenant, key.kind, &Page::first(9)).await.unwrap().rows;
        assert_eq!(listed.len(), 1);
    }
    assert_eq!(s.documents(&acme(), document("a").kind, &Page::first(9)).await.unwrap().rows, []);
}

pub async fn a_canceled_schedule_stops_only_its_own_tenants_rows(s: &Stage<'_>) {
    twins(s).await;
    s.change_status(change(&key_of(acme(), "digest"), Status::Canceled), at(0)).await.unwrap();
    let claimed = s.claimed("n1", 99, 0).await;
    let mut started: Vec<_> = claimed.started.iter().map(|row| row.schedule.tenant.clone()).collect();
    started.sort_unstable();
    assert_eq!(started, [globex(), other_acme()]);
}

pub async fn gaps_of_equal_schedules_are_different(s: &Stage<'_>) {
    for (n, tenant) in tenants().into_iter().enumerate() {
        let schedule = s.saved_as(key_of(tenant, "digest"), definition()).await;
        let gaps = vec![crate::testing::fixture::gap(-9, -9, n as u64 + 1)];
        let made = crate::store::Plan { gaps, ..crate::testing::fixture::plan(&schedule, vec![due(0)]) };
        s.plan(vec![made], at(0)).await.unwrap();
    }
    for (n, tenant) in tenants().into_iter().enumerate() {
        let gaps = s.gaps(&key_of(tenant, "digest"), &Page::first(9)).await.unwrap().rows;
        assert_eq!(gaps.iter().map(|gap| gap.covers.count).collect::<Vec<_>>(), [n as u64 + 1]);
    }
}

/// Detects a store that joins namespace and name with a character that both may contain.
pub async fn namespaces_are_different_tenants(s: &Stage<'_>) {
    let alike = [("a", "b.c"), ("a.b", "c"), ("a-b", "c"), ("a", "b-c"), ("A", "b.c"), ("ab", "c"), ("a", "bc")];
    let tenants = alike.map(|(namespace, name)| Tenant::new(namespace, name).unwrap());
    for (n, tenant) in tenants.iter().enumerate() {
        let dues: Vec<i64> = (0..=n as i64).collect();
        s.with_rows_as(key_of(tenant.clone(), "digest"), definition(), &dues).await;
        s.append(tenant, vec![super::audit::entry(n)], at(0)).await.unwrap();
    }
    for (n, tenant) in tenants.iter().enumerate() {
        assert_eq!((s.rows_of(tenant).await.len(), s.audit_of(tenant).await.len()), (n + 1, 2), "{tenant}");
    }
}

/// The whole batch is rejected, and nothing of it is written.
pub async fn an_occurrence_cannot_enqueue_work_for_another_tenant(s: &Stage<'_>) {
    s.with_rows_as(key_of(acme(), "digest"), definition(), &[0, 1]).await;
    let rows = s.claimed("n1", 9, 5).await.started;
    let before = s.everything().await;
    for tenant in [globex(), other_acme()] {
        let enqueue = vec![work("own"), NewWorkItem { tenant, ..work("foreign") }];
        let foreign = Settlement { enqueue, ..settlement(&rows[1], done()) };
        let refused = s.settle(vec![settlement(&rows[0], done()), foreign], at(6)).await;
        assert!(matches!(refused, Err(StoreError::Invalid { field: "enqueue", .. })), "{refused:?}");
    }
    assert_eq!(s.everything().await, before);
}
