//! The request that a receiver gets.

use refrain::delivery::{Outcome, Provider};
use refrain::provider::webhook::WebhookOptions;
use serde_json::json;

use crate::server::Server;
use crate::world::{action, action_with, json, message, options, send, sending, webhook, webhook_with};

#[tokio::test]
async fn the_envelope_describes_the_occurrence() {
    let server = Server::accepting().await;
    let mut asked = action_with(&server.url("/hook"), &[("ticket", "T-1"), ("webhook.method", "PUT")]);
    asked.kind = "invoice.due".to_owned();
    assert_eq!(send(asked).await, Outcome::DELIVERED);
    let request = server.request();
    assert_eq!(request.line, "PUT /hook");
    let body = json(&request.body);
    assert_eq!(body["schedule"], json!({"id": "invoices", "tenant": "acme", "namespace": "default"}));
    let period = json!({"key": "2026-01", "start": "2025-12-31T23:00:00Z", "end": "2026-01-31T23:00:00Z"});
    assert_eq!(body["period"], period);
    assert_eq!((&body["nominal_at"], &body["attempt"]), (&json!("2026-01-05T09:00:00Z"), &json!(2)));
    assert_eq!((&body["kind"], &body["payload"]), (&json!("invoice.due"), &json!({"invoice": 7})));
    assert_eq!(body["occurrence"]["id"], 42);
    assert_eq!(body["metadata"]["ticket"], "T-1");
    assert_eq!(body["metadata"]["_occurrence_id"], "42");
    assert_eq!(body["metadata"]["_recurring_id"], "invoices");
    assert!(body["metadata"].get("webhook.method").is_none(), "options of the provider are not sent");
}

#[tokio::test]
async fn every_method_is_sent_with_the_body_it_may_have() {
    for (method, body, has_body) in [
        ("POST", None, true),
        ("PUT", None, true),
        ("PATCH", None, true),
        ("PATCH", Some("none"), false),
        ("DELETE", None, false),
        ("DELETE", Some("payload"), true),
        ("GET", None, false),
        ("GET", Some("none"), false),
        ("HEAD", None, false),
    ] {
        let server = Server::accepting().await;
        let settings = [Some(("webhook.method", method)), body.map(|body| ("webhook.body", body))];
        let settings: Vec<_> = settings.into_iter().flatten().collect();
        let asked = action_with(&server.url("/items/{{payload.invoice}}"), &settings);
        assert_eq!(send(asked).await, Outcome::DELIVERED, "{method} {body:?}");
        let request = server.request();
        assert_eq!(request.line, format!("{method} /items/7"));
        assert_eq!(request.body.is_empty(), !has_body, "{method} {body:?}");
        let content_type = if has_body { "application/json" } else { "" };
        assert_eq!(request.header("content-type"), content_type, "{method} {body:?}");
        assert!(!request.header("idempotency-key").is_empty());
    }
}

#[tokio::test]
async fn headers_identify_the_occurrence() {
    let server = Server::accepting().await;
    let first = sending(action(&server.url("/")));
    webhook(options()).send(&first).await;
    let request = server.request();
    for (name, value) in [
        ("idempotency-key", first.run.idempotency_key().to_string().as_str()),
        ("webhook-id", first.run.idempotency_key().to_string().as_str()),
        ("webhook-timestamp", "1767603607"),
        ("x-refrain-schedule", "default/acme/invoices"),
        ("x-refrain-occurrence", "42"),
        ("x-refrain-period-key", "2026-01"),
        ("x-refrain-period-start", "2025-12-31T23:00:00Z"),
        ("x-refrain-period-end", "2026-01-31T23:00:00Z"),
        ("x-refrain-nominal-time", "2026-01-05T09:00:00Z"),
        ("x-refrain-attempt", "2"),
        ("x-refrain-fence", "9"),
        ("x-refrain-trigger", "schedule"),
        ("content-type", "application/json"),
        ("accept-encoding", ""),
    ] {
        assert_eq!(request.header(name), value, "{name}");
    }
    assert!(request.header("user-agent").starts_with("refrain/"));
}

#[tokio::test]
async fn placeholders_are_encoded_for_url_header_and_body() {
    let server = Server::accepting().await;
    let template = r#"{"text": "{{payload.text}}", "key": "{{period_key}}"}"#;
    let reported = [("webhook.header.X-Team", "{{label.team}} {{secret.token}}"), ("webhook.template", template)];
    let mut asked = action_with(&server.url("/{{payload.text}}?at={{nominal_at:%d.%m. %H:%M}}"), &reported);
    asked.payload = json!({"text": "a/\"b\" ?&"});
    let webhook = webhook_with(options(), &[("token", "tok en-1")]).await;
    assert_eq!(webhook.send(&sending(asked)).await, Outcome::DELIVERED);
    let request = server.request();
    assert_eq!(request.line, "POST /a%2F%22b%22%20%3F%26?at=05.01.%2010%3A00");
    assert_eq!(request.header("x-team"), "billing tok en-1");
    assert_eq!(json(&request.body), json!({"text": "a/\"b\" ?&", "key": "2026-01"}));
}

#[tokio::test]
async fn the_payload_can_be_sent_alone_with_its_texts_rendered() {
    let server = Server::accepting().await;
    let mut asked = action_with(&server.url("/"), &[("webhook.body", "payload")]);
    asked.payload = json!({"for": "{{period_key}}", "n": 1, "list": ["{{attempt}}", "{{{{x}}"]});
    assert_eq!(send(asked).await, Outcome::DELIVERED);
    assert_eq!(json(&server.request().body), json!({"for": "2026-01", "n": 1, "list": ["2", "{{x}}"]}));
}

#[tokio::test]
async fn a_value_that_would_break_a_header_or_is_missing_sends_nothing() {
    let server = Server::accepting().await;
    let mut asked = action_with(&server.url("/"), &[("webhook.header.X-A", "{{payload.evil}}")]);
    asked.payload = json!({"evil": "a\r\nX-Evil: 1"});
    let outcome = send(asked).await;
    assert!(matches!(outcome, Outcome::Rejected { .. }) && message(&outcome).contains("payload.evil"), "{outcome:?}");
    let outcome = send(action_with(&server.url("/{{payload.nothing}}"), &[])).await;
    assert!(
        matches!(outcome, Outcome::Rejected { .. }) && message(&outcome).contains("payload.nothing"),
        "{outcome:?}"
    );
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn a_secret_without_a_key_or_a_record_sends_nothing() {
    let server = Server::accepting().await;
    let asked = action_with(&server.url("/"), &[("webhook.header.Authorization", "Bearer {{secret.token}}")]);
    let outcome = send(asked.clone()).await;
    assert!(message(&outcome).contains("no master key"), "{outcome:?}");
    let outcome = webhook_with(options(), &[("other", "something")]).await.send(&sending(asked)).await;
    assert!(message(&outcome).contains("there is no secret token"), "{outcome:?}");
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn invalid_and_unknown_options_are_rejected() {
    let make = |options: WebhookOptions| {
        refrain::provider::webhook::Webhook::new(options, crate::world::clock(), None)
            .map(drop)
            .unwrap_err()
            .to_string()
    };
    assert!(make(options().with(|it| it.redirects = 4)).contains('4'));
    assert!(make(options().with(|it| it.concurrency = 0)).contains("concurrency"));
    assert!(make(options().with(|it| it.target = Some("hooks".to_owned()))).contains("the target"));
    assert!(make(options().with(|it| it.allow = vec!["10.0.0.0/99".to_owned()])).contains("10.0.0.0/99"));
    let headers = [("Host".to_owned(), "x".to_owned())].into();
    // An invalid header is rejected even if no host gets it.
    let headers_for = vec!["example.com".to_owned()];
    let no_host = options().with(|it| {
        it.headers = headers;
        it.headers_for = headers_for;
    });
    assert!(make(no_host).contains("host"));
    assert!(make(options().with(|it| it.headers_for = vec!["https://a.example".to_owned()])).contains("a.example"));
    let missing = Some("/nowhere/roots.pem".into());
    assert!(make(options().with(|it| it.root_certificates = missing)).contains("/nowhere/roots.pem"));
    let unknown = serde_json::from_value::<WebhookOptions>(json!({"redirect": 1})).unwrap_err().to_string();
    assert!(unknown.contains("redirect"), "{unknown}");
    let read: WebhookOptions = serde_json::from_value(json!({"timeout": "20s", "ports": [8443]})).unwrap();
    assert_eq!((read.timeout.seconds(), read.connect_timeout.seconds()), (20, 5));
}
