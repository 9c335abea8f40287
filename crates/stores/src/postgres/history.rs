//! Reads the ledger: occurrences with their attempts.

use std::collections::HashMap;

use serde_json::json;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::Postgres;
use super::error::{Failure, bad_name};
use super::occurrence::find;
use super::row::{Columns, limit, occurrences};
use super::transaction::Tx;
use refrain_ledger::model::{
    Attempt, AttemptOutcome, Fence, NodeId, Occurrence, OccurrenceId, ScheduleUid, State, Tenant,
};
use refrain_ledger::store::{ListPage, OccurrenceFilter, Page, StoreError};

const ALL: &str = include_str!("sql/history_of_tenant.sql");
const OPEN: &str = include_str!("sql/history_open.sql");
const REASONED: &str = include_str!("sql/history_reasoned.sql");
const OF_SCHEDULE: &str = include_str!("sql/history_of_schedule.sql");
const RECENT: &str = include_str!("sql/history_recent.sql");
const ATTEMPTS: &str = include_str!("sql/history_attempts.sql");
const PLANNED: &str = include_str!("sql/history_planned.sql");
const OPEN_PAGE: &str = include_str!("sql/history_open_page.sql");

impl Postgres {
    pub(super) async fn list_occurrences(
        &self,
        tx: &Tx,
        tenant: &Tenant,
        filter: &OccurrenceFilter,
        page: &Page,
    ) -> Result<ListPage<Occurrence>, Failure> {
        let before = page.number()?.unwrap_or(i64::MAX);
        let label = filter.label.as_ref().map(|(name, value)| json!({name: value}));
        let number = self.tenants.known(tx, tenant).await?;
        let Some(number) = number else { return Ok(ListPage { rows: Vec::new(), next: None }) };
        let states: Option<Vec<i16>> =
            (!filter.states.is_empty()).then(|| filter.states.iter().map(|state| state.code()).collect());
        let reasons = (!filter.reasons.is_empty()).then_some(&filter.reasons);
        let rows_max = limit(page);
        let schedule = filter.schedule.as_ref().map(refrain_ledger::model::ScheduleId::as_str);
        let mut params: Vec<&(dyn ToSql + Sync)> = vec![
            &number,
            &before,
            &states,
            &reasons,
            &filter.from,
            &filter.until,
            &label,
            &rows_max,
            &filter.is_discarded,
        ];
        if schedule.is_some() {
            params.push(&schedule);
        }
        let rows = tx.read(statement(filter), &params).await?;
        let names = HashMap::from([(number, tenant.clone())]);
        let found = occurrences(&rows, &names)?;
        Ok(ListPage::cut(found, page.rows(), |row: &Occurrence| row.id.to_string()))
    }

    pub(super) async fn read_occurrence(
        &self,
        tx: &Tx,
        tenant: &Tenant,
        id: OccurrenceId,
    ) -> Result<Option<(Occurrence, Vec<Attempt>)>, Failure> {
        let Some(number) = self.tenants.known(tx, tenant).await? else { return Ok(None) };
        // Both reads use one snapshot, because an attempt is recorded when its row changes.
        tx.snapshot().await?;
        let Some(row) = find(tx, (number, tenant), id).await? else { return Ok(None) };
        let mut attempts = tx.query(ATTEMPTS, &[&id.0]).await?.iter().map(attempt).collect::<Result<Vec<_>, _>>()?;
        attempts.extend(row.last_attempt());
        Ok(Some((row, attempts)))
    }

    pub(super) async fn list_recent(
        &self,
        tx: &Tx,
        tenant: &Tenant,
        schedules: &[ScheduleUid],
        limit: usize,
    ) -> Result<Vec<Vec<Occurrence>>, Failure> {
        let Some(number) = self.tenants.known(tx, tenant).await? else { return Ok(vec![Vec::new(); schedules.len()]) };
        let uids: Vec<i64> = schedules.iter().map(|uid| uid.0).collect();
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = tx.read(RECENT, &[&uids, &number, &limit]).await?;
        let names = HashMap::from([(number, tenant.clone())]);
        let mut found: HashMap<ScheduleUid, Vec<Occurrence>> = HashMap::new();
        for row in occurrences(&rows, &names)? {
            found.entry(row.schedule_uid).or_default().push(row);
        }
        Ok(schedules.iter().map(|uid| found.get(uid).cloned().unwrap_or_default()).collect())
    }

    pub(super) async fn list_planned(
        &self,
        tx: &Tx,
        uid: ScheduleUid,
        after: Option<OccurrenceId>,
        limit: usize,
    ) -> Result<Vec<Occurrence>, Failure> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let after = after.map_or(i64::MIN, |id| id.0);
        let rows = tx.read(PLANNED, &[&uid.0, &limit, &after]).await?;
        let names = self.tenants.names(tx, rows.iter().map(|row| row.get(1))).await?;
        Ok(occurrences(&rows, &names)?)
    }

    pub(super) async fn list_open(
        &self,
        tx: &Tx,
        uid: ScheduleUid,
        after: Option<OccurrenceId>,
        limit: usize,
    ) -> Result<Vec<Occurrence>, Failure> {
        let (after, limit) = (after.map_or(i64::MIN, |after| after.0), i64::try_from(limit).unwrap_or(i64::MAX));
        let rows = tx.read(OPEN_PAGE, &[&uid.0, &after, &limit]).await?;
        let names = self.tenants.names(tx, rows.iter().map(|row| row.get(1))).await?;
        Ok(occurrences(&rows, &names)?)
    }
}

/// Returns the statement with the best index for a filter.
fn statement(filter: &OccurrenceFilter) -> &'static str {
    let all = |wanted: &[State]| !filter.states.is_empty() && filter.states.iter().all(|state| wanted.contains(state));
    if filter.schedule.is_some() {
        OF_SCHEDULE
    } else if all(&[State::Planned, State::Running]) {
        OPEN
    } else if !filter.reasons.is_empty() || all(&[State::Skipped, State::Failed]) {
        REASONED
    } else {
        ALL
    }
}

fn attempt(row: &Row) -> Result<Attempt, StoreError> {
    let mut columns = Columns::new(row);
    Ok(Attempt {
        number: columns.count::<i32, _>()?,
        fence: Fence(columns.take()?),
        owner: NodeId::new(columns.take()?).map_err(|error| bad_name(&error))?,
        started_at: columns.take()?,
        ended_at: columns.take()?,
        outcome: columns.code("outcome", AttemptOutcome::from_code)?,
        message: columns.take()?,
    })
}
