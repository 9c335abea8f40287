//! Everything that can be read from a store: a rejected change must leave it unchanged, and two stores with the
//! same history must agree about it.

use std::collections::{BTreeMap, BTreeSet};

use crate::ledger::consistency::find_inconsistencies;
use crate::model::{Attempt, AuditEntry, Gap, Occurrence, RevisionRecord, Schedule, ScheduleKey, Tenant, WorkItem};
use crate::store::{Document, DocumentKind, NextWakeup, OccurrenceFilter, Page, ScheduleFilter, Store, WorkFilter};
use crate::testing::fixture::tenants;

/// More rows than any case leaves behind.
const ALL: usize = 500;

/// The readable contents of a store.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Everything {
    pub(crate) tenants: BTreeMap<Tenant, TenantData>,
    pub(crate) wakeup: NextWakeup,
}

/// The data of one tenant. Numbered rows are ordered newest first.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct TenantData {
    pub(crate) schedules: Vec<Schedule>,
    pub(crate) revisions: Vec<Vec<RevisionRecord>>,
    pub(crate) rows: Vec<(Occurrence, Vec<Attempt>)>,
    pub(crate) gaps: Vec<Gap>,
    pub(crate) work: Vec<WorkItem>,
    pub(crate) documents: Vec<Document>,
    pub(crate) audit: Vec<AuditEntry>,
}

impl Everything {
    /// Reads all data of the tenants that cases use.
    pub(crate) async fn of(store: &dyn Store) -> Self {
        Self::of_tenants(store, &tenants(), &DocumentKind::ALL).await
    }

    /// Reads all data of these tenants, with documents of these kinds.
    pub(crate) async fn of_tenants(store: &dyn Store, tenants: &[Tenant], kinds: &[DocumentKind]) -> Self {
        let mut everything = Self { wakeup: store.next_wakeup().await.unwrap(), ..Self::default() };
        for tenant in tenants {
            let belongings = TenantData::of(store, tenant, kinds).await;
            everything.tenants.insert(tenant.clone(), belongings);
        }
        everything
    }
}

impl TenantData {
    async fn of(store: &dyn Store, tenant: &Tenant, kinds: &[DocumentKind]) -> Self {
        let all = Page::first(ALL);
        let listed = store.schedules(tenant, &ScheduleFilter::default(), &all).await.unwrap().rows;
        let mut found = Self {
            schedules: listed.into_iter().map(Result::unwrap).collect(),
            work: store.work_items(tenant, &WorkFilter::default(), &all).await.unwrap().rows,
            audit: store.entries(tenant, &all).await.unwrap().rows,
            ..Self::default()
        };
        for row in store.occurrences(tenant, &OccurrenceFilter::default(), &all).await.unwrap().rows {
            assert!(find_inconsistencies(&row).is_empty(), "{:?}: {row:#?}", find_inconsistencies(&row));
            found.rows.push(store.occurrence(tenant, row.id).await.unwrap().unwrap());
        }
        for schedule in &found.schedules {
            found.revisions.push(store.revisions(&schedule.key, &all).await.unwrap().rows);
        }
        // The rows of a deleted schedule still name it.
        let named = found.rows.iter().map(|(row, _)| &row.schedule);
        let keys: BTreeSet<&ScheduleKey> = found.schedules.iter().map(|schedule| &schedule.key).chain(named).collect();
        for key in keys {
            found.gaps.extend(store.gaps(key, &all).await.unwrap().rows);
        }
        for kind in kinds {
            found.documents.extend(store.documents(tenant, *kind, &all).await.unwrap().rows);
        }
        found
    }
}
