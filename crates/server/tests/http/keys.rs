//! API keys: create, read, rotate and revoke, with the required permissions.

use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};

use crate::keyed::Keyed;
use crate::world::send;

#[tokio::test]
async fn a_key_is_shown_once_and_only_its_hash_is_kept() {
    let keyed = Keyed::new().await;
    let answer = keyed.post(&keyed.operator, "/v1/keys", &json!({ "role": "editor", "note": "deploys" })).await;
    let place = answer.header("location").to_owned();
    let made = answer.is(201);
    let text = made["key"].as_str().unwrap();
    assert!(text.starts_with("rfn_") && text.len() == 66, "{text}");
    let read = keyed.get(&keyed.operator, &place).await.is(200);
    assert_eq!(
        (&read["note"], &read["status"], &read["tenant"]),
        (&json!("deploys"), &json!("active"), &json!("default/default"))
    );
    assert_eq!(read.get("key"), None);
    let listed = keyed.get(&keyed.operator, "/v1/keys").await.is(200).to_string();
    assert!(!listed.contains("secret_sha256") && !listed.contains(text), "{listed}");
    keyed.world.stop().await;
}

#[tokio::test]
async fn the_old_secret_stays_valid_for_the_requested_time() {
    let keyed = Keyed::new().await;
    let (old, id) = keyed.key("acme", "viewer", &[]).await;
    let rotate = format!("/v1/keys/{id}/rotate");
    let new = keyed.post(&keyed.operator, &rotate, &json!({ "keep_old_seconds": 60 })).await.is(200);
    let new = new["key"].as_str().unwrap();
    keyed.get(new, "/v1/schedules").await.is(200);
    keyed.get(&old, "/v1/schedules").await.is(200);
    keyed.later(SignedDuration::from_secs(60));
    keyed.get(&old, "/v1/schedules").await.refused(401, "wrong_key");
    keyed.get(new, "/v1/schedules").await.is(200);
    keyed.post(&keyed.operator, &rotate, &json!({ "keep_old_seconds": 604_801 })).await.refused(400, "out_of_range");
    keyed.delete(&keyed.operator, &format!("/v1/keys/{id}")).await;
    keyed.post(&keyed.operator, &rotate, &json!({})).await.refused(409, "revoked");
    keyed.world.stop().await;
}

#[tokio::test]
async fn an_admin_sees_and_makes_keys_of_their_own_tenant_alone() {
    let keyed = Keyed::new().await;
    let (admin, own) = keyed.key("acme", "admin", &["fire"]).await;
    let (_, foreign) = keyed.key("other", "viewer", &[]).await;
    let listed = keyed.get(&admin, "/v1/keys").await.is(200);
    let ids: Vec<&str> = listed["items"].as_array().unwrap().iter().map(|key| key["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [own.as_str()]);
    keyed.get(&admin, &format!("/v1/keys/{foreign}")).await.refused(404, "not_found");
    keyed.delete(&admin, &format!("/v1/keys/{foreign}")).await.refused(404, "not_found");
    keyed.post(&admin, &format!("/v1/keys/{foreign}/rotate"), &json!({})).await.refused(404, "not_found");
    keyed.get(&admin, "/v1/keys?reach=all").await.refused(403, "forbidden");
    let made =
        keyed.post(&admin, "/v1/keys", &json!({ "role": "admin", "permissions": ["fire", "fire"] })).await.is(201);
    assert_eq!((&made["tenant"], &made["permissions"]), (&json!("default/acme"), &json!(["fire"])));
    let all = keyed.get(&keyed.operator, "/v1/keys?reach=all").await.is(200);
    assert_eq!(all["items"].as_array().unwrap().len(), 1);
    keyed.world.stop().await;
}

#[tokio::test]
async fn a_key_cannot_grant_more_than_it_has() {
    let keyed = Keyed::new().await;
    let (admin, _) = keyed.key("acme", "admin", &[]).await;
    let (_, stronger) = keyed.key("acme", "admin", &["secrets"]).await;
    let refused: [Value; 3] = [
        json!({ "role": "viewer", "permissions": ["fire"] }),
        json!({ "role": "admin", "reach": "all" }),
        json!({ "role": "viewer", "reach": "all" }),
    ];
    for body in refused {
        keyed.post(&admin, "/v1/keys", &body).await.refused(403, "too_much");
    }
    keyed.post(&admin, &format!("/v1/keys/{stronger}/rotate"), &json!({})).await.refused(403, "too_much");
    let ends = json!({ "role": "admin", "expires_at": keyed.in_seconds(60) });
    let short = keyed.post(&admin, "/v1/keys", &ends).await.is(201);
    keyed.post(short["key"].as_str().unwrap(), "/v1/keys", &json!({ "role": "viewer" })).await.refused(403, "too_much");
    keyed.world.stop().await;
}

#[tokio::test]
async fn the_system_tenant_is_reserved_for_operators() {
    let keyed = Keyed::new().await;
    let (admin, _) = keyed.key("acme", "admin", &[]).await;
    let ask = |key: String, method: Method| {
        let request =
            keyed.world.request(method, "/v1/keys").bearer_auth(key).header("x-refrain-tenant", "refrain/system");
        send(request.json(&json!({ "role": "viewer" })))
    };
    ask(admin, Method::POST).await.refused(403, "foreign_tenant");
    ask(keyed.operator.clone(), Method::POST).await.refused(400, "system_tenant");
    ask(keyed.operator.clone(), Method::GET).await.is(200);
    keyed.world.stop().await;
}

#[tokio::test]
async fn bad_requests_make_no_key() {
    let keyed = Keyed::new().await;
    for (body, status, code) in [
        (json!({}), 400, "bad_body"),
        (json!({ "role": "king" }), 400, "bad_body"),
        (json!({ "role": "viewer", "permissions": ["fly"] }), 400, "bad_body"),
        (json!({ "role": "viewer", "colour": 1 }), 400, "bad_body"),
        (json!({ "role": "viewer", "expires_at": "2020-01-01T00:00:00Z" }), 400, "out_of_range"),
        (json!({ "role": "viewer", "note": "x".repeat(3_000) }), 400, "bad_value"),
    ] {
        keyed.post(&keyed.operator, "/v1/keys", &body).await.refused(status, code);
    }
    for id in ["nothing", "aaaaaaaaaaaa", "AAAAAAAAAAAA", "%00", "a%2Fb"] {
        keyed.get(&keyed.operator, &format!("/v1/keys/{id}")).await.refused(404, "not_found");
    }
    assert_eq!(keyed.get(&keyed.operator, "/v1/keys").await.is(200)["items"], json!([]));
    keyed.world.stop().await;
}

#[tokio::test]
async fn an_idempotent_request_creates_one_key() {
    let keyed = Keyed::new().await;
    let create = || {
        let request =
            keyed.world.request(Method::POST, "/v1/keys").bearer_auth(&keyed.operator).header("idempotency-key", "one");
        send(request.json(&json!({ "role": "viewer" })))
    };
    create().await.is(201);
    create().await.refused(409, "exists");
    assert_eq!(keyed.get(&keyed.operator, "/v1/keys").await.is(200)["items"].as_array().unwrap().len(), 1);
    keyed.world.stop().await;
}

#[tokio::test]
async fn lists_of_keys_come_in_pages() {
    let keyed = Keyed::new().await;
    for n in 0..7 {
        keyed.key(if n % 2 == 0 { "acme" } else { "other" }, "viewer", &[]).await;
    }
    let (mut seen, mut path) = (Vec::new(), "/v1/keys?tenant=acme&limit=2".to_owned());
    loop {
        let page = keyed.get(&keyed.operator, &path).await.is(200);
        seen.extend(page["items"].as_array().unwrap().iter().map(|key| key["id"].as_str().unwrap().to_owned()));
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        path = format!("/v1/keys?tenant=acme&limit=2&cursor={cursor}");
    }
    assert!(seen.len() == 4 && seen.is_sorted(), "{seen:?}");
    keyed.world.stop().await;
}
