//! Reads the ledger from the latest row back to a time, within limits. The ledger keeps rows in the order they were made, and no sums and no order
//! by time, so whoever wants to count reads (Decision 0047).

use jiff::{SignedDuration, Timestamp};
use refrain::occurrence::Occurrence;
use refrain::store::{OccurrenceFilter, PAGE_ROWS_MAX, Page};

use crate::http::app::App;
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// No more rows are read.
const ROWS_MAX: usize = 20_000;
/// Whoever asks waits no longer.
const READ_FOR: SignedDuration = SignedDuration::from_secs(3);
/// Rows are planned at most twice `engine.plan_ahead_for` ahead of their time, which is a day at most: what was made earlier than this before a time is not
/// of that time.
const AHEAD_MAX: SignedDuration = SignedDuration::from_hours(48);

/// What is read.
#[derive(Debug)]
pub(crate) struct Walk {
    /// Which rows; without `from`, for which a store would look through all that is older.
    pub(crate) filter: OccurrenceFilter,
    /// Nothing is wanted from before, by nominal time.
    pub(crate) from: Timestamp,
}

/// Hands on every row that can be of the time, the latest first, and some that are not. When a limit ended it before, it answers since when
/// everything was read.
pub(crate) async fn walk(
    app: &App,
    caller: &Caller,
    walk: Walk,
    mut each: impl FnMut(&Occurrence),
) -> Result<Option<Timestamp>, Problem> {
    let begun_at = app.refrain().now();
    let made_from = walk.from.saturating_sub(AHEAD_MAX).unwrap_or(Timestamp::MIN);
    let (mut rows, mut after) = (0, None);
    loop {
        let page = Page { limit: PAGE_ROWS_MAX, after };
        let found = app.store().occurrences(&caller.tenant, &walk.filter, &page).await?;
        rows += found.rows.len();
        found.rows.iter().for_each(&mut each);
        let made_at = found.rows.last().map(|row| row.created_at);
        after = found.next;
        if after.is_none() || made_at.is_none_or(|made_at| made_at < made_from) {
            return Ok(None);
        }
        if rows >= ROWS_MAX || app.refrain().now().duration_since(begun_at) > READ_FOR {
            return Ok(made_at);
        }
    }
}
