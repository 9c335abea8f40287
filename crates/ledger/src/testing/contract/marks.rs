//! Marks with a TTL, counters per window, and live nodes. Expiry is judged by the caller's clock.

use crate::model::Node;
use crate::store::{Mark, MarkName};
use crate::testing::fixture::{at, globex, mark, node, seconds};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! marks_cases {
    ($make:path) => {
        $make! { marks:
            a_mark_is_set_once,
            a_mark_is_gone_at_the_instant_it_ends,
            a_mark_with_a_zero_ttl_does_not_exist,
            a_mark_is_replaced_when_it_is_as_expected,
            a_mark_is_removed_when_it_is_as_expected,
            an_expired_mark_is_treated_as_absent,
            marks_of_different_tenants_and_names_are_separate,
            a_window_counts_until_it_ends,
            a_new_window_begins_with_the_next_addition,
            adding_nothing_reads_a_counter,
            counters_are_separate,
            a_mark_and_a_counter_of_one_name_are_separate,
            a_node_lives_until_its_lease_ends,
            a_node_that_leaves_is_gone,
            a_heartbeat_updates_the_node,
            nodes_are_listed_by_name,
            sweeping_removes_only_expired_entries,
        }
    };
}

fn open(until: i64) -> Mark {
    Mark { value: "open".to_owned(), until: at(until) }
}

pub async fn a_mark_is_set_once(s: &Stage<'_>) {
    let name = mark("dedup/é:{x} %");
    assert_eq!(s.mark_if_absent(&name, "first", seconds(10), at(0)).await.unwrap(), None);
    let held = Mark { value: "first".to_owned(), until: at(10) };
    assert_eq!(s.mark_if_absent(&name, "second", seconds(99), at(5)).await.unwrap(), Some(held.clone()));
    assert_eq!(s.mark(&name, at(5)).await.unwrap(), Some(held));
}

/// At that instant the mark is gone, and the next caller may set it.
pub async fn a_mark_is_gone_at_the_instant_it_ends(s: &Stage<'_>) {
    let name = mark("dedup/1");
    s.mark_if_absent(&name, "first", seconds(10), at(0)).await.unwrap();
    let before = at(10) - jiff::SignedDuration::from_micros(1);
    assert!(s.mark(&name, before).await.unwrap().is_some());
    assert!(s.mark_if_absent(&name, "second", seconds(10), before).await.unwrap().is_some());
    assert_eq!(s.mark(&name, at(10)).await.unwrap(), None);
    assert_eq!(s.mark_if_absent(&name, "second", seconds(10), at(10)).await.unwrap(), None);
    assert_eq!(s.mark(&name, at(19)).await.unwrap().unwrap().value, "second");
}

pub async fn a_mark_with_a_zero_ttl_does_not_exist(s: &Stage<'_>) {
    let name = mark("dedup/1");
    for value in ["first", "second"] {
        assert_eq!(s.mark_if_absent(&name, value, seconds(0), at(0)).await.unwrap(), None);
        assert_eq!(s.mark(&name, at(0)).await.unwrap(), None);
    }
}

pub async fn a_mark_is_replaced_when_it_is_as_expected(s: &Stage<'_>) {
    let name = mark("breaker/1");
    assert!(!s.replace_mark(&name, Some("open"), Some(&open(50)), at(0)).await.unwrap());
    assert_eq!(s.mark(&name, at(0)).await.unwrap(), None);
    assert!(s.replace_mark(&name, None, Some(&open(50)), at(0)).await.unwrap());
    assert!(!s.replace_mark(&name, None, Some(&open(99)), at(1)).await.unwrap());
    assert!(!s.replace_mark(&name, Some("closed"), Some(&open(99)), at(1)).await.unwrap());
    assert_eq!(s.mark(&name, at(1)).await.unwrap(), Some(open(50)));
    let closed = Mark { value: String::new(), until: at(20) };
    assert!(s.replace_mark(&name, Some("open"), Some(&closed), at(1)).await.unwrap());
    assert_eq!(s.mark(&name, at(1)).await.unwrap(), Some(closed));
    // An empty value is a value.
    assert!(!s.replace_mark(&name, None, Some(&open(50)), at(1)).await.unwrap());
    assert!(s.replace_mark(&name, Some(""), Some(&open(50)), at(1)).await.unwrap());
}

pub async fn a_mark_is_removed_when_it_is_as_expected(s: &Stage<'_>) {
    let name = mark("breaker/1");
    assert!(s.replace_mark(&name, None, None, at(0)).await.unwrap());
    s.replace_mark(&name, None, Some(&open(50)), at(0)).await.unwrap();
    assert!(!s.replace_mark(&name, Some("closed"), None, at(1)).await.unwrap());
    assert!(!s.replace_mark(&name, None, None, at(1)).await.unwrap());
    assert!(s.mark(&name, at(1)).await.unwrap().is_some());
    assert!(s.replace_mark(&name, Some("open"), None, at(1)).await.unwrap());
    assert_eq!(s.mark(&name, at(1)).await.unwrap(), None);
}

pub async fn an_expired_mark_is_treated_as_absent(s: &Stage<'_>) {
    let name = mark("breaker/1");
    s.replace_mark(&name, None, Some(&open(10)), at(0)).await.unwrap();
    assert!(!s.replace_mark(&name, Some("open"), Some(&open(99)), at(10)).await.unwrap());
    assert!(s.replace_mark(&name, None, Some(&open(99)), at(10)).await.unwrap());
    assert_eq!(s.mark(&name, at(50)).await.unwrap(), Some(open(99)));
}

pub async fn marks_of_different_tenants_and_names_are_separate(s: &Stage<'_>) {
    let names = [
        mark("a"),
        mark("A"),
        mark("a "),
        mark(""),
        MarkName { tenant: globex(), ..mark("a") },
        MarkName { tenant: crate::testing::fixture::other_acme(), ..mark("a") },
    ];
    for name in &names {
        assert_eq!(s.mark_if_absent(name, "x", seconds(9), at(0)).await.unwrap(), None, "{name:?}");
    }
    s.replace_mark(&names[0], Some("x"), None, at(0)).await.unwrap();
    for name in &names[1..] {
        assert!(s.mark(name, at(0)).await.unwrap().is_some(), "{name:?}");
    }
}

pub async fn a_window_counts_until_it_ends(s: &Stage<'_>) {
    let name = mark("rate/1");
    for (add, now, total) in [(1, 0, 1), (2, 3, 3), (1, 9, 4)] {
        assert_eq!(s.count(&name, add, seconds(10), at(now)).await.unwrap(), total);
    }
}

/// The first addition determines the window; later ones do not extend it.
pub async fn a_new_window_begins_with_the_next_addition(s: &Stage<'_>) {
    let name = mark("rate/1");
    s.count(&name, 5, seconds(10), at(0)).await.unwrap();
    assert_eq!(s.count(&name, 1, seconds(500), at(9)).await.unwrap(), 6);
    assert_eq!(s.count(&name, 1, seconds(10), at(10)).await.unwrap(), 1);
    assert_eq!(s.count(&name, 1, seconds(10), at(19)).await.unwrap(), 2);
    assert_eq!(s.count(&name, 1, seconds(10), at(20)).await.unwrap(), 1);
}

pub async fn adding_nothing_reads_a_counter(s: &Stage<'_>) {
    let name = mark("rate/1");
    assert_eq!(s.count(&name, 0, seconds(10), at(0)).await.unwrap(), 0);
    s.count(&name, 3, seconds(10), at(1)).await.unwrap();
    assert_eq!(s.count(&name, 0, seconds(10), at(2)).await.unwrap(), 3);
    assert_eq!(s.count(&name, u32::MAX, seconds(10), at(2)).await.unwrap(), 3 + u64::from(u32::MAX));
}

pub async fn counters_are_separate(s: &Stage<'_>) {
    s.count(&mark("rate/1"), 3, seconds(10), at(0)).await.unwrap();
    assert_eq!(s.count(&mark("rate/2"), 1, seconds(10), at(0)).await.unwrap(), 1);
    let foreign = MarkName { tenant: globex(), ..mark("rate/1") };
    assert_eq!(s.count(&foreign, 1, seconds(10), at(0)).await.unwrap(), 1);
}

pub async fn a_mark_and_a_counter_of_one_name_are_separate(s: &Stage<'_>) {
    let name = mark("x");
    s.mark_if_absent(&name, "7", seconds(10), at(0)).await.unwrap();
    assert_eq!(s.count(&name, 1, seconds(10), at(0)).await.unwrap(), 1);
    assert_eq!(s.mark(&name, at(0)).await.unwrap().unwrap().value, "7");
    s.replace_mark(&name, Some("7"), None, at(0)).await.unwrap();
    assert_eq!(s.count(&name, 1, seconds(10), at(0)).await.unwrap(), 2);
}

fn living(name: &str, version: &str) -> Node {
    Node { id: node(name), version: version.to_owned(), tzdb: "2026a".to_owned(), started_at: at(-5) }
}

pub async fn a_node_lives_until_its_lease_ends(s: &Stage<'_>) {
    s.beat(&living("n1", "1"), seconds(10), at(0)).await.unwrap();
    assert_eq!(s.nodes(at(9)).await.unwrap(), [living("n1", "1")]);
    assert_eq!(s.nodes(at(10)).await.unwrap(), []);
    s.beat(&living("n1", "1"), seconds(10), at(9)).await.unwrap();
    assert_eq!(s.nodes(at(18)).await.unwrap().len(), 1);
}

pub async fn a_node_that_leaves_is_gone(s: &Stage<'_>) {
    s.beat(&living("n1", "1"), seconds(10), at(0)).await.unwrap();
    s.beat(&living("n2", "1"), seconds(10), at(0)).await.unwrap();
    s.leave(&node("n1")).await.unwrap();
    s.leave(&node("never")).await.unwrap();
    assert_eq!(s.nodes(at(0)).await.unwrap(), [living("n2", "1")]);
}

pub async fn a_heartbeat_updates_the_node(s: &Stage<'_>) {
    s.beat(&living("n1", "1"), seconds(10), at(0)).await.unwrap();
    let restarted = Node { started_at: at(5), tzdb: "2026b".to_owned(), ..living("n1", "2") };
    s.beat(&restarted, seconds(10), at(5)).await.unwrap();
    assert_eq!(s.nodes(at(6)).await.unwrap(), [restarted]);
}

pub async fn nodes_are_listed_by_name(s: &Stage<'_>) {
    for name in ["n2", "n10", "N1", "n1@host.example"] {
        s.beat(&living(name, "1"), seconds(10), at(0)).await.unwrap();
    }
    let nodes = s.nodes(at(0)).await.unwrap();
    let names: Vec<_> = nodes.iter().map(|node| node.id.as_str()).collect();
    assert_eq!(names, ["N1", "n10", "n1@host.example", "n2"]);
}

pub async fn sweeping_removes_only_expired_entries(s: &Stage<'_>) {
    for n in 0..3 {
        s.mark_if_absent(&mark(&format!("old/{n}")), "x", seconds(5), at(0)).await.unwrap();
    }
    s.mark_if_absent(&mark("new"), "x", seconds(50), at(0)).await.unwrap();
    s.count(&mark("old"), 1, seconds(5), at(0)).await.unwrap();
    s.count(&mark("new"), 1, seconds(50), at(0)).await.unwrap();
    s.beat(&living("old", "1"), seconds(5), at(0)).await.unwrap();
    s.beat(&living("new", "1"), seconds(50), at(0)).await.unwrap();
    assert_eq!(s.sweep(100, at(4)).await.unwrap(), 0);
    assert_eq!(s.sweep(0, at(5)).await.unwrap(), 0);
    assert_eq!(s.sweep(2, at(5)).await.unwrap(), 2);
    assert_eq!(s.sweep(100, at(5)).await.unwrap(), 3);
    assert_eq!(s.sweep(100, at(5)).await.unwrap(), 0);
    assert!(s.mark(&mark("new"), at(6)).await.unwrap().is_some());
    assert_eq!(s.count(&mark("new"), 1, seconds(50), at(6)).await.unwrap(), 2);
    assert_eq!(s.nodes(at(6)).await.unwrap(), [living("new", "1")]);
}
