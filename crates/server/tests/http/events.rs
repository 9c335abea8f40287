//! The event stream: it reports events to their tenant, resumes where it stopped, and ends with the server.

use jiff::SignedDuration;
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};

use crate::keyed::Keyed;
use crate::world::{World, send};

/// A stream that is read event by event.
struct Stream {
    response: Response,
    text: String,
}

/// One event.
#[derive(Debug)]
struct StreamEvent {
    kind: String,
    id: Option<String>,
    data: Value,
}

impl Stream {
    async fn open(world: &World, path: &str, last: Option<&str>) -> Self {
        let mut request = world.request(Method::GET, path);
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        Self::of(request).await
    }

    async fn of(request: RequestBuilder) -> Self {
        let response = request.send().await.unwrap();
        assert_eq!(response.status().as_u16(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let mut stream = Self { response, text: String::new() };
        let opened = stream.next().await.unwrap();
        assert_eq!(opened.kind, "open");
        assert!(opened.data["node"].is_string(), "{opened:?}");
        stream
    }

    /// Returns the next event, or `None` at the end of the stream.
    async fn next(&mut self) -> Option<StreamEvent> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let line = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
                let reported = line("event: ").map(|kind| StreamEvent {
                    kind,
                    id: line("id: "),
                    data: serde_json::from_str(&line("data: ").unwrap()).unwrap(),
                });
                self.text = rest.to_owned();
                match reported {
                    Some(reported) => return Some(reported),
                    // A comment.
                    None => continue,
                }
            }
            let chunk = self.response.chunk().await.unwrap()?;
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    /// Waits until the stream ends.
    async fn ended(mut self) {
        while self.next().await.is_some() {}
    }

    /// Returns the next event of a kind.
    async fn next_of(&mut self, kind: &str) -> StreamEvent {
        loop {
            let reported = self.next().await.expect("the stream must not end");
            if reported.kind == kind {
                return reported;
            }
        }
    }
}

async fn fire(world: &World, id: &str) {
    world.post(&format!("/v1/schedules/{id}/fire"), &json!({})).await.is(202);
}

async fn with_digest() -> World {
    let world = World::new().await;
    let body = json!({ "cron": "0 9 * * *", "action": { "provider": "log" } });
    world.put("/v1/schedules/digest", &body).await.is(201);
    world.put("/v1/schedules/other", &body).await.is(201);
    world
}

#[tokio::test]
async fn events_arrive_in_order_with_ids() {
    let world = with_digest().await;
    let mut stream = Stream::open(&world, "/v1/events", None).await;
    fire(&world, "digest").await;
    let started = stream.next_of("started").await;
    let ended = stream.next_of("completed").await;
    assert_eq!((&ended.data["schedule"], &ended.data["occurrence"]["state"]), (&json!("digest"), &json!("succeeded")));
    let number =
        |reported: &StreamEvent| reported.id.as_ref().unwrap().split_once('-').unwrap().1.parse::<u64>().unwrap();
    assert!(number(&started) < number(&ended));
    drop(stream);
    world.stop().await;
}

#[tokio::test]
async fn dispatches_are_reported_without_payloads_and_secrets() {
    const SECRET: &str = "hunter2-in-the-payload";
    let world = World::new().await;
    let action = json!({ "provider": "log", "target": "list", "payload": { "password": SECRET } });
    world.put("/v1/schedules/digest", &json!({ "cron": "0 9 * * *", "action": action })).await.is(201);
    let mut stream = Stream::open(&world, "/v1/events?kind=dispatched", None).await;
    fire(&world, "digest").await;
    let reported = stream.next().await.unwrap();
    assert_eq!((reported.kind.as_str(), &reported.data["schedule"]), ("dispatched", &json!("digest")), "{reported:?}");
    assert_eq!((&reported.data["detail"], &reported.data["attempt"]), (&json!("delivered"), &json!(1)), "{reported:?}");
    assert!(reported.id.is_some() && reported.data["occurrence_id"].is_i64(), "{reported:?}");
    world.post("/v1/dispatch", &json!({ "action": action })).await.is(200);
    let single = stream.next().await.unwrap();
    assert_eq!((single.kind.as_str(), &single.data["detail"]), ("dispatched", &json!("delivered")), "{single:?}");
    assert!(!format!("{reported:?}{single:?}").contains(SECRET));
    drop(stream);
    world.stop().await;
}

#[tokio::test]
async fn a_stream_resumes_without_loss() {
    let world = with_digest().await;
    let mut stream = Stream::open(&world, "/v1/events?kind=completed", None).await;
    fire(&world, "digest").await;
    let first = stream.next().await.unwrap();
    drop(stream);
    let mut watching = Stream::open(&world, "/v1/events?kind=completed", None).await;
    fire(&world, "other").await;
    assert_eq!(watching.next().await.unwrap().data["schedule"], "other");
    drop(watching);
    let mut back = Stream::open(&world, "/v1/events?kind=completed", first.id.as_deref()).await;
    let next = back.next().await.unwrap();
    assert_eq!((next.kind.as_str(), &next.data["schedule"]), ("completed", &json!("other")));
    drop(back);
    let mut foreign = Stream::open(&world, "/v1/events", Some("00000000-3")).await;
    let missed = foreign.next().await.unwrap();
    assert_eq!((missed.kind.as_str(), missed.data), ("missed", json!({ "count": null })));
    drop(foreign);
    world.stop().await;
}

#[tokio::test]
async fn events_can_be_chosen_by_schedule_and_kind_and_are_the_tenants_own() {
    let world = with_digest().await;
    let mut of_other = Stream::open(&world, "/v1/events?schedule=other&kind=started,completed", None).await;
    let mut foreign = Stream::open(&world, "/v1/events?tenant=acme", None).await;
    fire(&world, "digest").await;
    fire(&world, "other").await;
    for kind in ["started", "completed"] {
        let reported = of_other.next().await.unwrap();
        assert_eq!((reported.kind.as_str(), &reported.data["schedule"]), (kind, &json!("other")));
    }
    world.get("/v1/events?kind=loud").await.refused(400, "bad_query");
    for (old, new) in [("folded", "gap"), ("ended", "completed")] {
        let refused = world.get(&format!("/v1/events?kind={old}")).await.refused(400, "bad_query");
        assert_eq!(refused["hint"], format!("use `{new}`"));
    }
    world.stop().await;
    assert!(foreign.next().await.is_none(), "a stream must not report events of another tenant");
}

#[tokio::test]
async fn the_number_of_streams_per_tenant_is_limited() {
    let world = with_digest().await;
    let mut streams = Vec::new();
    for _ in 0..20 {
        streams.push(Stream::open(&world, "/v1/events", None).await);
    }
    let refused = world.get("/v1/events").await;
    assert_eq!(refused.header("retry-after"), "5");
    refused.refused(429, "too_many_streams");
    drop(Stream::open(&world, "/v1/events?tenant=acme", None).await);
    drop(streams);
    world.stop().await;
}

/// Opens a stream with a key.
async fn stream_of(keyed: &Keyed, key: &str) -> Stream {
    Stream::of(keyed.world.request(Method::GET, "/v1/events").bearer_auth(key)).await
}

#[tokio::test]
async fn a_stream_ends_with_its_key() {
    let keyed = Keyed::new().await;
    let (key, id) = keyed.key("acme", "viewer", &[]).await;
    let stream = stream_of(&keyed, &key).await;
    keyed.delete(&keyed.operator, &format!("/v1/keys/{id}")).await;
    stream.ended().await;
    let ends = json!({ "role": "viewer", "expires_at": keyed.in_seconds(60) });
    let made = keyed.post(&keyed.operator, "/v1/keys", &ends).await.is(201);
    let stream = stream_of(&keyed, made["key"].as_str().unwrap()).await;
    keyed.later(SignedDuration::from_secs(61));
    stream.ended().await;
    keyed.world.stop().await;
}

#[tokio::test]
async fn a_stream_ends_with_the_secret_it_was_opened_with() {
    let keyed = Keyed::new().await;
    let (key, id) = keyed.key("acme", "editor", &["fire"]).await;
    let rotate = format!("/v1/keys/{id}/rotate");
    let schedule = json!({ "cron": "0 9 * * *", "action": { "provider": "log" } });
    keyed.put(&key, "/v1/schedules/digest", &schedule).await.is(201);
    // The old secret stays valid for a minute, and so does its stream.
    let mut stream = stream_of(&keyed, &key).await;
    let kept = keyed.post(&keyed.operator, &rotate, &json!({ "keep_old_seconds": 60 })).await.is(200);
    let second = kept["key"].as_str().unwrap();
    keyed.post(second, "/v1/schedules/digest/fire", &json!({})).await.is(202);
    stream.next_of("completed").await;
    keyed.later(SignedDuration::from_secs(61));
    stream.ended().await;
    let stream = stream_of(&keyed, second).await;
    keyed.post(&keyed.operator, &rotate, &json!({})).await.is(200);
    stream.ended().await;
    keyed.world.stop().await;
}

#[tokio::test]
async fn a_stream_ends_with_its_session() {
    let keyed = Keyed::new().await;
    let (key, _) = keyed.key("acme", "viewer", &[]).await;
    let login = keyed.world.post("/v1/session", &json!({ "key": key })).await;
    let cookie = login.header("set-cookie").split(';').next().unwrap().to_owned();
    let open = || Stream::of(keyed.world.request(Method::GET, "/v1/events").header("cookie", &cookie));
    let (stream, idle) = (open().await, open().await);
    send(keyed.world.request(Method::DELETE, "/v1/session").header("cookie", &cookie)).await;
    stream.ended().await;
    idle.ended().await;
    keyed.world.stop().await;
}

#[tokio::test]
async fn a_stream_that_was_opened_without_a_key_ends_with_the_first_one() {
    let world = World::new().await;
    let stream = Stream::open(&world, "/v1/events", None).await;
    world.post("/v1/keys", &json!({ "role": "viewer" })).await.is(201);
    stream.ended().await;
    world.stop().await;
}
