//! Nodes on one Redis are woken when there may be work, and only then.

use std::time::Duration;

use refrain_ledger::model::Overlap;
use refrain_ledger::store::{Ledger, Store};
use refrain_ledger::testing::fixture::{at, claim, done, due, key, overlapping, plan, save, settlement};
use refrain_stores::redis::Redis;

use crate::redis::{options, own_prefix, remove};

const TRY_AGAIN_AFTER: Duration = Duration::from_millis(100);

/// Waits until everything published so far has arrived, and returns the number of hints.
async fn hints(one: &Redis, other: &Redis) -> u64 {
    let mut news = other.news().unwrap();
    loop {
        one.tell(&["so far".to_owned()]).await.unwrap();
        if tokio::time::timeout(TRY_AGAIN_AFTER, news.recv()).await.is_ok() {
            return *other.wakes().borrow();
        }
    }
}

/// Regression test: every settlement of a batch used to wake every other node.
#[tokio::test]
async fn a_settlement_without_follow_up_work_sends_no_hint() {
    let prefix = own_prefix();
    let (one, other) = (Redis::open(options(&prefix)).await.unwrap(), Redis::open(options(&prefix)).await.unwrap());
    let schedule = one.save(save(key("a"), overlapping(Overlap::BufferAll)), at(0)).await.unwrap();
    one.plan(vec![plan(&schedule, (1..=2).map(due).collect())], at(0)).await.unwrap();
    let first = one.claim(&claim("n1", 10), at(10)).await.unwrap().started.remove(0);
    let before = hints(&one, &other).await;
    // The second occurrence waits for the first: it is ready when the first has ended.
    one.settle(vec![settlement(&first, done())], at(11)).await.unwrap();
    let after_first = hints(&one, &other).await;
    assert_eq!(after_first, before + 1);
    let second = one.claim(&claim("n1", 10), at(12)).await.unwrap().started.remove(0);
    one.settle(vec![settlement(&second, done())], at(13)).await.unwrap();
    assert_eq!(hints(&one, &other).await, after_first);
    remove(&prefix).await;
}
