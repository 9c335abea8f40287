//! Checks of the store itself: durability, schema, clock, time zones, nodes, and overdue occurrences.

use jiff::{SignedDuration, Timestamp};

use super::{Finding, Severity};
use crate::store::{Store, StoreError};
use crate::timing::{ON_TIME_FOR, TzdbComparison, compare_versions, mark_name};

/// Maximum clock difference without a warning. Nodes use the store's clock in any case.
const SKEW_MAX: SignedDuration = SignedDuration::from_secs(1);
/// Maximum number of overdue occurrences to count.
const OVERDUE_MAX: usize = 1_000;

/// Checks whether the store keeps acknowledged writes.
pub(super) async fn durability(store: &dyn Store) -> Result<Vec<Finding>, StoreError> {
    const CHECK: &str = "store.durability";
    let health = store.health().await?;
    if health.warnings.is_empty() {
        return Ok(vec![Finding::fine(CHECK, format!("{} answers and keeps acknowledged writes", health.kind))]);
    }
    let warning = |found| Finding {
        check: CHECK,
        severity: Severity::Warning,
        found,
        meaning: "acknowledged writes may be lost in a crash, and an occurrence may run twice or not at all",
        advice: "change this setting of the server and restart it",
        fix: None,
    };
    Ok(health.warnings.into_iter().map(warning).collect())
}

/// Checks the schema version. A schema that this program must not use is already rejected when the store is opened.
pub(super) async fn layout(store: &dyn Store) -> Result<Finding, StoreError> {
    const CHECK: &str = "store.schema";
    let health = store.health().await?;
    let (found, known) = (health.schema_version, health.known_version);
    if found <= known {
        return Ok(Finding::fine(CHECK, format!("version {found}, the newest that this program supports")));
    }
    Ok(Finding {
        check: CHECK,
        severity: Severity::Warning,
        found: format!("version {found}; this program supports versions up to {known}"),
        meaning: "a newer program has used this store. This one may continue beside it while nodes are replaced",
        advice: "update the program on this machine",
        fix: None,
    })
}

/// Measures how far this machine's clock is from the store's. Also returns the store's time.
pub(super) async fn clock(store: &dyn Store, wall: impl Fn() -> Timestamp) -> Result<(Finding, Timestamp), StoreError> {
    const CHECK: &str = "clock.skew";
    let before = wall();
    let now = store.now().await?;
    let waited = wall().duration_since(before);
    // The store read its clock at some point between the request and the answer.
    let skew = now.duration_since(before) - waited / 2;
    let finding = if skew.abs() <= SKEW_MAX + waited / 2 {
        Finding::fine(CHECK, format!("this machine's clock is within {} ms of the store's", skew.as_millis().abs()))
    } else {
        Finding {
            check: CHECK,
            severity: Severity::Warning,
            found: format!("the store's clock differs from this machine's by {skew:#}"),
            meaning: "nodes use the store's clock, so runs are on time; logs and sessions of this machine are off",
            advice: "synchronize both clocks with NTP",
            fix: None,
        }
    };
    Ok((finding, now))
}

/// Checks whether a newer time zone database has been used for planning.
pub(super) async fn zones(store: &dyn Store, now: Timestamp) -> Result<Finding, StoreError> {
    const CHECK: &str = "tzdb.version";
    let own = refrain_recurrence::tzdb_version();
    let mark = store.mark(&mark_name(), now).await?;
    Ok(match compare_versions(own, mark.as_ref().map(|mark| mark.value.as_str())) {
        TzdbComparison::Newer if mark.is_none() => Finding::fine(CHECK, format!("{own}; nothing has been planned yet")),
        TzdbComparison::Newer => Finding {
            check: CHECK,
            severity: Severity::Warning,
            found: format!("this program has {own}, newer than any version used for planning"),
            meaning: "planned occurrences follow older DST rules until a node with this program runs",
            advice: "update the nodes; the first updated node replans, and reports which occurrences it moved",
            fix: None,
        },
        TzdbComparison::Newest(_) => Finding::fine(CHECK, format!("{own}, the newest version used for planning")),
        TzdbComparison::Older { newest } => Finding {
            check: CHECK,
            severity: Severity::Error,
            found: format!("this program has {own}; {newest} was used for planning"),
            meaning: "a node with this program plans nothing: it would move occurrences back to their old times",
            advice: "update the program on this machine",
            fix: None,
        },
        TzdbComparison::Unknown { found, .. } => Finding {
            check: CHECK,
            severity: Severity::Warning,
            found: format!("{found:?} is not a time zone database version that can be compared"),
            meaning: "it is unknown whether planned occurrences follow the newest DST rules",
            advice: "check what else writes to this store; the next node that starts records its own version",
            fix: None,
        },
    })
}

/// Checks which nodes are alive.
pub(super) async fn nodes(store: &dyn Store, has_work: bool, now: Timestamp) -> Result<Finding, StoreError> {
    const CHECK: &str = "nodes.alive";
    let nodes = store.nodes(now).await?;
    if nodes.is_empty() && has_work {
        return Ok(Finding {
            check: CHECK,
            severity: Severity::Warning,
            found: "no node is alive, but there are active schedules".to_owned(),
            meaning: "nothing is planned and nothing runs; missed occurrences follow each schedule's catch-up policy",
            advice: "start `refrain serve`",
            fix: None,
        });
    }
    let mut versions: Vec<&str> = nodes.iter().map(|node| node.version.as_str()).collect();
    versions.sort_unstable();
    versions.dedup();
    if versions.len() > 1 {
        return Ok(Finding {
            check: CHECK,
            severity: Severity::Warning,
            found: format!("{} nodes are alive, with versions {}", nodes.len(), versions.join(" and ")),
            meaning: "this is expected while nodes are replaced one by one, but should not last",
            advice: "update the older nodes",
            fix: None,
        });
    }
    Ok(Finding::fine(CHECK, format!("{} nodes are alive", nodes.len())))
}

/// Checks for occurrences that should have run.
pub(super) async fn overdue(store: &dyn Store, now: Timestamp) -> Result<Finding, StoreError> {
    const CHECK: &str = "ledger.overdue";
    let before = now.saturating_sub(ON_TIME_FOR).unwrap_or(Timestamp::MIN);
    let late = store.overdue(before, OVERDUE_MAX).await?;
    let Some(first) = late.first() else {
        return Ok(Finding::fine(CHECK, "no due occurrence is waiting"));
    };
    let more = if late.len() == OVERDUE_MAX { " or more" } else { "" };
    Ok(Finding {
        check: CHECK,
        severity: Severity::Warning,
        found: format!("{}{more} occurrences are waiting that were due more than a minute ago", late.len())
            + &format!(", the first of {} since {}", first.schedule, first.planned.due_at),
        meaning: "no node runs them: none is working, all are busy, or they wait for a retry or for another run",
        advice: "`GET /v1/schedules/{id}/why?at=` explains each of them; start more nodes if all are busy",
        fix: None,
    })
}
