//! Chooses the ready occurrences for a claim when there are more than its limit: every tenant gets a fair share.

use jiff::Timestamp;

use crate::model::{OccurrenceId, Priority};

/// The fields of a ready occurrence that determine its turn, in the order in which they are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReadyOccurrence {
    /// Priority among the occurrences of the tenant.
    pub priority: Priority,
    /// Time since which the occurrence is ready.
    pub ready_at: Timestamp,
    /// ID of the occurrence.
    pub id: OccurrenceId,
}

/// The occurrences that a claim takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// IDs in the order in which they are served.
    pub ids: Vec<OccurrenceId>,
    /// Whether a tenant may have more.
    pub has_more: bool,
}

/// Returns the maximum number of occurrences that a claim takes per tenant.
///
/// The unused part of a small tenant's share is not passed to the others: the next claim distributes it. So no
/// claim has to read more than one share of each tenant.
pub fn share_of(limit: usize, tenants: usize) -> usize {
    limit.div_ceil(tenants.max(1)).max(1)
}

/// Takes the first occurrence of every tenant, then the second of every tenant, up to the limit.
pub fn fair_share(tenants: Vec<Vec<ReadyOccurrence>>, limit: usize) -> Share {
    if limit == 0 {
        return Share { ids: Vec::new(), has_more: !tenants.is_empty() };
    }
    let share = share_of(limit, tenants.len());
    let mut has_more = false;
    let mut ranked: Vec<(usize, Timestamp, OccurrenceId)> = Vec::new();
    for mut ready in tenants {
        ready.sort_unstable();
        has_more |= ready.len() >= share;
        let shares = ready.into_iter().take(share).enumerate();
        ranked.extend(shares.map(|(rank, ready)| (rank, ready.ready_at, ready.id)));
    }
    ranked.sort_unstable();
    has_more |= ranked.len() > limit;
    Share { ids: ranked.into_iter().take(limit).map(|(.., id)| id).collect(), has_more }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ready(id: i64, second: i64, priority: Priority) -> ReadyOccurrence {
        ReadyOccurrence { priority, ready_at: Timestamp::from_second(second).unwrap(), id: OccurrenceId(id) }
    }

    fn ids(share: &Share) -> Vec<i64> {
        share.ids.iter().map(|id| id.0).collect()
    }

    #[test]
    fn a_lone_tenant_gets_everything_in_order() {
        let rows = vec![
            ready(1, 30, Priority::Normal),
            ready(2, 10, Priority::Normal),
            ready(3, 40, Priority::High),
            ready(4, 5, Priority::Low),
        ];
        let share = fair_share(vec![rows.clone()], 3);
        assert_eq!((ids(&share), share.has_more), (vec![3, 2, 1], true));
        assert!(!fair_share(vec![rows], 5).has_more);
    }

    #[test]
    fn a_crowd_cannot_starve_a_small_tenant() {
        let crowd = (0..1_000).map(|id| ready(id, 0, Priority::High)).collect();
        let small = vec![ready(5_000, 900, Priority::Low), ready(5_001, 901, Priority::Low)];
        let share = fair_share(vec![crowd, small], 10);
        assert_eq!(ids(&share), [0, 5_000, 1, 5_001, 2, 3, 4]);
        assert!(share.has_more);
    }

    #[test]
    fn more_tenants_than_slots_get_one_each_by_time() {
        let tenants = (0..5).map(|id| vec![ready(id, 100 - id, Priority::Normal)]).collect();
        assert_eq!(ids(&fair_share(tenants, 2)), [4, 3]);
        assert_eq!(fair_share(Vec::new(), 0), Share::default());
    }
}
