//! Errors of a real server.

use refrain_client::types::{Action, CreateKeyRequest, KeyReach, NewSchedule};

use crate::process::Server;
use crate::yearly;

#[tokio::test]
async fn a_server_that_is_away_is_unavailable() {
    let mut server = Server::start();
    let client = server.client();
    client.check_liveness().await.unwrap();
    server.kill();
    let error = client.check_liveness().await.unwrap_err();
    assert!(error.is_unavailable() && error.status().is_none(), "{error}");
    assert!(client.events().await.unwrap_err().is_unavailable());
}

#[tokio::test]
async fn rights_and_keys_are_told_apart() {
    let server = Server::start();
    let admin = CreateKeyRequest::new("admin").with_reach(KeyReach::All);
    let admin = server.client().create_key(admin).await.unwrap().key;
    let admin = server.builder().key(admin).build().unwrap();
    let viewer = admin.create_key(CreateKeyRequest::new("viewer").with_note("a dashboard")).await.unwrap();
    let anonymous = server.client().list_schedules().await.unwrap_err();
    assert!(anonymous.is_unauthorized() && anonymous.code() == Some("unauthenticated"), "{anonymous}");
    let wrong = server.builder().key("rfn_nonsense").build().unwrap().list_schedules().await.unwrap_err();
    assert!(wrong.is_unauthorized() && wrong.code() == Some("malformed_key"), "{wrong}");
    let viewer = server.builder().key(viewer.key).build().unwrap();
    let session = viewer.get_session().await.unwrap();
    assert_eq!((session.role.as_str(), session.tenant.as_deref()), ("viewer", Some("default/default")));
    let denied = viewer.create_schedule(yearly("digest")).await.unwrap_err();
    assert!(denied.is_forbidden() && denied.code() == Some("forbidden"), "{denied}");
    // A key of a tenant sees no other tenant, and an operator's key chooses one.
    assert!(viewer.with_tenant("acme").list_schedules().await.unwrap_err().is_forbidden());
    admin.with_tenant("production/acme").create_schedule(yearly("digest")).await.unwrap();
    assert!(admin.get_schedule("digest").await.unwrap_err().is_not_found());
}

#[tokio::test]
async fn an_invalid_recurrence_is_located() {
    let server = Server::start();
    let client = server.client().with_request_id("test-1");
    let bad = NewSchedule::cron("0 9 * * MUN", Action::new("log"));
    let error = client.create_schedule(bad).await.unwrap_err();
    assert!(error.is_invalid() && error.column() == Some(9), "{error}");
    assert_eq!(error.request_id(), Some("test-1"));
    assert!(error.to_string().contains(error.detail().unwrap()) && error.to_string().contains("column 9"), "{error}");
    let unknown = client.create_schedule(NewSchedule::cron("@daily", Action::new("pigeon"))).await.unwrap_err();
    assert_eq!((unknown.code(), unknown.path()), (Some("unknown_provider"), Some("action.provider")));
    assert!(unknown.hint().is_some());
}

#[tokio::test]
async fn a_rate_limit_says_when_to_come_back() {
    let server = Server::with(&["limits.requests_per_second=1", "limits.request_burst=1"]);
    let admin = server.client().create_key(CreateKeyRequest::new("admin")).await.unwrap().key;
    let client = server.builder().key(&admin).build().unwrap();
    let limited = loop {
        if let Err(error) = client.list_schedules().await {
            break error;
        }
    };
    assert!(limited.is_limited() && limited.code() == Some("too_many_requests"), "{limited}");
    assert!(limited.retry_after().is_some_and(|wait| !wait.is_zero()), "{limited}");
}
