//! Permissions by effect: every operation × every role and permission × own and foreign tenant.
//!
//! The expected result is computed from the effects of each request. It is compared with the server's response and
//! with its OpenAPI document.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::{Arc, Mutex};

use refrain_server::http::limits::{Limits, LimitsByMode};
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::effects::{Effect, Example, examples, prepare};
use crate::keyed::{Keyed, PERMISSIONS};

/// Roles, in ascending order.
const ROLES: [&str; 4] = ["viewer", "operator", "editor", "admin"];

/// Starts a server without limits, which would reject requests before their permissions are checked.
async fn unlimited() -> Keyed {
    Keyed::with(|options| options.api.tenant_limits = LimitsByMode { open: Limits::none(), keys: Limits::none() }).await
}

/// Permissions of a tenant's key.
#[derive(Clone, Debug)]
struct Rights {
    role: &'static str,
    permissions: Vec<&'static str>,
}

impl Rights {
    /// Returns every role without permissions, with each single permission, and with all of them.
    fn every() -> Vec<Self> {
        let single = PERMISSIONS.into_iter().map(|permission| vec![permission]);
        let sets: Vec<_> = [Vec::new(), PERMISSIONS.to_vec()].into_iter().chain(single).collect();
        let of = |role| sets.iter().map(move |permissions| Self { role, permissions: permissions.clone() });
        ROLES.into_iter().flat_map(of).collect()
    }

    fn allow(&self, effect: Effect) -> bool {
        let rank = |name: &str| ROLES.iter().position(|role| *role == name);
        match effect {
            // A key of one tenant never has access to the whole server.
            Effect::Server => false,
            // With a single tenant, every role may read the audit log.
            Effect::ReadAudit => true,
            Effect::Read | Effect::Operate | Effect::Edit | Effect::Administer => {
                rank(self.role) >= rank(effect.allowed_by())
            }
            Effect::CreatePast | Effect::Send | Effect::StartProgram | Effect::Secrets => {
                self.permissions.contains(&effect.allowed_by())
            }
        }
    }
}

async fn code(response: Response) -> (u16, Value) {
    let status = response.status().as_u16();
    if response.url().path() == "/v1/apply" && status == 200 {
        // A document that the caller may not apply is refused alone. The examples have one document each.
        let applied: Value = response.json().await.unwrap();
        let code = applied["items"][0]["problem"]["code"].clone();
        return (if code == "forbidden" { 403 } else { status }, code);
    }
    if status < 400 {
        return (status, Value::Null);
    }
    let text = response.text().await.unwrap();
    (status, serde_json::from_str::<Value>(&text).map_or(Value::Null, |body| body["code"].clone()))
}

/// A request is allowed exactly if all of its effects are.
#[tokio::test]
async fn every_operation_allows_exactly_the_listed_permissions() {
    let keyed = unlimited().await;
    prepare(&keyed).await;
    let mut keys = Vec::new();
    for rights in Rights::every() {
        keys.push((keyed.key("acme", rights.role, &rights.permissions).await.0, rights));
    }
    let (mut asked, mut denied) = (0, 0);
    for example in examples() {
        let name = example.name();
        if !example.effects.is_empty() {
            let (status, code) = code(example.send(&keyed, None, None, None).await).await;
            assert_eq!((status, code), (401, json!("unauthenticated")), "{name} without a key");
        }
        for (key, rights) in &keys {
            let (status, code) = code(example.send(&keyed, Some(key), None, None).await).await;
            let is_allowed = example.effects.iter().all(|effect| rights.allow(*effect));
            assert_eq!(status != 403, is_allowed, "{name} with {:?} as {rights:?}: {status} {code}", example.effects);
            assert!(is_allowed || code == "forbidden", "{name}: {code}");
            assert!(status < 500 || status == 503, "{name}: {status}");
            (asked, denied) = (asked + 1, denied + u32::from(!is_allowed));
        }
        if example.effects.contains(&Effect::Server) {
            let (status, _) = code(example.send(&keyed, Some(&keyed.operator), None, None).await).await;
            assert!(status != 401 && status != 403, "{name} as an operator of the server: {status}");
        }
    }
    assert!(denied > 1_000 && asked > denied, "{asked} asked, {denied} denied");
    keyed.world.stop().await;
}

/// Fails for a new operation without examples, and for a table row that differs from its effects.
#[tokio::test]
async fn the_document_declares_the_effects_of_every_operation() {
    let keyed = unlimited().await;
    let document = keyed.world.get("/v1/openapi.json").await.is(200);
    let mut declared = BTreeMap::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let texts = |value: &Value| -> BTreeSet<String> {
                let items = value.as_array().into_iter().flatten();
                items.map(|text| text.as_str().unwrap().to_owned()).collect()
            };
            let always = texts(&operation["security"][0]["key"]);
            let sometimes = texts(&operation["x-sometimes-needs"]);
            declared.insert(format!("{} {path}", method.to_uppercase()), (always, sometimes));
        }
    }
    let mut expected: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    for example in examples() {
        let needs: BTreeSet<String> = example.effects.iter().map(|effect| effect.allowed_by().to_owned()).collect();
        let (always, every) = expected.entry(example.name()).or_insert_with(|| (needs.clone(), BTreeSet::new()));
        always.retain(|need| needs.contains(need));
        every.extend(needs);
    }
    for (always, every) in expected.values_mut() {
        every.retain(|need| !always.contains(need));
    }
    assert_eq!(declared, expected);
    keyed.world.stop().await;
}

#[tokio::test]
async fn nothing_of_another_tenant_is_seen_or_changed_by_any_operation() {
    let keyed = unlimited().await;
    let (own, own_id) = keyed.key("acme", "admin", &PERMISSIONS).await;
    let (foreign, _) = keyed.key("other", "admin", &PERMISSIONS).await;
    let body = json!({ "cron": "0 9 * * *", "action": { "provider": "log", "payload": "acme-only" } });
    keyed.put(&own, "/v1/schedules/digest", &body).await.is(201);
    let before = keyed.get(&own, "/v1/schedules/digest").await.is(200);
    let mut examples = examples();
    // Requests that create an object of the caller come after requests that must not find one.
    examples.sort_by_key(creates);
    for example in examples.iter().filter(|example| !example.effects.is_empty()) {
        let name = example.name();
        let (status, code) = code(example.send(&keyed, Some(&foreign), None, Some("acme")).await).await;
        let expected = if example.effects.contains(&Effect::Server) { "forbidden" } else { "foreign_tenant" };
        assert_eq!((status, code.as_str().unwrap_or_default()), (403, expected), "{name} naming the tenant");
        for id in ["digest", own_id.as_str()].into_iter().filter(|_| example.path.contains('{')) {
            let response = example.send(&keyed, Some(&foreign), Some(id), None).await;
            let status = response.status().as_u16();
            let is_foreign = example.path.starts_with("/v1/recurring");
            let shows_nothing = !response.text().await.unwrap().contains("acme-only");
            assert!(
                shows_nothing && (status == 404 || (status == 403 && is_foreign) || may_be_own(example, status)),
                "{name} {id}: {status}"
            );
        }
    }
    assert_eq!(keyed.get(&own, "/v1/schedules/digest").await.is(200), before);
    for kind in ["calendars", "dispatch-rules", "holds", "quotas", "alerts"] {
        assert_eq!(keyed.get(&own, &format!("/v1/{kind}")).await.is(200)["items"], json!([]), "{kind}");
    }
    keyed.get(&own, &format!("/v1/keys/{own_id}")).await.is(200);
    keyed.world.stop().await;
}

/// Returns whether a request may end with this status if both tenants have an object of the same name: PUT creates,
/// and lists are empty.
fn may_be_own(example: &Example, status: u16) -> bool {
    let is_bad = (400..500).contains(&status) && status != 403 && status != 404;
    is_bad || (creates(example) && status < 300) || (example.method == Method::GET && status == 200)
}

fn creates(example: &Example) -> bool {
    example.method == Method::PUT || example.path.ends_with("/import")
}

/// A log writer that keeps the output for the test.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn denied_requests_are_logged_without_credentials() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let keyed = unlimited().await;
    let (viewer, id) = keyed.key("acme", "viewer", &[]).await;
    keyed.world.get("/v1/schedules").await.refused(401, "unauthenticated");
    keyed.post(&viewer, "/v1/keys", &json!({ "role": "viewer" })).await.refused(403, "forbidden");
    keyed.world.get("/login?token=sesame").await.refused(401, "wrong_link");
    keyed.delete(&keyed.operator, &format!("/v1/keys/{id}")).await;
    keyed.get(&viewer, "/v1/schedules").await.refused(401, "revoked_key");
    keyed.world.stop().await;
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let denied: Vec<&str> = text.lines().filter(|line| line.contains("auth.denied")).collect();
    assert_eq!(denied.len(), 4, "{text}");
    let said = ["unauthenticated", "forbidden", "wrong_link", "revoked_key"];
    assert!(denied.iter().zip(said).all(|(line, code)| line.contains(code)), "{denied:?}");
    assert!(denied[1].contains(&format!("key/{id}")) && denied[1].contains("/v1/keys"), "{}", denied[1]);
    let secrets = [viewer.rsplit('_').next().unwrap(), keyed.operator.rsplit('_').next().unwrap(), "sesame"];
    assert!(secrets.iter().all(|secret| !text.contains(secret)), "{text}");
}
