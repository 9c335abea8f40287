//! Data that the Redis store cannot read is set aside and reported, and everything else continues.

use refrain_ledger::model::{Occurrence, Overlap, ScheduleKey, ScheduleUid};
use refrain_ledger::store::{ExpectedVersion, Ledger, NextWakeup, Prune, Queue, SettleResult, Store, StoreError};
use refrain_ledger::testing::fixture::{
    acme, ann, at, claim, claim_work, done, due, key, overlapping, plan, prune, save, settlement, work,
};
use refrain_stores::redis::Redis;

use crate::redis_server::{Server, all, planned, rows, saved};

/// Returns the key with this ending.
async fn key_of(server: &Server, name: &str) -> String {
    let ::redis::Value::Array(keys) = server.tell(&["KEYS", &format!("*:{name}")]).await else { panic!("no keys") };
    let ::redis::Value::BulkString(name) = &keys[0] else { panic!("no key") };
    String::from_utf8(name.clone()).unwrap()
}

/// Overwrites a row with invalid data.
async fn damage(server: &Server, row: &Occurrence) {
    server.tell(&["SET", &key_of(server, &format!("o:{}", row.id)).await, "\u{1}"]).await;
}

/// Overwrites a schedule with invalid data.
async fn damage_schedule(server: &Server, uid: ScheduleUid) {
    server.tell(&["SET", &key_of(server, &format!("s:{uid}")).await, "nothing of ours"]).await;
}

async fn warnings(store: &Redis) -> Vec<String> {
    let warnings = store.health().await.unwrap().warnings;
    warnings.into_iter().filter(|warning| warning.contains("set aside")).collect()
}

#[tokio::test]
async fn a_damaged_row_is_reported_and_not_returned() {
    let server = Server::start(&[]);
    let store = server.open().await;
    planned(&store, "a", &[0]).await;
    let row = rows(&store).await.remove(0);
    damage(&server, &row).await;
    assert_eq!(store.claim(&all(), at(0)).await.unwrap().started, []);
    let error = store.occurrence(&acme(), row.id).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt(_)), "{error}");
}

#[tokio::test]
async fn a_damaged_row_blocks_no_other() {
    let server = Server::start(&[]);
    let store = server.open().await;
    // First by time and by ID, so that every claim would find it first, however small its limit is.
    planned(&store, "a", &[0, 1, 2]).await;
    let row = rows(&store).await.into_iter().min_by_key(|row| row.id).unwrap();
    for name in ["b", "c", "d"] {
        planned(&store, name, &[3]).await;
    }
    damage(&server, &row).await;
    // The other rows of its schedule keep their turn.
    for name in ["a", "a", "b", "c"] {
        let claimed = store.claim(&claim("n1", 1), at(5)).await.unwrap();
        let names: Vec<ScheduleKey> = claimed.started.into_iter().map(|row| row.schedule).collect();
        assert_eq!(names, [key(name)]);
    }
    let claimed = store.claim(&all(), at(5)).await.unwrap();
    assert!(claimed.started.iter().any(|row| row.schedule == key("d")));
    assert!(claimed.started.iter().all(|started| started.id != row.id));
}

#[tokio::test]
async fn a_damaged_row_is_set_aside_and_its_schedule_continues() {
    for is_lost in [false, true] {
        let server = Server::start(&[]);
        let store = server.open().await;
        // One run at a time, so that the others wait for the damaged one.
        let schedule = store.save(save(key("a"), overlapping(Overlap::BufferAll)), at(0)).await.unwrap();
        store.plan(vec![plan(&schedule, vec![due(0), due(1), due(2)])], at(0)).await.unwrap();
        let running = store.claim(&claim("n1", 1), at(0)).await.unwrap().started.remove(0);
        if is_lost {
            server.tell(&["DEL", &key_of(&server, &format!("o:{}", running.id)).await]).await;
        } else {
            damage(&server, &running).await;
        }
        assert_eq!(warnings(&store).await, [""; 0]);
        let mut ended = 0;
        for second in [40, 60, 80] {
            for row in store.claim(&all(), at(second)).await.unwrap().started {
                assert_ne!(row.id, running.id);
                assert_eq!(
                    store.settle(vec![settlement(&row, done())], at(second)).await.unwrap(),
                    [SettleResult::Done]
                );
                ended += 1;
            }
        }
        assert_eq!(ended, 2);
        assert_eq!(store.next_wakeup().await.unwrap().claim_at, None);
        assert_eq!(
            warnings(&store).await,
            [format!("1 damaged and set aside: occurrence {} of {}", running.id, key("a"))]
        );
        assert_eq!(rows(&store).await.len(), 2);
        // Its period stays taken, so that it does not run a second time.
        let again = store.schedule(&key("a")).await.unwrap().unwrap();
        store.plan(vec![plan(&again, vec![due(0)])], at(90)).await.unwrap();
        assert_eq!(rows(&store).await.len(), 2);
        store.delete(&key("a"), ExpectedVersion::Any, &ann(), at(91)).await.unwrap();
    }
}

#[tokio::test]
async fn a_damaged_row_does_not_fail_a_batch_of_settlements() {
    let server = Server::start(&[]);
    let store = server.open().await;
    for name in ["a", "b", "c"] {
        planned(&store, name, &[0]).await;
    }
    let claimed = store.claim(&all(), at(0)).await.unwrap().started;
    let index = claimed.iter().position(|row| row.schedule == key("b")).unwrap();
    damage(&server, &claimed[index]).await;
    let settlements = claimed.iter().map(|row| settlement(row, done())).collect();
    let settled = store.settle(settlements, at(1)).await.unwrap();
    for (place, settled) in settled.into_iter().enumerate() {
        assert_eq!(settled, if place == index { SettleResult::LeaseLost } else { SettleResult::Done });
    }
    assert_eq!(warnings(&store).await.len(), 1);
    assert_eq!(store.next_wakeup().await.unwrap().claim_at, None);
}

#[tokio::test]
async fn a_damaged_schedule_is_set_aside_with_its_rows() {
    let server = Server::start(&[]);
    let store = server.open().await;
    let damaged = planned(&store, "a", &[0, 1]).await;
    planned(&store, "b", &[2]).await;
    damage_schedule(&server, damaged.uid).await;
    let claimed = store.claim(&claim("n1", 1), at(5)).await.unwrap();
    let names: Vec<ScheduleKey> = claimed.started.iter().map(|row| row.schedule.clone()).collect();
    assert_eq!(names, [key("b")]);
    let settled = store.settle(vec![settlement(&claimed.started[0], done())], at(6)).await.unwrap();
    assert_eq!(settled, [SettleResult::Done]);
    assert_eq!(store.next_wakeup().await.unwrap().claim_at, None);
    assert_eq!(warnings(&store).await, [format!("1 damaged and set aside: schedule {}", damaged.uid)]);
}

#[tokio::test]
async fn a_damaged_schedule_does_not_stop_the_planning_of_others() {
    for is_definition in [false, true] {
        let server = Server::start(&[]);
        let store = server.open().await;
        let (damaged, sound) = (saved(&store, "a").await, saved(&store, "b").await);
        if is_definition {
            let revisions = key_of(&server, &format!("v:{}", damaged.uid)).await;
            server.tell(&["HSET", &revisions, "1", "nothing of ours"]).await;
        } else {
            damage_schedule(&server, damaged.uid).await;
        }
        let due = store.due_for_planning(at(1_000_000), 10).await.unwrap();
        let uids: Vec<ScheduleUid> = due.schedules.into_iter().map(|schedule| schedule.uid).collect();
        assert_eq!(uids, [sound.uid]);
        // A schedule whose key is still readable can be reported and quarantined.
        let reported: Vec<ScheduleUid> = due.unreadable.iter().map(|unreadable| unreadable.uid).collect();
        assert_eq!(reported, if is_definition { vec![damaged.uid] } else { Vec::new() });
        assert_eq!(warnings(&store).await.len(), usize::from(!is_definition));
        let stopped = store.quarantine(&due.unreadable, &ann(), at(0)).await.unwrap();
        assert_eq!(stopped, vec![true; reported.len()]);
        let mut finished = plan(&sound, Vec::new());
        finished.next_due_at = None;
        store.plan(vec![finished], at(0)).await.unwrap();
        assert_eq!(store.next_wakeup().await.unwrap(), NextWakeup::default());
    }
}

#[tokio::test]
async fn damaged_history_is_reported_and_hides_nothing_else() {
    let server = Server::start(&[]);
    let store = server.open().await;
    planned(&store, "a", &[0, 1]).await;
    let claimed = store.claim(&all(), at(5)).await.unwrap().started;
    store.settle(claimed.iter().map(|row| settlement(row, done())).collect(), at(6)).await.unwrap();
    damage(&server, &claimed[0]).await;
    let left: Vec<_> = rows(&store).await.into_iter().map(|row| row.id).collect();
    assert_eq!(left, [claimed[1].id]);
    assert_eq!(warnings(&store).await, [format!("1 damaged and set aside: occurrence {}", claimed[0].id)]);
    let pruned = store.prune(&Prune { ended_before: Some(at(100)), ..prune() }).await.unwrap();
    assert_eq!(pruned.occurrences, 1);
}

#[tokio::test]
async fn a_damaged_work_item_does_not_stop_its_queue() {
    let server = Server::start(&[]);
    let store = server.open().await;
    store.enqueue(vec![work("a"), work("b")], at(0)).await.unwrap();
    let first = store.claim_work(&claim_work("n1", 1), at(0)).await.unwrap().remove(0);
    let name = key_of(&server, &format!("w:{}", first.id)).await;
    server.tell(&["SET", &name, "nothing of ours"]).await;
    let claimed = store.claim_work(&claim_work("n1", 2), at(600)).await.unwrap();
    assert!(claimed.len() == 1 && claimed[0].id != first.id);
    assert_eq!(warnings(&store).await, [format!("1 damaged and set aside: work item {} of {}", first.id, acme())]);
    let error = store.work_item(&acme(), first.id).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt(_)), "{error}");
}
