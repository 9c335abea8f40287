//! Lists gaps. They are recorded with the change of their schedule.

use super::{Redis, link, row};
use refrain_ledger::model::{Gap, ScheduleKey};
use refrain_ledger::store::{ListPage, Page, StoreError};

impl Redis {
    pub(super) async fn list_gaps(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<Gap>, StoreError> {
        let before = page.number()?.map_or_else(|| "+inf".to_owned(), |before| format!("({before}"));
        let mut command = redis::cmd("ZREVRANGEBYSCORE");
        command.arg(self.keys.gaps(key)).arg(before).arg("-inf").arg("LIMIT").arg(0).arg(page.rows() + 1);
        let found: Vec<Vec<u8>> = link::read(self.link.call(command).await?)?;
        let gaps = found.iter().map(|bytes| row::gap(key, bytes)).collect::<Result<Vec<Gap>, _>>()?;
        Ok(ListPage::cut(gaps, page.rows(), |gap: &Gap| gap.id.to_string()))
    }
}
