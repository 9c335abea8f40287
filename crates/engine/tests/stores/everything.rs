//! Everything that can be read of a store: what a refused change must leave as it was, and what two stores that were
//! asked the same must agree about.

use std::collections::{BTreeMap, BTreeSet};

use refrain::attempt::Attempt;
use refrain::audit::AuditEntry;
use refrain::gap::Gap;
use refrain::id::{ScheduleKey, Tenant};
use refrain::ledger::sound::faults;
use refrain::occurrence::Occurrence;
use refrain::schedule::{RevisionRecord, Schedule};
use refrain::store::{Document, DocumentKind, NextWakeup, OccurrenceFilter, Page, ScheduleFilter, Store, WorkFilter};
use refrain::work_item::WorkItem;

use crate::fixture::tenants;

/// More rows than any case leaves behind.
const ALL: usize = 500;

/// What a store holds, as far as it can be read.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Everything {
    pub(crate) tenants: BTreeMap<Tenant, Belongings>,
    pub(crate) wakeup: NextWakeup,
}

/// What belongs to a tenant; numbered things the latest first.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Belongings {
    pub(crate) schedules: Vec<Schedule>,
    pub(crate) revisions: Vec<Vec<RevisionRecord>>,
    pub(crate) rows: Vec<(Occurrence, Vec<Attempt>)>,
    pub(crate) gaps: Vec<Gap>,
    pub(crate) work: Vec<WorkItem>,
    pub(crate) documents: Vec<Document>,
    pub(crate) audit: Vec<AuditEntry>,
}

impl Everything {
    /// Reads all of the tenants that cases know.
    pub(crate) async fn of(store: &dyn Store) -> Self {
        Self::of_tenants(store, &tenants(), &DocumentKind::ALL).await
    }

    /// Reads all of these tenants, and of documents these kinds.
    pub(crate) async fn of_tenants(store: &dyn Store, tenants: &[Tenant], kinds: &[DocumentKind]) -> Self {
        let mut everything = Self { wakeup: store.next_wakeup().await.unwrap(), ..Self::default() };
        for tenant in tenants {
            let belongings = Belongings::of(store, tenant, kinds).await;
            everything.tenants.insert(tenant.clone(), belongings);
        }
        everything
    }
}

impl Belongings {
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
            assert!(faults(&row).is_empty(), "{:?}: {row:#?}", faults(&row));
            found.rows.push(store.occurrence(tenant, row.id).await.unwrap().unwrap());
        }
        for schedule in &found.schedules {
            found.revisions.push(store.revisions(&schedule.key, &all).await.unwrap().rows);
        }
        // A deleted schedule's rows still name it.
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
