//! Reads the ledger from the newest occurrence back to a given time, within limits. The ledger keeps rows in
//! the order of their creation, without sums and without an order by time, so counting requires reading
//! (Decision 0047).

use jiff::{SignedDuration, Timestamp};
use refrain::model::Occurrence;
use refrain::store::{OccurrenceFilter, PAGE_ROWS_MAX, Page};

use crate::http::app::App;
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// Maximum number of rows that are read.
const ROWS_MAX: usize = 20_000;
/// Maximum time for reading.
const READ_TIMEOUT: SignedDuration = SignedDuration::from_secs(3);
/// Maximum time between the creation of a row and its nominal time. Rows are planned at most twice
/// `engine.plan_ahead_for` ahead, and that setting is at most one day.
const PLANNED_AHEAD_MAX: SignedDuration = SignedDuration::from_hours(48);

/// Rows to read.
#[derive(Debug)]
pub(crate) struct Walk {
    /// Filter of the rows. It has no `from`: a store would then search everything older.
    pub(crate) filter: OccurrenceFilter,
    /// Earliest nominal time of interest.
    pub(crate) from: Timestamp,
}

/// Calls `each` for every row that can be in the range, newest first, and for some rows that are not. If a
/// limit stopped the walk, returns the time since which all rows were read.
pub(crate) async fn walk(
    app: &App,
    caller: &Caller,
    walk: Walk,
    mut each: impl FnMut(&Occurrence),
) -> Result<Option<Timestamp>, Problem> {
    let begun_at = app.refrain().now();
    let created_from = walk.from.saturating_sub(PLANNED_AHEAD_MAX).unwrap_or(Timestamp::MIN);
    let (mut rows, mut after) = (0, None);
    loop {
        let page = Page { limit: PAGE_ROWS_MAX, after };
        let found = app.store().occurrences(&caller.tenant, &walk.filter, &page).await?;
        rows += found.rows.len();
        found.rows.iter().for_each(&mut each);
        let made_at = found.rows.last().map(|row| row.created_at);
        after = found.next;
        if after.is_none() || made_at.is_none_or(|made_at| made_at < created_from) {
            return Ok(None);
        }
        if rows >= ROWS_MAX || app.refrain().now().duration_since(begun_at) > READ_TIMEOUT {
            return Ok(made_at);
        }
    }
}
