//! Implements [`Ledger`] for SQLite. Arguments are checked before the file is accessed.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::error::StoreResult as Result;
use super::prune::{self, Pass};
use super::{
    Sqlite, change_occurrence, claim, due, gaps, history, insert, lease, overdue, plan, revisions, save, schedule,
    schedules, settle, status,
};
use refrain_ledger::ledger::check;
use refrain_ledger::model::{
    Attempt, By, Gap, MESSAGE_BYTES_MAX, Occurrence, OccurrenceId, Revision, RevisionRecord, Schedule, ScheduleKey,
    ScheduleUid, Tenant,
};
use refrain_ledger::store::{
    ChangeStatus, Claim, ClaimResult, ConfirmResult, DefinitionResult, DueSchedules, ExpectedVersion, Insert,
    InsertResult, Lease, Ledger, ListPage, ListedSchedule, NextWakeup, OccurrenceChange, OccurrenceFilter, Page, Plan,
    PlanResult, Prune, PruneResult, Release, RenewResult, SaveSchedule, ScheduleCounts, ScheduleFilter, SettleResult,
    Settlement, UnreadableSchedule,
};

#[async_trait]
impl Ledger for Sqlite {
    async fn save(&self, save: SaveSchedule, now: Timestamp) -> Result<Schedule> {
        check::save(&save)?;
        save.definition.to_stored()?;
        self.write_and_wake(move |conn| save::save(conn, &save, now)).await
    }

    async fn change_status(&self, change: ChangeStatus, now: Timestamp) -> Result<Schedule> {
        check::by(&change.by)?;
        if let Some(text) = &change.text {
            check::text("note", text, MESSAGE_BYTES_MAX)?;
        }
        self.write_and_wake(move |conn| status::change_status(conn, &change, now)).await
    }

    async fn delete(&self, key: &ScheduleKey, expect: ExpectedVersion, by: &By, now: Timestamp) -> Result<()> {
        check::by(by)?;
        let (key, by) = (key.clone(), by.clone());
        self.write_and_wake(move |conn| status::delete(conn, &key, expect, &by, now)).await
    }

    async fn quarantine(&self, found: &[UnreadableSchedule], by: &By, now: Timestamp) -> Result<Vec<bool>> {
        check::quarantine(found, by)?;
        let (found, by) = (found.to_vec(), by.clone());
        self.write_and_wake(move |conn| status::quarantine(conn, &found, &by, now)).await
    }

    async fn schedule(&self, key: &ScheduleKey) -> Result<Option<Schedule>> {
        let key = key.clone();
        self.read(move |conn| schedule::live(conn, &key)).await
    }

    async fn schedules(
        &self,
        tenant: &Tenant,
        filter: &ScheduleFilter,
        page: &Page,
    ) -> Result<ListPage<ListedSchedule>> {
        check::schedule_filter(filter)?;
        let (tenant, filter, page) = (tenant.clone(), filter.clone(), page.clone());
        self.read(move |conn| schedules::schedules(conn, &tenant, &filter, &page)).await
    }

    async fn count_schedules(&self, tenant: &Tenant, limit: usize) -> Result<ScheduleCounts> {
        check::batch(limit)?;
        let tenant = tenant.clone();
        self.read(move |conn| schedules::count_schedules(conn, &tenant, limit)).await
    }

    async fn revisions(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<RevisionRecord>> {
        let (key, page) = (key.clone(), page.clone());
        self.read(move |conn| revisions::revisions(conn, &key, &page)).await
    }

    async fn definitions(&self, wanted: &[(ScheduleUid, Revision)]) -> Result<Vec<DefinitionResult>> {
        check::batch(wanted.len())?;
        let wanted = wanted.to_vec();
        self.read(move |conn| revisions::definitions(conn, &wanted)).await
    }

    async fn due_for_planning(&self, until: Timestamp, limit: usize) -> Result<DueSchedules> {
        check::batch(limit)?;
        self.read(move |conn| due::due_for_planning(conn, until, limit)).await
    }

    async fn scan(&self, after: Option<ScheduleUid>, limit: usize) -> Result<Vec<ListedSchedule>> {
        check::batch(limit)?;
        self.read(move |conn| schedules::scan(conn, after, limit)).await
    }

    async fn plan(&self, plans: Vec<Plan>, now: Timestamp) -> Result<Vec<PlanResult>> {
        check::plans(&plans)?;
        let rows = plans.iter().map(|plan| 1 + plan.occurrences.len()).sum();
        self.write_rows_and_wake(rows, move |conn| plan::plan(conn, &plans, now)).await
    }

    async fn insert(&self, insert: Insert, now: Timestamp) -> Result<Vec<InsertResult>> {
        check::insert(&insert)?;
        let rows = insert.occurrences.len();
        self.write_rows_and_wake(rows, move |conn| insert::insert(conn, &insert, now)).await
    }

    async fn claim(&self, claim: &Claim, now: Timestamp) -> Result<ClaimResult> {
        check::batch(claim.limit)?;
        let (claim, place) = (claim.clone(), self.place.clone());
        self.write_rows(claim.limit, move |conn| claim::claim(conn, &claim, &place, now)).await
    }

    async fn confirm(&self, leases: &[Lease], now: Timestamp) -> Result<Vec<ConfirmResult>> {
        check::batch(leases.len())?;
        let leases = leases.to_vec();
        self.read(move |conn| lease::confirm(conn, &leases, now)).await
    }

    async fn renew(&self, leases: &[Lease], lease_for: SignedDuration, now: Timestamp) -> Result<Vec<RenewResult>> {
        check::batch(leases.len())?;
        let leases = leases.to_vec();
        self.write_rows(leases.len(), move |conn| lease::renew(conn, &leases, lease_for, now)).await
    }

    async fn settle(&self, settlements: Vec<Settlement>, now: Timestamp) -> Result<Vec<SettleResult>> {
        check::settlements(&settlements)?;
        let rows = settlements.len();
        self.write_rows_and_wake(rows, move |conn| settle::settle(conn, &settlements, now)).await
    }

    async fn release(&self, releases: &[Release], now: Timestamp) -> Result<Vec<bool>> {
        check::batch(releases.len())?;
        let releases = releases.to_vec();
        let rows = releases.len();
        self.write_rows_and_wake(rows, move |conn| lease::release(conn, &releases, now)).await
    }

    async fn change_occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
        change: &OccurrenceChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Occurrence> {
        check::occurrence_change(change, by)?;
        let (tenant, change, by) = (tenant.clone(), change.clone(), by.clone());
        self.write_and_wake(move |conn| change_occurrence::change_occurrence(conn, &tenant, id, &change, &by, now))
            .await
    }

    async fn occurrences(
        &self,
        tenant: &Tenant,
        filter: &OccurrenceFilter,
        page: &Page,
    ) -> Result<ListPage<Occurrence>> {
        check::occurrence_filter(filter)?;
        let (tenant, filter, page) = (tenant.clone(), filter.clone(), page.clone());
        self.read(move |conn| history::occurrences(conn, &tenant, &filter, &page)).await
    }

    async fn occurrence(&self, tenant: &Tenant, id: OccurrenceId) -> Result<Option<(Occurrence, Vec<Attempt>)>> {
        let tenant = tenant.clone();
        self.read(move |conn| history::occurrence(conn, &tenant, id)).await
    }

    async fn recent(&self, tenant: &Tenant, schedules: &[ScheduleUid], limit: usize) -> Result<Vec<Vec<Occurrence>>> {
        check::batch(schedules.len().saturating_mul(limit))?;
        let (tenant, schedules) = (tenant.clone(), schedules.to_vec());
        self.read(move |conn| history::recent(conn, &tenant, &schedules, limit)).await
    }

    async fn planned(&self, uid: ScheduleUid, after: Option<OccurrenceId>, limit: usize) -> Result<Vec<Occurrence>> {
        check::batch(limit)?;
        self.read(move |conn| history::planned(conn, uid, after, limit)).await
    }

    async fn open_occurrences(
        &self,
        uid: ScheduleUid,
        after: Option<OccurrenceId>,
        limit: usize,
    ) -> Result<Vec<Occurrence>> {
        check::batch(limit)?;
        self.read(move |conn| history::open_occurrences(conn, uid, after, limit)).await
    }

    async fn overdue(&self, before: Timestamp, limit: usize) -> Result<Vec<Occurrence>> {
        check::batch(limit)?;
        self.read(move |conn| overdue::overdue(conn, before, limit)).await
    }

    async fn gaps(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<Gap>> {
        let (key, page) = (key.clone(), page.clone());
        self.read(move |conn| gaps::gaps(conn, &key, &page)).await
    }

    async fn prune(&self, asked: &Prune) -> Result<PruneResult> {
        check::batch(asked.limit)?;
        if asked.limit == 0 {
            return Ok(PruneResult::default());
        }
        let asked = asked.clone();
        let sought = asked.clone();
        let pass = self.prune_pass(Pass::default());
        let found = self.read(move |conn| prune::find(conn, &sought, pass)).await?;
        let rows = asked.limit;
        let (pruned, pass) = self.write_rows(rows, move |conn| prune::prune(conn, &asked, found)).await?;
        self.prune_pass(pass);
        Ok(pruned)
    }

    async fn next_wakeup(&self) -> Result<NextWakeup> {
        self.read(due::next_wakeup).await
    }
}
