//! Limits per key and per tenant.

use jiff::SignedDuration;
use refrain_server::http::limits::{Limits, Rate};
use serde_json::json;

use crate::keyed::Keyed;

async fn limited(limits: Limits) -> Keyed {
    Keyed::with(|options| options.api.tenant_limits.keys = limits).await
}

#[tokio::test]
async fn a_rate_limited_key_gets_retry_after() {
    let keyed = limited(Limits { key_reads: Some(Rate::per_second(3)), ..Limits::none() }).await;
    let (key, _) = keyed.key("acme", "viewer", &[]).await;
    let (other, _) = keyed.key("acme", "viewer", &[]).await;
    let first = keyed.get(&key, "/v1/schedules").await;
    assert_eq!(
        (first.header("ratelimit"), first.header("ratelimit-policy")),
        ("\"reads\";r=2;t=1", "\"reads\";q=3;w=1")
    );
    for _ in 0..2 {
        keyed.get(&key, "/v1/schedules").await.is(200);
    }
    let refused = keyed.get(&key, "/v1/schedules").await;
    assert_eq!((refused.header("retry-after"), refused.header("ratelimit")), ("1", "\"reads\";r=0;t=1"));
    refused.refused(429, "too_many_requests");
    keyed.get(&other, "/v1/schedules").await.is(200);
    keyed.later(SignedDuration::from_millis(400));
    keyed.get(&key, "/v1/schedules").await.is(200);
    keyed.world.stop().await;
}

#[tokio::test]
async fn keys_of_one_tenant_share_its_rate_limit() {
    let keyed = limited(Limits { tenant_reads: Some(Rate::per_second(2)), ..Limits::none() }).await;
    let (one, _) = keyed.key("acme", "viewer", &[]).await;
    let (two, _) = keyed.key("acme", "viewer", &[]).await;
    let (other, _) = keyed.key("other", "viewer", &[]).await;
    keyed.get(&one, "/v1/schedules").await.is(200);
    keyed.get(&two, "/v1/schedules").await.is(200);
    keyed.get(&two, "/v1/schedules").await.refused(429, "too_many_requests");
    keyed.get(&other, "/v1/schedules").await.is(200);
    keyed.world.stop().await;
}

#[tokio::test]
async fn the_number_and_gap_of_schedules_are_limited() {
    // The default allows far more schedules, at a gap of one second.
    let min_gap = Some(SignedDuration::from_secs(60));
    let keyed = limited(Limits { schedules: Some(2), min_gap, ..Limits::shared() }).await;
    let (key, _) = keyed.key("acme", "editor", &[]).await;
    let body = |cron: &str| json!({ "cron": cron, "action": { "provider": "log" } });
    keyed.put(&key, "/v1/schedules/a", &body("* * * * *")).await.is(201);
    // From half past, the next two occurrences of the second recurrence are an hour apart. Its true minimum gap is
    // shorter.
    for dense in ["*/30 * * * * *", "0,30 0 * * * *"] {
        let refused = keyed.put(&key, "/v1/schedules/b", &body(dense)).await.refused(400, "too_frequent");
        assert_eq!(refused["path"], "spec.recurrence");
    }
    keyed.put(&key, "/v1/schedules/b", &body("0 9 * * *")).await.is(201);
    let refused = keyed.put(&key, "/v1/schedules/c", &body("0 9 * * *")).await;
    assert_eq!(refused.header("retry-after"), "", "a retry cannot succeed");
    refused.refused(429, "too_many");
    keyed.post(&key, "/v1/schedules", &body("0 9 * * *")).await.refused(429, "too_many");
    keyed.put(&key, "/v1/schedules/a", &body("0 8 * * *")).await.is(200);
    let (other, _) = keyed.key("other", "editor", &[]).await;
    keyed.put(&other, "/v1/schedules/c", &body("0 9 * * *")).await.is(201);
    keyed.world.stop().await;
}

#[tokio::test]
async fn the_payload_size_is_limited() {
    let keyed = limited(Limits { payload_bytes: Some(100), ..Limits::none() }).await;
    let (key, _) = keyed.key("acme", "editor", &[]).await;
    let body =
        |length: usize| json!({ "cron": "0 9 * * *", "action": { "provider": "log", "payload": "x".repeat(length) } });
    keyed.put(&key, "/v1/schedules/a", &body(98)).await.is(201);
    keyed.put(&key, "/v1/schedules/a", &body(99)).await.refused(413, "too_large");
    let (sender, _) = keyed.key("acme", "operator", &["fire"]).await;
    let item = |length: usize| json!({ "queue": "q", "payload": "x".repeat(length) });
    keyed.post(&sender, "/v1/work-items", &item(98)).await.is(201);
    keyed.post(&sender, "/v1/work-items", &item(99)).await.refused(413, "too_large");
    keyed.world.stop().await;
}

#[tokio::test]
async fn only_those_who_may_let_schedules_start_programs() {
    let keyed = Keyed::new().await;
    let (key, _) = keyed.key("acme", "admin", &["fire"]).await;
    let body = json!({ "cron": "0 9 * * *", "action": { "provider": "command", "target": "backup" } });
    let refused = keyed.put(&key, "/v1/schedules/a", &body).await.refused(403, "forbidden");
    assert_eq!(refused["path"], "action.provider");
    let (may, _) = keyed.key("acme", "editor", &["command"]).await;
    assert_ne!(keyed.put(&may, "/v1/schedules/a", &body).await.status, 403);
    keyed.world.stop().await;
}

#[tokio::test]
async fn concurrent_creates_respect_the_limit() {
    let keyed = limited(Limits { schedules: Some(5), ..Limits::none() }).await;
    let (key, _) = keyed.key("acme", "editor", &[]).await;
    let body = json!({ "cron": "0 9 * * *", "action": { "provider": "log" } });
    let all = (0..20).map(|_| keyed.post(&key, "/v1/schedules", &body));
    let answers = futures_util::future::join_all(all).await;
    let of = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!((of(201), of(429)), (5, 15), "{answers:?}");
    let listed = keyed.get(&key, "/v1/schedules").await.is(200);
    assert_eq!(listed["items"].as_array().unwrap().len(), 5);
    keyed.world.stop().await;
}

#[tokio::test]
async fn the_rates_of_a_tenant_are_those_of_the_configuration() {
    let config = refrain_server::config::Limits { tenant_writes_per_second: 1, ..Default::default() };
    let keyed = limited(Limits::from(&config)).await;
    let (one, _) = keyed.key("acme", "editor", &[]).await;
    let (two, _) = keyed.key("acme", "editor", &[]).await;
    let body = json!({ "cron": "0 9 * * *", "action": { "provider": "log" } });
    keyed.put(&one, "/v1/schedules/a", &body).await.is(201);
    keyed.put(&two, "/v1/schedules/a", &body).await.refused(429, "too_many_requests");
    keyed.get(&two, "/v1/schedules/a").await.is(200);
    keyed.world.stop().await;
}
