//! Races for shared objects: the audit chain, queues, marks and documents.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::json;

use super::race::{ROUNDS, both, handles};
use crate::store::{EnqueueResult, ExpectedVersion, Store, StoreError, VerifyResult, WorkEnding};
use crate::testing::fixture::{
    acme, ann, at, claim_work, definition, document, key, mark, save, seconds, work, work_lease,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! crowd_cases {
    ($make:path) => {
        $make! { crowd:
            a_chain_with_two_writers_stays_intact,
            many_concurrent_saves_succeed,
            two_enqueuers_of_one_key_create_one_item,
            two_work_claimers_take_every_item_once,
            two_reports_of_one_item_end_it_once,
            one_of_many_sets_a_mark,
            one_of_many_replaces_a_mark,
            a_counter_counts_every_caller,
            one_of_many_creates_a_document,
            every_writer_of_a_document_gets_a_version_of_its_own,
            one_of_two_writers_of_a_version_wins,
        }
    };
}

/// Number of concurrent tasks, where two would cause too few conflicts.
const MANY: usize = 6;

/// Runs `act` in many tasks at once, alternating between both handles.
async fn many<T, F>(s: &Stage<'_>, act: impl Fn(Arc<dyn Store>, usize) -> F) -> Vec<T>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let (one, other) = handles(s).await;
    let handle = |n: usize| Arc::clone(if n.is_multiple_of(2) { &one } else { &other });
    let tasks: Vec<_> = (0..MANY).map(|n| tokio::spawn(act(handle(n), n))).collect();
    let mut answers = Vec::new();
    for task in tasks {
        answers.push(task.await.unwrap());
    }
    answers
}

/// P8. Regression test: concurrent writers used to fork the chain.
pub async fn a_chain_with_two_writers_stays_intact(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        let write = |store: Arc<dyn Store>, place: usize| async move {
            let entries = vec![super::audit::entry(place), super::audit::entry(place + 1)];
            store.append(&acme(), entries, at(n)).await.unwrap()
        };
        let (first, second) = both(write(Arc::clone(&one), 0), write(Arc::clone(&other), 2)).await;
        // The entries of a batch are adjacent.
        assert_eq!((first[1].previous, second[1].previous), (first[0].hash, second[0].hash));
    }
    let VerifyResult::Whole(tip) = s.verify(&acme()).await.unwrap() else { panic!("the chain is broken") };
    assert_eq!(tip.seq, ROUNDS * 4);
}

/// Two nodes start at once, and each registers all its schedules.
pub async fn many_concurrent_saves_succeed(s: &Stage<'_>) {
    const SAVES: usize = 300;
    let (one, other) = handles(s).await;
    let save_all = |store: Arc<dyn Store>, node: &'static str| async move {
        let save_one = |n: usize| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.save(save(key(&format!("{node}-{n}")), definition()), at(0)).await })
        };
        let tasks: Vec<_> = (0..SAVES / 2).map(save_one).collect();
        for task in tasks {
            task.await.unwrap().unwrap();
        }
    };
    both(save_all(one, "one"), save_all(other, "other")).await;
    let VerifyResult::Whole(tip) = s.verify(&acme()).await.unwrap() else { panic!("the chain is broken") };
    assert_eq!(tip.seq, SAVES as i64);
}

/// P1 for work items: one item per key.
pub async fn two_enqueuers_of_one_key_create_one_item(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        let enqueue =
            |store: Arc<dyn Store>| async move { store.enqueue(vec![work(&format!("k{n}"))], at(0)).await.unwrap()[0] };
        let answers = both(enqueue(Arc::clone(&one)), enqueue(Arc::clone(&other))).await;
        let is_one = matches!(answers, (EnqueueResult::New(new), EnqueueResult::Existing(old))
            | (EnqueueResult::Existing(old), EnqueueResult::New(new)) if new == old);
        assert!(is_one, "{answers:?}");
    }
}

pub async fn two_work_claimers_take_every_item_once(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        let keys: Vec<_> = (0..4).map(|k| work(&format!("k{n}-{k}"))).collect();
        s.enqueue(keys, at(0)).await.unwrap();
        let claim = |store: Arc<dyn Store>, owner: &'static str| async move {
            store.claim_work(&claim_work(owner, 3), at(0)).await.unwrap()
        };
        let (first, second) = both(claim(Arc::clone(&one), "n1"), claim(Arc::clone(&other), "n2")).await;
        // Items that one claimer was deciding on may be left by the other.
        let rest = s.claim_work(&claim_work("n3", 9), at(0)).await.unwrap();
        let all = [first, second, rest].concat();
        let different: BTreeSet<_> = all.iter().map(|item| item.id).collect();
        assert_eq!((all.len(), different.len()), (4, 4), "round {n}");
        let complete = || WorkEnding::Complete { result: json!(null) };
        let endings = all.iter().map(|item| (work_lease(item), complete())).collect();
        assert_eq!(s.finish(&acme(), endings, at(1)).await.unwrap(), [true; 4]);
    }
}

pub async fn two_reports_of_one_item_end_it_once(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        s.enqueue(vec![work(&format!("k{n}"))], at(0)).await.unwrap();
        let item = s.claim_work(&claim_work("n1", 1), at(0)).await.unwrap().remove(0);
        let report = |store: Arc<dyn Store>, ending: WorkEnding| {
            let lease = work_lease(&item);
            async move { store.finish(&acme(), vec![(lease, ending)], at(1)).await.unwrap()[0] }
        };
        let complete = WorkEnding::Complete { result: json!(1) };
        let fail = WorkEnding::Fail { error: "x".to_owned(), retry_at: None };
        let answers = both(report(Arc::clone(&one), complete), report(Arc::clone(&other), fail)).await;
        assert!(answers.0 != answers.1, "{answers:?}");
        let ended = s.work_item(&acme(), item.id).await.unwrap().unwrap();
        assert_eq!((ended.result.is_some(), ended.error.is_some()), answers);
    }
}

/// A dedup key prevents a second delivery only if exactly one caller can set it.
pub async fn one_of_many_sets_a_mark(s: &Stage<'_>) {
    for n in 0..ROUNDS {
        let name = mark(&format!("m{n}"));
        let answers = many(s, |store, k| {
            let name = name.clone();
            async move { store.mark_if_absent(&name, &k.to_string(), seconds(9), at(0)).await.unwrap() }
        })
        .await;
        let winners: Vec<_> = (0..MANY).filter(|k| answers[*k].is_none()).collect();
        assert_eq!(winners.len(), 1, "{answers:?}");
        let value = winners[0].to_string();
        assert!(answers.iter().flatten().all(|held| held.value == value));
    }
}

pub async fn one_of_many_replaces_a_mark(s: &Stage<'_>) {
    for n in 0..ROUNDS {
        let name = mark(&format!("m{n}"));
        s.mark_if_absent(&name, "start", seconds(9), at(0)).await.unwrap();
        let answers = many(s, |store, k| {
            let name = name.clone();
            let next = crate::store::Mark { value: k.to_string(), until: at(9) };
            async move { store.replace_mark(&name, Some("start"), Some(&next), at(0)).await.unwrap() }
        })
        .await;
        let winners: Vec<_> = (0..MANY).filter(|k| answers[*k]).collect();
        assert_eq!(winners.len(), 1, "{answers:?}");
        assert_eq!(s.mark(&name, at(0)).await.unwrap().unwrap().value, winners[0].to_string());
    }
}

pub async fn a_counter_counts_every_caller(s: &Stage<'_>) {
    for n in 0..ROUNDS {
        let name = mark(&format!("m{n}"));
        let mut totals = many(s, |store, _| {
            let name = name.clone();
            async move { store.count(&name, 1, seconds(9), at(0)).await.unwrap() }
        })
        .await;
        totals.sort_unstable();
        assert_eq!(totals, (1..=MANY as u64).collect::<Vec<_>>());
    }
}

pub async fn one_of_many_creates_a_document(s: &Stage<'_>) {
    for n in 0..ROUNDS {
        let key = document(&format!("d{n}"));
        let answers = many(s, |store, k| {
            let key = key.clone();
            async move { store.put(&key, &json!(k), ExpectedVersion::New, &ann(), at(0)).await }
        })
        .await;
        let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
        assert_eq!(won.len(), 1);
        assert!(lost.iter().all(|lost| matches!(lost, Err(StoreError::Conflict { .. }))), "{lost:?}");
        assert_eq!(s.document(&key).await.unwrap(), won.into_iter().next().unwrap().ok());
    }
    assert!(matches!(s.verify(&acme()).await.unwrap(), VerifyResult::Whole(tip) if tip.seq == ROUNDS));
}

pub async fn every_writer_of_a_document_gets_a_version_of_its_own(s: &Stage<'_>) {
    for n in 0..ROUNDS {
        let key = document(&format!("d{n}"));
        let answers = many(s, |store, k| {
            let key = key.clone();
            async move { store.put(&key, &json!(k), ExpectedVersion::Any, &ann(), at(0)).await.unwrap() }
        })
        .await;
        let mut versions: Vec<_> = answers.iter().map(|written| written.version).collect();
        versions.sort_unstable();
        assert_eq!(versions, (1..=MANY as i64).collect::<Vec<_>>());
        let last = answers.into_iter().find(|written| written.version == MANY as i64);
        assert_eq!(s.document(&key).await.unwrap(), last);
    }
}

pub async fn one_of_two_writers_of_a_version_wins(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    let key = document("d");
    s.put(&key, &json!(0), ExpectedVersion::New, &ann(), at(0)).await.unwrap();
    for n in 1..=ROUNDS {
        let write = |store: Arc<dyn Store>| {
            let key = key.clone();
            async move { store.put(&key, &json!(n), ExpectedVersion::Exactly(n), &ann(), at(n)).await }
        };
        let (first, second) = both(write(Arc::clone(&one)), write(Arc::clone(&other))).await;
        let (won, lost) = if first.is_ok() { (first, second) } else { (second, first) };
        assert!(matches!(lost, Err(StoreError::Conflict { .. })), "{lost:?}");
        assert_eq!(won.unwrap().version, n + 1);
    }
}
