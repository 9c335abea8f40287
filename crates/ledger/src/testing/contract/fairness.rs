//! P9: the work of one tenant delays no other. Shares of a claim, and their order.

use std::collections::BTreeMap;

use crate::model::{NewOccurrence, Priority, Tenant};
use crate::store::ClaimResult;
use crate::testing::fixture::{acme, at, definition, due, globex, key_of, other_acme};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! fairness_cases {
    ($make:path) => {
        $make! { fairness:
            a_crowd_does_not_starve_a_small_tenant,
            a_share_is_rounded_up,
            the_first_of_each_tenant_come_before_the_second_of_each,
            priority_of_one_tenant_does_not_pass_another,
            more_tenants_than_slots_are_served_by_time,
            an_unused_share_is_left_to_the_next_claim,
            settled_rows_count_toward_the_share,
            a_single_tenant_gets_the_whole_claim,
            rows_that_are_not_ready_take_no_share,
            a_long_backlog_of_one_tenant_hides_no_other,
            many_tenants_with_a_backlog_are_all_served,
        }
    };
}

async fn crowd(s: &Stage<'_>, tenant: Tenant, dues: &[i64]) {
    s.with_rows_as(key_of(tenant, "digest"), definition(), dues).await;
}

fn shares(claimed: &ClaimResult) -> BTreeMap<Tenant, usize> {
    let mut shares = BTreeMap::new();
    for row in &claimed.started {
        *shares.entry(row.schedule.tenant.clone()).or_default() += 1;
    }
    shares
}

pub async fn a_crowd_does_not_starve_a_small_tenant(s: &Stage<'_>) {
    crowd(s, acme(), &(0..200).collect::<Vec<_>>()).await;
    crowd(s, globex(), &[300, 301]).await;
    let claimed = s.claimed("n1", 10, 500).await;
    assert_eq!(shares(&claimed), BTreeMap::from([(acme(), 5), (globex(), 2)]));
    assert!(claimed.has_more);
}

pub async fn a_share_is_rounded_up(s: &Stage<'_>) {
    for tenant in [acme(), globex(), other_acme()] {
        crowd(s, tenant, &[0, 1, 2, 3, 4]).await;
    }
    let claimed = s.claimed("n1", 4, 9).await;
    // Two for each tenant would be six; the limit cuts off the rest.
    assert_eq!(claimed.started.len(), 4);
    let mut counts: Vec<_> = shares(&claimed).into_values().collect();
    counts.sort_unstable();
    assert_eq!((counts, claimed.has_more), (vec![1, 1, 2], true));
}

pub async fn the_first_of_each_tenant_come_before_the_second_of_each(s: &Stage<'_>) {
    crowd(s, acme(), &[0, 1, 2]).await;
    crowd(s, globex(), &[10, 11, 12]).await;
    crowd(s, other_acme(), &[5]).await;
    let claimed = s.claimed("n1", 9, 20).await;
    let dues: Vec<_> = claimed.started.iter().map(|row| row.planned.due_at).collect();
    assert_eq!(dues, [0, 5, 10, 1, 11, 2, 12].map(at));
}

pub async fn priority_of_one_tenant_does_not_pass_another(s: &Stage<'_>) {
    let hasty = s.saved_as(key_of(globex(), "digest"), definition()).await;
    let high = |seconds| NewOccurrence { priority: Priority::High, ..due(seconds) };
    s.plan_rows(&hasty, (20..40).map(high).collect()).await;
    crowd(s, acme(), &[10, 11]).await;
    let claimed = s.claimed("n1", 2, 99).await;
    let tenants: Vec<_> = claimed.started.iter().map(|row| row.schedule.tenant.clone()).collect();
    assert_eq!(tenants, [acme(), globex()]);
}

pub async fn more_tenants_than_slots_are_served_by_time(s: &Stage<'_>) {
    crowd(s, acme(), &[3]).await;
    crowd(s, globex(), &[2]).await;
    crowd(s, other_acme(), &[1]).await;
    let claimed = s.claimed("n1", 2, 9).await;
    let tenants: Vec<_> = claimed.started.iter().map(|row| row.schedule.tenant.clone()).collect();
    assert_eq!((tenants, claimed.has_more), (vec![other_acme(), globex()], true));
    assert_eq!(s.claimed("n1", 2, 9).await.started[0].schedule.tenant, acme());
}

pub async fn an_unused_share_is_left_to_the_next_claim(s: &Stage<'_>) {
    crowd(s, acme(), &[0, 1, 2, 3]).await;
    crowd(s, globex(), &[0]).await;
    let counts = [(3, true), (2, false)];
    for (taken, has_more) in counts {
        let claimed = s.claimed("n1", 4, 9).await;
        assert_eq!((claimed.started.len(), claimed.has_more), (taken, has_more));
    }
}

/// An occurrence that a claim skips has used its turn, and does not grant a second one.
pub async fn settled_rows_count_toward_the_share(s: &Stage<'_>) {
    let skip = crate::testing::fixture::overlapping(crate::model::Overlap::Skip);
    s.with_rows_as(key_of(acme(), "digest"), skip, &[0, 1, 2, 3]).await;
    let claimed = s.claimed("n1", 3, 9).await;
    assert_eq!((claimed.started.len(), claimed.ended.len(), claimed.has_more), (1, 2, true));
}

pub async fn a_single_tenant_gets_the_whole_claim(s: &Stage<'_>) {
    crowd(s, acme(), &(0..60).collect::<Vec<_>>()).await;
    let claimed = s.claimed("n1", 50, 99).await;
    assert_eq!((claimed.started.len(), claimed.has_more), (50, true));
}

pub async fn rows_that_are_not_ready_take_no_share(s: &Stage<'_>) {
    crowd(s, acme(), &[0, 1, 2, 3]).await;
    crowd(s, globex(), &[900]).await;
    let claimed = s.claimed("n1", 4, 9).await;
    assert_eq!(claimed.started.len(), 4);
}

/// A claim finds due rows by time. A tenant with more rows than a claim reads must not hide the rows of another.
pub async fn a_long_backlog_of_one_tenant_hides_no_other(s: &Stage<'_>) {
    crowd(s, acme(), &(0..400).collect::<Vec<_>>()).await;
    crowd(s, globex(), &[900, 901]).await;
    crowd(s, other_acme(), &[9_000]).await;
    let claimed = s.claimed("n1", 10, 1_000).await;
    assert_eq!(shares(&claimed), BTreeMap::from([(acme(), 5), (globex(), 2)]));
    assert!(claimed.has_more);
    let dues: Vec<_> = claimed.started.iter().map(|row| row.planned.due_at).collect();
    assert_eq!(dues, [0, 900, 1, 901, 2, 3, 4].map(at));
}

pub async fn many_tenants_with_a_backlog_are_all_served(s: &Stage<'_>) {
    let tenants: Vec<Tenant> = (0..40).map(|n| Tenant::new("default", &format!("t{n:02}")).unwrap()).collect();
    for tenant in &tenants {
        crowd(s, tenant.clone(), &(0..10).collect::<Vec<_>>()).await;
    }
    let mut served: BTreeMap<Tenant, usize> = BTreeMap::new();
    // The unused part of a share is left to the next claim, so more than 8 claims are needed.
    for _ in 0..16 {
        for (tenant, rows) in shares(&s.claimed("n1", 50, 1_000).await) {
            *served.entry(tenant).or_default() += rows;
        }
    }
    assert_eq!(served.len(), tenants.len());
    assert_eq!(served.values().sum::<usize>(), 400);
}
