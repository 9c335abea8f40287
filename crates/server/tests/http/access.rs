//! Every operation × every role and permission × own and foreign tenant. The document that the server gives out names all of them; a
//! unit test holds it against the table that the gate goes by.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

use refrain_server::http::limits::{Limits, LimitsByMode};
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::keyed::Keyed;

/// One operation: how it is asked for, and what it needs.
struct Operation {
    method: Method,
    path: String,
    need: String,
}

/// What a key may do, from the least.
const ROLES: [&str; 4] = ["viewer", "operator", "editor", "admin"];
const PERMISSIONS: [&str; 4] = ["backfill", "fire", "command", "secrets"];

async fn unlimited() -> Keyed {
    Keyed::with(|options| options.api.tenant_limits = LimitsByMode { open: Limits::none(), keys: Limits::none() }).await
}

async fn operations(keyed: &Keyed) -> Vec<Operation> {
    let document = keyed.world.get("/v1/openapi.json").await.is(200);
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let Ok(method) = method.to_uppercase().parse::<Method>() else { continue };
            let need = operation["security"][0]["key"][0].as_str().unwrap_or("nothing").to_owned();
            found.push(Operation { method, path: path.clone(), need });
        }
    }
    assert!(found.len() > 20, "the document names {} operations", found.len());
    found
}

impl Operation {
    /// Asks for it about an object of this id, and does not wait for the end of what never ends.
    async fn ask(&self, keyed: &Keyed, key: Option<&str>, id: &str, tenant: Option<&str>) -> Response {
        let path: Vec<&str> = self.path.split('/').map(|part| if part.starts_with('{') { id } else { part }).collect();
        let mut request = keyed.world.request(self.method.clone(), &path.join("/"));
        if let Some(key) = key {
            request = request.bearer_auth(key);
        }
        if let Some(tenant) = tenant {
            request = request.header("x-refrain-tenant", tenant);
        }
        if self.method != Method::GET {
            request = request.json(&json!({}));
        }
        request.send().await.unwrap()
    }

    /// Whether the empty body that it is asked with makes something.
    fn is_making_a_calendar(&self) -> bool {
        self.method == Method::PUT && self.path == "/v1/calendars/{name}"
    }

    fn is_allowed(&self, role: &str, permission: Option<&str>) -> bool {
        let rank = |name: &str| ROLES.iter().position(|role| *role == name);
        match rank(&self.need) {
            Some(needed) => rank(role).unwrap() >= needed,
            None => self.need == "nothing" || permission == Some(self.need.as_str()),
        }
    }

    fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

async fn code(response: Response) -> (u16, Value) {
    let status = response.status().as_u16();
    if status < 400 {
        return (status, Value::Null);
    }
    let text = response.text().await.unwrap();
    (status, serde_json::from_str::<Value>(&text).map_or(Value::Null, |body| body["code"].clone()))
}

#[tokio::test]
async fn every_operation_lets_in_whom_the_table_says_and_nobody_else() {
    let keyed = unlimited().await;
    let mut keys = BTreeMap::new();
    for role in ROLES {
        keys.insert((role, None), keyed.key("acme", role, &[]).await.0);
        for permission in PERMISSIONS {
            keys.insert((role, Some(permission)), keyed.key("acme", role, &[permission]).await.0);
        }
    }
    let (mut asked, mut denied) = (0, 0);
    for operation in operations(&keyed).await {
        let name = operation.name();
        if operation.need != "nothing" {
            let (status, code) = code(operation.ask(&keyed, None, "missing", None).await).await;
            assert_eq!((status, code), (401, json!("unauthenticated")), "{name} without a key");
        }
        for ((role, permission), key) in &keys {
            let (status, code) = code(operation.ask(&keyed, Some(key), "missing", None).await).await;
            let is_denied = code == "forbidden" && status == 403;
            assert_eq!(
                !is_denied,
                operation.is_allowed(role, *permission),
                "{name} as {role} with {permission:?}: {status} {code}"
            );
            assert!(status < 500 || status == 503, "{name}: {status}");
            asked += 1;
            denied += u32::from(is_denied);
        }
        if operation.need == "server" {
            let (status, _) = code(operation.ask(&keyed, Some(&keyed.operator), "missing", None).await).await;
            assert!(status != 401 && status != 403, "{name} as an operator of the server: {status}");
        }
    }
    assert!(denied > 50 && asked > denied, "{asked} asked, {denied} denied");
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
    for operation in operations(&keyed).await.iter().filter(|operation| operation.need != "nothing") {
        let name = operation.name();
        let (status, code) = code(operation.ask(&keyed, Some(&foreign), "missing", Some("acme")).await).await;
        assert_eq!(
            (status, code.as_str().unwrap_or_default()),
            (403, if operation.need == "server" { "forbidden" } else { "foreign_tenant" }),
            "{name} naming the tenant"
        );
        for id in ["digest", own_id.as_str()].into_iter().filter(|_| operation.path.contains('{')) {
            let response = operation.ask(&keyed, Some(&foreign), id, None).await;
            let status = response.status().as_u16();
            // A list of what belongs to nothing is empty at most, and an empty calendar is one of the caller's own.
            let is_empty = status == 200 && !response.text().await.unwrap().contains("acme-only");
            assert!(
                (400..500).contains(&status)
                    || (is_empty && (operation.method == Method::GET || operation.is_making_a_calendar())),
                "{name} {id}: {status}"
            );
        }
    }
    assert_eq!(keyed.get(&own, "/v1/schedules/digest").await.is(200), before);
    assert_eq!(keyed.get(&own, "/v1/calendars").await.is(200)["items"], json!([]));
    keyed.get(&own, &format!("/v1/keys/{own_id}")).await.is(200);
    keyed.world.stop().await;
}

/// What is written to the log, kept for the test.
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
async fn denied_attempts_are_on_record_without_what_was_shown() {
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
