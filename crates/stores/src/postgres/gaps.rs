//! Records and lists gaps.

use jiff::Timestamp;
use tokio_postgres::Row;

use super::Postgres;
use super::error::{Failure, corrupt};
use super::row::{Columns, limit};
use super::transaction::{Tx, params};
use refrain_ledger::model::{Gap, NewGap, ScheduleKey, ScheduleUid, SkipReason};
use refrain_ledger::store::{ListPage, Page, StoreError};

const ADD: &str = include_str!("sql/gaps_add.sql");
const LIST: &str = include_str!("sql/gaps_page.sql");

/// Records gaps together with the commit.
pub(super) fn add_gaps(tx: &Tx, gaps: &[(ScheduleUid, &NewGap)], now: Timestamp) {
    if gaps.is_empty() {
        return;
    }
    tx.later(
        ADD,
        params![
            gaps.iter().map(|(uid, _)| uid.0).collect::<Vec<_>>(),
            gaps.iter().map(|(_, gap)| gap.from).collect::<Vec<_>>(),
            gaps.iter().map(|(_, gap)| gap.to).collect::<Vec<_>>(),
            gaps.iter().map(|(_, gap)| i64::try_from(gap.count).unwrap_or(i64::MAX)).collect::<Vec<_>>(),
            gaps.iter().map(|(_, gap)| gap.reason.as_str()).collect::<Vec<_>>(),
            now,
        ],
    );
}

/// Records one gap of a schedule.
pub(super) fn add_gap(tx: &Tx, uid: ScheduleUid, gap: &NewGap, now: Timestamp) {
    add_gaps(tx, &[(uid, gap)], now);
}

impl Postgres {
    pub(super) async fn list_gaps(&self, tx: &Tx, key: &ScheduleKey, page: &Page) -> Result<ListPage<Gap>, Failure> {
        let before = page.number()?.unwrap_or(i64::MAX);
        let Some(number) = self.tenants.known(tx, &key.tenant).await? else {
            return Ok(ListPage { rows: Vec::new(), next: None });
        };
        let rows = tx.read(LIST, &[&number, &key.id.as_str(), &before, &limit(page)]).await?;
        let found = rows.iter().map(|row| gap(row, key)).collect::<Result<_, _>>()?;
        Ok(ListPage::cut(found, page.rows(), |gap: &Gap| gap.id.to_string()))
    }
}

fn gap(row: &Row, key: &ScheduleKey) -> Result<Gap, StoreError> {
    let mut columns = Columns::new(row);
    let id = columns.take()?;
    let (from, to, count) = (columns.take()?, columns.take()?, columns.count::<i64, _>()?);
    let reason: &str = columns.take()?;
    let reason = SkipReason::from_text(reason).ok_or_else(|| corrupt("reason", reason))?;
    Ok(Gap { id, schedule: key.clone(), covers: NewGap { from, to, count, reason }, created_at: columns.take()? })
}
