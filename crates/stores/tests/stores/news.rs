//! Messages between nodes on one store, where the store supports them.

use std::time::Duration;

use refrain_ledger::store::{NEWS_BYTES_MAX, Store, StoreError};

/// Interval between attempts, until the other store listens.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(100);
const TRIES_MAX: usize = 3_000;

/// Checks that the other store receives all messages in order, and that the sender does not receive its own.
pub(crate) async fn check_messages_reach_only_others(one: &dyn Store, other: &dyn Store) {
    let (mut own, mut news) = (one.news().unwrap(), other.news().unwrap());
    // A message may be sent before the other node has started to listen.
    for n in 0.. {
        assert!(n < TRIES_MAX, "no message was received");
        one.tell(&["first".to_owned()]).await.unwrap();
        if tokio::time::timeout(TRY_AGAIN_AFTER, news.recv()).await.is_ok() {
            break;
        }
    }
    let reported = [r#"{"a": "b c"}"#.to_owned(), "ü".repeat(NEWS_BYTES_MAX / 2)];
    one.tell(&reported).await.unwrap();
    let mut heard = Vec::new();
    while heard.len() < reported.len() {
        heard.extend(Some(news.recv().await.unwrap().to_string()).filter(|text| text != "first"));
    }
    assert_eq!(heard, reported);
    one.tell(&[]).await.unwrap();
    let too_long = one.tell(&["x".repeat(NEWS_BYTES_MAX + 1)]).await;
    assert!(matches!(too_long, Err(StoreError::TooLarge { what: "news", .. })), "{too_long:?}");
    // An answer of the other store arrives after any message that the sender could have received from itself.
    let answered = async {
        loop {
            other.tell(&["answer".to_owned()]).await.unwrap();
            if let Ok(answer) = tokio::time::timeout(TRY_AGAIN_AFTER, own.recv()).await {
                return answer.unwrap();
            }
        }
    };
    assert_eq!(&*answered.await, "answer");
}
