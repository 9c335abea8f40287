//! Live events.

use refrain_client::StreamItem;
use refrain_client::types::EventKind;

use crate::process::Server;
use crate::yearly;

#[tokio::test]
async fn events_of_a_run_are_streamed() {
    let server = Server::start();
    let client = server.client();
    client.create_schedule(yearly("digest")).await.unwrap();
    client.create_schedule(yearly("other")).await.unwrap();
    let mut events = client.stream_events().schedule("digest").kind("completed").await.unwrap();
    assert!(matches!(events.next().await.unwrap().unwrap(), StreamItem::Open { node } if !node.is_empty()));
    client.fire_schedule("other").await.unwrap();
    let run = client.fire_schedule("digest").await.unwrap();
    let event = events.next().await.unwrap().unwrap().into_event().unwrap();
    assert_eq!((event.kind, event.occurrence_id), (EventKind::Completed, Some(run.occurrence)));
    assert_eq!(event.occurrence.unwrap().state, "succeeded");
}

#[tokio::test]
async fn a_filter_that_does_not_exist_is_refused_before_the_stream_begins() {
    let server = Server::start();
    let refused = server.client().stream_events().kind("nonsense").await.unwrap_err();
    assert!(refused.is_invalid() && refused.path() == Some("kind"), "{refused}");
}
