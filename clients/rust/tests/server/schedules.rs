//! Schedules and their runs.

use std::time::Duration;

use futures_util::TryStreamExt as _;
use refrain_client::jiff::Timestamp;
use refrain_client::types::{
    Action, BackfillRequest, CronRecurrence, OverlapPolicy, PreviewRequest, Recurrence, RetryPolicy,
    ScheduleDefinition, ScheduleSpec,
};
use refrain_client::{EntityTag, Seconds};

use crate::process::Server;
use crate::yearly;

#[tokio::test]
async fn a_schedule_is_created_with_everything_that_was_set() {
    let (server, client) = server_and_client();
    let retry = RetryPolicy::default().with_max_attempts(3).with_initial(Duration::from_secs(90));
    let digest = yearly("digest")
        .with_description("the digest")
        .with_labels([("team", "billing")])
        .with_overlap("buffer_one")
        .with_timeout(Duration::from_secs(5_400))
        .with_retry(retry);
    let created = client.create_schedule(&digest).response().await.unwrap();
    assert_eq!((created.status, created.etag.as_ref().map(EntityTag::as_str)), (201, Some("\"1\"")));
    assert_eq!(created.header("location"), Some("/v1/schedules/digest"));
    let stored = client.get_schedule("digest").await.unwrap();
    assert_eq!(stored.overlap, Some(OverlapPolicy::BufferOne));
    assert_eq!(stored.timeout.map(Seconds::as_duration), Some(Duration::from_secs(5_400)));
    assert_eq!(stored.retry.unwrap().initial.unwrap().to_string(), "1m 30s");
    assert_eq!(stored.labels.unwrap()["team"], "billing");
    assert_eq!(created.value.upcoming.unwrap()[0].to_string().get(4..), Some("-01-01T00:00:00Z"));
    let Recurrence::Cron(CronRecurrence { expression, .. }) = stored.spec.unwrap().recurrence else { panic!() };
    assert_eq!(expression, "0 0 1 1 *");
    drop(server);
}

#[tokio::test]
async fn lists_are_read_page_by_page() {
    let (_server, client) = server_and_client();
    for number in 0..5 {
        client.create_schedule(yearly(&format!("s{number}"))).await.unwrap();
    }
    let page = client.list_schedules().limit(2).total(true).await.unwrap();
    assert_eq!((page.items.len(), page.total, page.next_cursor.is_some()), (2, Some(5), true));
    let ids: Vec<String> =
        client.list_schedules().limit(2).items().map_ok(|schedule| schedule.id).try_collect().await.unwrap();
    assert_eq!(ids, ["s0", "s1", "s2", "s3", "s4"]);
    let none = client.list_schedules().id_prefix("none").items().into_vec().await.unwrap();
    assert_eq!(none, []);
}

#[tokio::test]
async fn an_edit_of_another_version_is_a_conflict() {
    let (_server, client) = server_and_client();
    let created = client.create_schedule(yearly("digest")).await.unwrap();
    let edited = client.update_schedule("digest").description("new").if_match(created.revision).await.unwrap();
    assert_eq!((edited.revision, edited.description.as_deref()), (2, Some("new")));
    let conflict = client.update_schedule("digest").description("newer").if_match(created.revision).await.unwrap_err();
    assert!(conflict.is_conflict() && conflict.status() == Some(412), "{conflict}");
    let exists = client.create_schedule(yearly("digest")).await.unwrap_err();
    assert!(exists.is_conflict() && exists.code() == Some("exists"), "{exists}");
    let definition = ScheduleDefinition::when("every day at 9:00", Action::new("log"));
    let exists = client.put_schedule("digest", &definition).create_only().await.unwrap_err();
    assert!(exists.is_conflict(), "{exists}");
    let replaced = client.put_schedule("digest", &definition).if_match(2).response().await.unwrap();
    assert_eq!((replaced.status, replaced.value.description), (200, None));
    let cleared = client.update_schedule("digest").timezone("Europe/Paris").clear_history().await.unwrap();
    assert_eq!(cleared.spec.unwrap().timezone, "Europe/Paris");
}

#[tokio::test]
async fn a_known_version_is_not_sent_again() {
    let (_server, client) = server_and_client();
    let created = client.create_schedule(yearly("digest")).await.unwrap();
    assert!(client.get_schedule("digest").if_changed(created.revision).await.unwrap().is_none());
    client.pause_schedule("digest").note("moving").await.unwrap();
    let changed = client.get_schedule("digest").if_changed(created.revision).await.unwrap().unwrap().value;
    assert_eq!((changed.status.as_str(), changed.status_note.text.as_deref()), ("paused", Some("moving")));
    client.resume_schedule("digest").from("now").await.unwrap();
    client.delete_schedule("digest").await.unwrap();
    assert!(client.get_schedule("digest").await.unwrap_err().is_not_found());
}

#[tokio::test]
async fn a_manual_run_is_waited_for_and_explained() {
    let (_server, client) = server_and_client();
    client.create_schedule(yearly("digest")).await.unwrap();
    let run = client.fire_schedule("digest").note("a test").idempotency_key("first").await.unwrap();
    let again = client.fire_schedule("digest").note("a test").idempotency_key("first").await.unwrap();
    assert_eq!((again.occurrence, again.existing), (run.occurrence, true));
    let ended = client.wait_for_occurrence(run.occurrence).await.unwrap();
    assert_eq!((ended.state.as_str(), ended.trigger.as_str(), ended.attempts.len()), ("succeeded", "manual", 1));
    let runs = client.list_schedule_runs("digest").items().into_vec().await.unwrap();
    assert_eq!(runs.iter().map(|run| run.id).collect::<Vec<_>>(), [run.occurrence]);
    let why = client.explain_schedule("digest", at("2099-01-01T00:00:00Z")).await.unwrap();
    assert!(why.evaluation.unwrap().matches, "{}", why.sentence);
    let next = client.list_next_occurrences("digest").count(2).await.unwrap().next;
    assert!(next.len() == 2 && next[0] < next[1], "{next:?}");
}

#[tokio::test]
async fn a_backfill_is_confirmed_with_its_token() {
    let (_server, client) = server_and_client();
    client.create_schedule(yearly("digest")).await.unwrap();
    let range = BackfillRequest::new(at("2020-06-01T00:00:00Z"), at("2022-06-01T00:00:00Z"));
    let preview = client.backfill_schedule("digest", &range).await.unwrap();
    assert_eq!((preview.new, preview.done), (2, false));
    let token = preview.confirm.unwrap();
    let confirmed = client.backfill_schedule("digest", range.with_confirm(token)).response().await.unwrap();
    assert_eq!((confirmed.status, confirmed.value.new, confirmed.value.done), (202, 2, true));
    let runs = client.list_occurrences().schedule("digest").items().into_vec().await.unwrap();
    assert_eq!(runs.len(), 2);
}

#[tokio::test]
async fn a_preview_shows_the_next_occurrences() {
    let (_server, client) = server_and_client();
    let recurrence = CronRecurrence::new("30 2 * * *").with_dialect("unix");
    let spec = ScheduleSpec::new(recurrence, "Europe/Berlin");
    let request = PreviewRequest::spec(spec, Action::new("log")).with_from(at("2026-03-28T12:00:00Z")).with_count(1);
    let preview = client.preview_schedule(&request).await.unwrap();
    assert_eq!((preview.next[0].at, preview.next[0].dst.as_deref()), (at("2026-03-29T01:00:00Z"), Some("moved")));
}

#[tokio::test]
async fn the_version_of_the_server_is_read() {
    let (_server, client) = server_and_client();
    assert_eq!(client.server_version().await.unwrap(), env!("CARGO_PKG_VERSION"));
    assert_eq!(client.request("GET", "/healthz").await.unwrap()["status"], "ok");
}

fn server_and_client() -> (Server, refrain_client::Client) {
    let server = Server::start();
    let client = server.client();
    (server, client)
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}
