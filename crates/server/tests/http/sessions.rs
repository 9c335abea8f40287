//! Console sessions.

use jiff::SignedDuration;
use reqwest::Method;
use serde_json::json;

use crate::keyed::Keyed;
use crate::world::{Answer, send};

fn cookie(answer: &Answer) -> String {
    answer.header("set-cookie").split(';').next().unwrap().to_owned()
}

async fn who(keyed: &Keyed, cookie: &str) -> Answer {
    send(keyed.world.request(Method::GET, "/v1/session").header("cookie", cookie)).await
}

#[tokio::test]
async fn a_session_is_begun_with_a_key_and_ended() {
    let keyed = Keyed::new().await;
    let (key, id) = keyed.key("acme", "operator", &["fire"]).await;
    let login = keyed.world.post("/v1/session", &json!({ "key": key })).await;
    let set = login.header("set-cookie").to_owned();
    assert!(set.starts_with("refrain=") && set.contains("; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200"), "{set}");
    assert!(!set.contains("Secure"), "{set}");
    let cookie = cookie(&login);
    assert_eq!(login.is(201)["key"], id);
    let reported = who(&keyed, &cookie).await.is(200);
    assert_eq!((&reported["actor"], &reported["tenant"]), (&json!(format!("key/{id}")), &json!("default/acme")));
    assert_eq!(
        (&reported["role"], &reported["permissions"], &reported["mode"]),
        (&json!("operator"), &json!(["fire", "payloads", "audit"]), &json!("keys"))
    );
    let foreign = keyed
        .world
        .request(Method::DELETE, "/v1/session")
        .header("cookie", &cookie)
        .header("origin", "http://evil.test");
    send(foreign).await.refused(403, "cross_site");
    let out = send(keyed.world.request(Method::DELETE, "/v1/session").header("cookie", &cookie)).await;
    assert!(out.status == 204 && out.header("set-cookie").contains("Max-Age=0"));
    who(&keyed, &cookie).await.refused(401, "unauthenticated");
    who(&keyed, "refrain=nonsense").await.refused(401, "unauthenticated");
    keyed.world.stop().await;
}

#[tokio::test]
async fn a_session_ends_with_its_key_without_use_and_after_half_a_day() {
    let keyed = Keyed::new().await;
    let (key, id) = keyed.key("acme", "viewer", &[]).await;
    let begin = || async { cookie(&keyed.world.post("/v1/session", &json!({ "key": key })).await) };
    let (idle, used) = (begin().await, begin().await);
    for _ in 0..36 {
        keyed.later(SignedDuration::from_mins(20));
        if who(&keyed, &used).await.status != 200 {
            break;
        }
    }
    who(&keyed, &idle).await.refused(401, "unauthenticated");
    who(&keyed, &used).await.refused(401, "unauthenticated");
    let again = begin().await;
    keyed.later(SignedDuration::from_mins(29));
    who(&keyed, &again).await.is(200);
    keyed.delete(&keyed.operator, &format!("/v1/keys/{id}")).await;
    who(&keyed, &again).await.refused(401, "unauthenticated");
    keyed.world.stop().await;
}

#[tokio::test]
async fn a_new_secret_ends_the_sessions_of_the_old_one() {
    let keyed = Keyed::new().await;
    let (key, id) = keyed.key("acme", "viewer", &[]).await;
    let begin = |key: String| {
        let keyed = &keyed;
        async move { cookie(&keyed.world.post("/v1/session", &json!({ "key": key })).await) }
    };
    let rotate = format!("/v1/keys/{id}/rotate");
    let first = begin(key).await;
    let kept = keyed.post(&keyed.operator, &rotate, &json!({ "keep_old_seconds": 60 })).await.is(200);
    who(&keyed, &first).await.is(200);
    let second = begin(kept["key"].as_str().unwrap().to_owned()).await;
    keyed.later(SignedDuration::from_secs(61));
    who(&keyed, &first).await.refused(401, "unauthenticated");
    who(&keyed, &second).await.is(200);
    keyed.post(&keyed.operator, &rotate, &json!({})).await.is(200);
    who(&keyed, &second).await.refused(401, "unauthenticated");
    keyed.world.stop().await;
}

#[tokio::test]
async fn a_login_link_works_once_and_expires() {
    let keyed = Keyed::new().await;
    let link = || async { keyed.authority.one_time_link("http://x/").await.unwrap().replace("http://x", "") };
    let first = link().await;
    let looked = send(keyed.world.request(Method::HEAD, &first)).await;
    assert!(looked.status == 303 && looked.header("set-cookie").is_empty());
    let followed = keyed.world.get(&first).await;
    assert_eq!((followed.status, followed.header("location")), (303, "/"));
    let reported = who(&keyed, &cookie(&followed)).await.is(200);
    assert_eq!(
        (&reported["actor"], &reported["reach"], &reported["role"]),
        (&json!("console"), &json!("all"), &json!("admin"))
    );
    keyed.world.get(&first).await.refused(401, "wrong_link");
    keyed.world.get("/login?token=x").await.refused(401, "wrong_link");
    keyed.world.get("/login").await.refused(400, "bad_query");
    let late = link().await;
    keyed.later(SignedDuration::from_mins(10));
    keyed.world.get(&late).await.refused(401, "wrong_link");
    keyed.world.stop().await;
}

#[tokio::test]
async fn an_address_tries_five_times_a_minute() {
    let keyed = Keyed::new().await;
    let guess = json!({ "key": "rfn_guess" });
    for _ in 0..5 {
        keyed.world.post("/v1/session", &guess).await.refused(401, "malformed_key");
    }
    let refused = keyed.world.post("/v1/session", &json!({ "key": keyed.operator })).await;
    assert_eq!(refused.header("retry-after"), "12");
    refused.refused(429, "too_many_requests");
    keyed.later(SignedDuration::from_secs(12));
    keyed.world.post("/v1/session", &json!({ "key": keyed.operator })).await.is(201);
    keyed.world.stop().await;
}
