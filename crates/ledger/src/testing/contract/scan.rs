//! Scanning the schedules of all tenants in parts: used for a new time zone database and by the watchman's repair.

use crate::model::{ScheduleUid, Status};
use crate::store::{ExpectedVersion, ListedSchedule, listed_uid};
use crate::testing::fixture::{ann, at, definition, described, globex, key, key_of, tenants};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! scan_cases {
    ($make:path) => {
        $make! { scan:
            a_scan_returns_the_schedules_of_every_tenant_once_in_order,
            a_scan_continues_after_a_deleted_schedule,
            a_scan_omits_only_deleted_schedules,
            a_scan_returns_unreadable_schedules_in_order,
            a_scan_sees_a_change_of_any_kind,
        }
    };
}

/// Scans all schedules, `limit` at a time.
async fn scan_all(s: &Stage<'_>, limit: usize) -> Vec<ListedSchedule> {
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let part = s.scan(after, limit).await.unwrap();
        let is_last = part.len() < limit;
        after = part.last().map(listed_uid).or(after);
        found.extend(part);
        if is_last {
            return found;
        }
    }
}

fn uids(found: &[ListedSchedule]) -> Vec<ScheduleUid> {
    found.iter().map(listed_uid).collect()
}

pub async fn a_scan_returns_the_schedules_of_every_tenant_once_in_order(s: &Stage<'_>) {
    assert_eq!(s.scan(None, 9).await.unwrap(), []);
    let mut saved = Vec::new();
    for name in ["b", "a", "c"] {
        for tenant in tenants() {
            saved.push(s.saved_as(key_of(tenant, name), described(name)).await);
        }
    }
    saved.sort_by_key(|schedule| schedule.uid);
    let saved: Vec<ListedSchedule> = saved.into_iter().map(Ok).collect();
    for limit in [1, 2, 4, 9, 500] {
        assert_eq!(scan_all(s, limit).await, saved, "in parts of {limit}");
    }
    assert_eq!(s.scan(None, 0).await.unwrap(), []);
    assert_eq!(s.scan(Some(listed_uid(&saved[8])), 9).await.unwrap(), []);
}

pub async fn a_scan_continues_after_a_deleted_schedule(s: &Stage<'_>) {
    let (first, second) = (s.saved("a", definition()).await, s.saved("b", definition()).await);
    s.delete(&key("a"), ExpectedVersion::Any, &ann(), at(1)).await.unwrap();
    assert_eq!(uids(&s.scan(Some(first.uid), 9).await.unwrap()), [second.uid]);
    // A re-created schedule has a new identity, after all others.
    let anew = s.saved("a", definition()).await;
    assert_eq!(uids(&s.scan(Some(first.uid), 9).await.unwrap()), [second.uid, anew.uid]);
}

pub async fn a_scan_omits_only_deleted_schedules(s: &Stage<'_>) {
    let names = ["active", "paused", "disabled", "canceled", "gone"];
    let mut saved = Vec::new();
    for name in names {
        saved.push(s.saved(name, definition()).await.uid);
    }
    s.moved_to("paused", Status::Paused, 1).await;
    s.moved_to("disabled", Status::Disabled, 1).await;
    s.moved_to("canceled", Status::Canceled, 1).await;
    s.delete(&key("gone"), ExpectedVersion::Any, &ann(), at(1)).await.unwrap();
    assert_eq!(uids(&scan_all(s, 2).await), saved[..4]);
}

pub async fn a_scan_returns_unreadable_schedules_in_order(s: &Stage<'_>) {
    let first = s.saved("a", definition()).await;
    let torn = s.saved("torn", described("torn")).await;
    let last = s.saved("z", definition()).await;
    s.subject.damage_definition(torn.uid, torn.revision).await;
    let found = scan_all(s, 1).await;
    assert_eq!(uids(&found), [first.uid, torn.uid, last.uid]);
    let reported: Vec<bool> = found.iter().map(Result::is_ok).collect();
    assert_eq!(reported, [true, false, true]);
    assert_eq!(found[1].as_ref().unwrap_err().key, torn.key);
}

pub async fn a_scan_sees_a_change_of_any_kind(s: &Stage<'_>) {
    let schedule = s.saved_as(key_of(globex(), "digest"), definition()).await;
    s.plan_rows(&schedule, vec![crate::testing::fixture::due(5)]).await;
    let planned = s.schedule_of(&schedule.key).await;
    assert_eq!(s.scan(None, 9).await.unwrap(), [Ok(planned)]);
    s.saved_as(schedule.key.clone(), described("edited")).await;
    assert_eq!(s.scan(None, 9).await.unwrap(), [Ok(s.schedule_of(&schedule.key).await)]);
}
