//! How the store itself stands: what it promises, its layout, its clock, its time zones, its nodes, and what is late.

use jiff::{SignedDuration, Timestamp};

use super::{Finding, Severity};
use crate::lateness::ON_TIME_FOR;
use crate::store::{Store, StoreError};
use crate::tzdb::{Standing, mark_name, standing};

/// A clock that is further off than this deserves a look; nodes go by the store's all the same.
const SKEW_MAX: SignedDuration = SignedDuration::from_secs(1);
/// So many rows that are late are counted.
const OVERDUE_MAX: usize = 1_000;

/// Whether it keeps what it is given.
pub(super) async fn durability(store: &dyn Store) -> Result<Vec<Finding>, StoreError> {
    const CHECK: &str = "store.durability";
    let health = store.health().await?;
    if health.warnings.is_empty() {
        return Ok(vec![Finding::fine(CHECK, format!("{} answers, and keeps what it acknowledges", health.kind))]);
    }
    let warning = |found| Finding {
        check: CHECK,
        severity: Severity::Warning,
        found,
        meaning: "what was acknowledged may be lost in a crash, and an occurrence be run twice or not at all",
        advice: "change the setting of the server, and restart it",
        fix: None,
    };
    Ok(health.warnings.into_iter().map(warning).collect())
}

/// Which layout it has. One that this program must not use was refused when it was opened.
pub(super) async fn layout(store: &dyn Store) -> Result<Finding, StoreError> {
    const CHECK: &str = "store.schema";
    let health = store.health().await?;
    let (found, known) = (health.schema_version, health.known_version);
    if found <= known {
        return Ok(Finding::fine(CHECK, format!("version {found}, the newest that this program knows")));
    }
    Ok(Finding {
        check: CHECK,
        severity: Severity::Warning,
        found: format!("version {found}; this program knows up to {known}"),
        meaning: "a newer program has been here. This one may go on beside it while nodes are replaced",
        advice: "bring this machine's program up to date",
        fix: None,
    })
}

/// How far this machine's clock is from the store's. Answers the store's time, too.
pub(super) async fn clock(store: &dyn Store, wall: impl Fn() -> Timestamp) -> Result<(Finding, Timestamp), StoreError> {
    const CHECK: &str = "clock.skew";
    let before = wall();
    let now = store.now().await?;
    let waited = wall().duration_since(before);
    // The answer was made somewhere between the question and its arrival.
    let skew = now.duration_since(before) - waited / 2;
    let finding = if skew.abs() <= SKEW_MAX + waited / 2 {
        Finding::fine(CHECK, format!("this machine and the store agree to {} ms", skew.as_millis().abs()))
    } else {
        Finding {
            check: CHECK,
            severity: Severity::Warning,
            found: format!("the store's clock is {skew:#} from this machine's"),
            meaning: "nodes go by the store's clock, so nothing fires at a wrong time; logs and sessions of this machine are off",
            advice: "let both keep their time by NTP",
            fix: None,
        }
    };
    Ok((finding, now))
}

/// Whether a newer time zone database has planned.
pub(super) async fn zones(store: &dyn Store, now: Timestamp) -> Result<Finding, StoreError> {
    const CHECK: &str = "tzdb.version";
    let own = refrain_recurrence::tzdb_version();
    let mark = store.mark(&mark_name(), now).await?;
    Ok(match standing(own, mark.as_ref().map(|mark| mark.value.as_str())) {
        Standing::Newer if mark.is_none() => Finding::fine(CHECK, format!("{own}; nobody has planned yet")),
        Standing::Newer => Finding {
            check: CHECK,
            severity: Severity::Warning,
            found: format!("this program has {own}, newer than any that has planned"),
            meaning: "what is planned goes by older rules of summer time until a node with this program runs",
            advice: "bring the nodes up to date; the first of them moves what is planned, and tells what it moved",
            fix: None,
        },
        Standing::Newest(_) => Finding::fine(CHECK, format!("{own}, as the newest that has planned")),
        Standing::Older { newest } => Finding {
            check: CHECK,
            severity: Severity::Error,
            found: format!("this program has {own}; {newest} has planned here"),
            meaning: "a node with this program plans nothing, because it would move runs back to where they were",
            advice: "bring this machine's program up to date",
            fix: None,
        },
        Standing::Unknown { found, .. } => Finding {
            check: CHECK,
            severity: Severity::Warning,
            found: format!("{found:?} is no time zone database that can be compared"),
            meaning: "nobody can tell whether what is planned goes by the newest rules of summer time",
            advice: "see who else writes to this store; the next node that starts remembers its own",
            fix: None,
        },
    })
}

/// Who works on it.
pub(super) async fn nodes(store: &dyn Store, has_work: bool, now: Timestamp) -> Result<Finding, StoreError> {
    const CHECK: &str = "nodes.alive";
    let nodes = store.nodes(now).await?;
    if nodes.is_empty() && has_work {
        return Ok(Finding {
            check: CHECK,
            severity: Severity::Warning,
            found: "no node is alive, and there are active schedules".to_owned(),
            meaning: "nothing is planned and nothing runs; what is missed meanwhile goes by each schedule's catch-up policy",
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
            found: format!("{} nodes are alive, of versions {}", nodes.len(), versions.join(" and ")),
            meaning: "that is as it should be while nodes are replaced one by one, and should not last",
            advice: "bring the older ones up to date",
            fix: None,
        });
    }
    Ok(Finding::fine(CHECK, format!("{} nodes are alive", nodes.len())))
}

/// What should have been run.
pub(super) async fn overdue(store: &dyn Store, now: Timestamp) -> Result<Finding, StoreError> {
    const CHECK: &str = "ledger.overdue";
    let before = now.saturating_sub(ON_TIME_FOR).unwrap_or(Timestamp::MIN);
    let late = store.overdue(before, OVERDUE_MAX).await?;
    let Some(first) = late.first() else {
        return Ok(Finding::fine(CHECK, "nothing that is due waits to be run"));
    };
    let more = if late.len() == OVERDUE_MAX { " or more" } else { "" };
    Ok(Finding {
        check: CHECK,
        severity: Severity::Warning,
        found: format!("{}{more} occurrences wait that were due more than a minute ago", late.len())
            + &format!(", the first of {} since {}", first.schedule, first.planned.due_at),
        meaning: "no node runs them: none works, all are busy, or they wait for another attempt or another run",
        advice: "`GET /v1/schedules/{id}/why?at=` says for each why it waits; start more nodes when all are busy",
        fix: None,
    })
}
