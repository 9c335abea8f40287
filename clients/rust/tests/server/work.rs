//! Work queues.

use std::time::Duration;

use refrain_client::types::{
    ClaimRequest, CompleteRequest, DeadLetterKind, EnqueueRequest, ExtendRequest, FailRequest, ReplayRequest,
};
use serde_json::json;

use crate::process::Server;

#[tokio::test]
async fn a_work_item_is_claimed_extended_and_completed() {
    let server = Server::start();
    let client = server.client();
    let mail = EnqueueRequest::new("emails", json!({"to": "ann@example.org"})).with_key("welcome-ann");
    let enqueued = client.enqueue_work_item(&mail).await.unwrap();
    assert!(client.enqueue_work_item(&mail).await.unwrap().existing);
    let claim = ClaimRequest::new("emails").with_lease(Duration::from_secs(10)).with_worker("mailer-1");
    let item = client.claim_work_items(&claim).await.unwrap().items.remove(0);
    assert_eq!((item.id, item.attempt, item.worker.as_deref()), (enqueued.id, 1, Some("mailer-1")));
    let longer = ExtendRequest::new(item.fence).with_lease(Duration::from_secs(3_600));
    let extended = client.extend_work_item(item.id, &longer).await.unwrap();
    assert!(extended.lease_until > item.lease_until);
    let done = CompleteRequest::new(item.fence).with_result(json!({"sent": 1}));
    let done = client.complete_work_item(item.id, &done).await.unwrap();
    assert_eq!((done.state.as_str(), done.result), ("completed", Some(json!({"sent": 1}))));
    let lost = client.extend_work_item(item.id, ExtendRequest::new(item.fence)).await.unwrap_err();
    assert!(lost.is_conflict() && lost.code() == Some("lease_lost"), "{lost}");
    assert_eq!(client.claim_work_items(&claim).await.unwrap().items, []);
}

#[tokio::test]
async fn a_rejected_work_item_is_a_dead_letter_until_it_is_replayed() {
    let server = Server::start();
    let client = server.client();
    let id = client.enqueue_work_item(EnqueueRequest::new("emails", json!("x"))).await.unwrap().id;
    let item = client.claim_work_items(ClaimRequest::new("emails")).await.unwrap().items.remove(0);
    let failure = FailRequest::new(item.fence, "no such address").with_retry(false);
    let failed = client.fail_work_item(id, failure).await.unwrap();
    assert_eq!(failed.error.as_deref(), Some("no such address"));
    let letters = client.list_dead_letters().kind(DeadLetterKind::WorkItem).items().into_vec().await.unwrap();
    assert_eq!(letters.iter().map(|letter| letter.id).collect::<Vec<_>>(), [id]);
    let replayed = client.replay_dead_letters(ReplayRequest::new("work_item").with_ids([id])).await.unwrap();
    assert_eq!(replayed.replayed, [id]);
    assert_eq!(client.list_work_items().queue("emails").state("queued").await.unwrap().items.len(), 1);
}
