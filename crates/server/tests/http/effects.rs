//! Requests to every operation, each with its effects: what it would read or change if it were allowed.
//!
//! This list is independent of the server's own table. A test compares both with the server's responses.

use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::keyed::Keyed;
use crate::world::send;

/// Effect of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Reads data of a tenant.
    Read,
    /// Reads the audit log.
    ReadAudit,
    /// Changes how existing schedules, occurrences and work items run.
    Operate,
    /// Writes schedules or controls.
    Edit,
    /// Manages keys.
    Administer,
    /// Creates past occurrences.
    CreatePast,
    /// Sends without waiting for a saved schedule.
    Send,
    /// Determines that a program is started.
    StartProgram,
    /// Writes or lists secrets.
    Secrets,
    /// Affects the whole server.
    Server,
}

impl Effect {
    /// Returns the role or permission that allows the effect.
    pub(crate) fn allowed_by(self) -> &'static str {
        match self {
            Self::Read => "viewer",
            Self::ReadAudit => "audit",
            Self::Operate => "operator",
            Self::Edit => "editor",
            Self::Administer => "admin",
            Self::CreatePast => "backfill",
            Self::Send => "fire",
            Self::StartProgram => "command",
            Self::Secrets => "secrets",
            Self::Server => "server",
        }
    }
}

/// One request and its effects. A request without effects needs no key.
pub(crate) struct Example {
    pub(crate) method: Method,
    /// Path as in the OpenAPI document.
    pub(crate) path: &'static str,
    /// Object of the request, which replaces the first `{…}` of the path.
    id: &'static str,
    query: &'static str,
    body: Value,
    pub(crate) effects: &'static [Effect],
}

impl Example {
    /// Returns the ID of the example's own object. Each store numbers its runs differently.
    async fn object(&self, keyed: &Keyed) -> String {
        let Some(schedule) = self.id.strip_prefix(RUN_OF) else { return self.id.to_owned() };
        let path = format!("/v1/schedules/{schedule}/runs");
        let runs = keyed.world.request(Method::GET, &path).bearer_auth(&keyed.operator);
        let runs = send(runs.header("x-refrain-tenant", "acme")).await.body;
        runs["items"][0]["id"].to_string()
    }

    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Sends the request about the object `id`, or about the example's own object. Does not wait for the end of the
    /// response.
    pub(crate) async fn send(
        &self,
        keyed: &Keyed,
        key: Option<&str>,
        id: Option<&str>,
        tenant: Option<&str>,
    ) -> Response {
        let own = self.object(keyed).await;
        let mut ids = [id.unwrap_or(&own), "1"].into_iter();
        let parts: Vec<&str> = self
            .path
            .split('/')
            .map(|part| if part.starts_with('{') { ids.next().unwrap_or("1") } else { part })
            .collect();
        let mut request = keyed.world.request(self.method.clone(), &format!("{}{}", parts.join("/"), self.query));
        if let Some(key) = key {
            request = request.bearer_auth(key);
        }
        if let Some(tenant) = tenant {
            request = request.header("x-refrain-tenant", tenant);
        }
        if self.path.ends_with("/import") {
            request = request.header("content-type", "text/calendar").body("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n");
        } else if self.method != Method::GET {
            request = request.json(&self.body);
        }
        request.send().await.unwrap()
    }
}

fn example(method: &str, path: &'static str, effects: &'static [Effect]) -> Example {
    let (method, body) = (method.parse().unwrap(), json!({}));
    Example { method, path, id: "missing", query: "", body, effects }
}

impl Example {
    fn of(self, id: &'static str) -> Self {
        Self { id, ..self }
    }

    fn with_body(self, body: Value) -> Self {
        Self { body, ..self }
    }

    fn with_query(self, query: &'static str) -> Self {
        Self { query, ..self }
    }
}

use Effect::{Administer, CreatePast, Edit, Operate, Read, ReadAudit, Secrets, Send, Server, StartProgram};

/// Start of an ID that stands for a run of a schedule.
const RUN_OF: &str = "run of ";
/// Stands for a run of the schedule that starts a program.
const PROGRAM_RUN: &str = "run of program";
/// Stands for a run of a schedule that starts none, and that no example changes.
const RECORDED_RUN: &str = "run of recorded";

/// The recurring dialect names the tenant in its query.
const PLACE: &str = "?namespace=default&tenant=acme";

fn scheduled(provider: &str) -> Value {
    json!({ "cron": "0 9 * * *", "action": { "provider": provider, "target": "list" } })
}

fn recurring(provider: &str) -> Value {
    json!({ "namespace": "default", "tenant": "acme", "cron_expr": "0 9 * * *", "provider": provider,
            "action_type": "list", "payload": {} })
}

/// Creates schedules that must exist before the requests are sent: one that logs, and one that starts a program.
pub(crate) async fn prepare(keyed: &Keyed) {
    keyed.add_programs("jobs");
    let (key, _) = keyed.key("acme", "editor", &["command", "fire"]).await;
    keyed.put(&key, "/v1/schedules/plain", &scheduled("log")).await.is(201);
    keyed.put(&key, "/v1/schedules/program", &scheduled("jobs")).await.is(201);
    keyed.put(&key, "/v1/schedules/recorded", &scheduled("log")).await.is(201);
    for id in ["program", "recorded"] {
        keyed.post(&key, &format!("/v1/schedules/{id}/fire"), &json!({})).await.is(202);
    }
}

/// Returns requests to every operation.
pub(crate) fn examples() -> Vec<Example> {
    [schedules(), applying(), ledger(), controls(), dialect(), dispatching(), rest()].into_iter().flatten().collect()
}

fn schedules() -> Vec<Example> {
    vec![
        example("GET", "/v1/schedules", &[Read]),
        example("POST", "/v1/schedules", &[Edit]).with_body(scheduled("log")),
        example("POST", "/v1/schedules", &[Edit, StartProgram]).with_body(scheduled("jobs")),
        example("POST", "/v1/schedules", &[Edit, StartProgram]).with_body(scheduled("of-another-node")),
        example("GET", "/v1/schedules/{id}", &[Read]).of("plain"),
        example("PUT", "/v1/schedules/{id}", &[Edit]).of("plain").with_body(scheduled("log")),
        example("PUT", "/v1/schedules/{id}", &[Edit, StartProgram]).of("program").with_body(scheduled("jobs")),
        example("PATCH", "/v1/schedules/{id}", &[Edit]).of("plain").with_body(json!({ "description": "x" })),
        example("PATCH", "/v1/schedules/{id}", &[Edit, StartProgram])
            .of("program")
            .with_body(json!({ "description": "x" })),
        example("DELETE", "/v1/schedules/{id}", &[Edit]),
        example("POST", "/v1/schedules/{id}/pause", &[Operate]).of("plain"),
        example("POST", "/v1/schedules/{id}/resume", &[Operate]).of("plain"),
        example("POST", "/v1/schedules/{id}/cancel", &[Operate]),
        example("POST", "/v1/schedules/{id}/fire", &[Send]).of("plain"),
        example("POST", "/v1/schedules/{id}/fire", &[Send]).of("plain").with_body(json!({ "payload": {} })),
        // Saving the schedule required `command`. A manual run chooses no program and no argument.
        example("POST", "/v1/schedules/{id}/fire", &[Send]).of("program"),
        // A payload of the run chooses the arguments.
        example("POST", "/v1/schedules/{id}/fire", &[Send, StartProgram])
            .of("program")
            .with_body(json!({ "payload": { "args": [] } })),
        example("GET", "/v1/schedules/{id}/runs", &[Read]).of("plain"),
        example("GET", "/v1/schedules/{id}/next", &[Read]).of("plain"),
        example("GET", "/v1/schedules/{id}/why", &[Read]).of("plain").with_query("?at=2026-03-01T09:00:00Z"),
        example("GET", "/v1/schedules/{id}/gaps", &[Read]).of("plain"),
        example("GET", "/v1/schedules/{id}/days", &[Read]).of("plain"),
        example("GET", "/v1/schedules/{id}/calendar.ics", &[Read]).of("plain"),
        example("POST", "/v1/schedules/{id}/backfill", &[CreatePast])
            .of("plain")
            .with_body(json!({ "from": "2026-02-01T00:00:00Z", "to": "2026-02-02T00:00:00Z" })),
        example("GET", "/v1/schedules/{id}/revisions", &[Read]).of("plain"),
        example("GET", "/v1/schedules/{id}/revisions/{revision}", &[Read]).of("plain"),
        example("POST", "/v1/schedules/{id}/revisions/{revision}/rollback", &[Edit]).of("plain"),
        example("POST", "/v1/schedules/{id}/revisions/{revision}/rollback", &[Edit, StartProgram]).of("program"),
        example("POST", "/v1/schedules/preview", &[Read]).with_body(scheduled("log")),
        // A preview rejects what saving would reject.
        example("POST", "/v1/schedules/preview", &[Read, StartProgram]).with_body(scheduled("jobs")),
        example("POST", "/v1/schedules/bulk", &[Operate])
            .with_body(json!({ "action": "pause", "selector": { "ids": ["plain"] } })),
        example("GET", "/v1/schedules/health", &[Read]),
    ]
}

fn applying() -> Vec<Example> {
    let apply = |effects, document: Value, is_dry: bool| {
        example("POST", "/v1/apply", effects).with_body(json!({ "documents": [document], "dry_run": is_dry }))
    };
    let schedule = |provider: &str, more: Value| {
        let mut document = scheduled(provider);
        document["id"] = json!("applied");
        document.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        document
    };
    let hold = json!({ "kind": "hold", "name": "h", "code": "freeze", "selects": { "schedules": ["nothing"] } });
    let alert = |provider: &str| json!({ "kind": "alert", "name": "a", "on": ["failing"], "action": { "provider": provider, "target": "list" } });
    let mut never_saved = alert("jobs");
    (never_saved["name"], never_saved["failing_after"]) = (json!("never"), json!(0));
    vec![
        apply(&[Read], schedule("log", json!({})), true),
        apply(&[Read, StartProgram], schedule("jobs", json!({})), true),
        apply(&[Read], hold.clone(), true),
        apply(&[Read, StartProgram], alert("jobs"), true),
        apply(&[Read], json!({ "id": "plain", "delete": true }), true),
        apply(&[Read, Edit], schedule("log", json!({})), false),
        // Pausing is a right of its own, which every editor has.
        apply(&[Read, Edit, Operate], schedule("log", json!({ "enabled": false })), false),
        apply(&[Read, Edit, Operate], schedule("log", json!({ "enabled": true })), false),
        // An application of what is already there would change nothing, so these are never saved.
        apply(
            &[Read, Edit, StartProgram],
            schedule("jobs", json!({ "id": "never", "spec": { "ends_at": "2000-01-01T00:00:00Z" } })),
            false,
        ),
        apply(&[Read, Edit], hold, false),
        apply(&[Read, Edit], alert("log"), false),
        apply(&[Read, Edit, StartProgram], never_saved, false),
        apply(&[Read, Edit], json!({ "id": "applied", "delete": true }), false),
    ]
}

fn ledger() -> Vec<Example> {
    let generate = |body: Value| example("POST", "/v1/generate", &[Operate]).with_body(body);
    let generate_past = |body: Value| example("POST", "/v1/generate", &[Operate, CreatePast]).with_body(body);
    vec![
        example("GET", "/v1/occurrences", &[Read]),
        example("GET", "/v1/occurrences/{id}", &[Read]).of("1"),
        example("POST", "/v1/occurrences/{id}/reprocess", &[Operate]).of("1"),
        example("POST", "/v1/occurrences/{id}/reprocess", &[Operate, Send])
            .of(RECORDED_RUN)
            .with_body(json!({ "payload": {} })),
        example("POST", "/v1/occurrences/{id}/reprocess", &[Operate, Send, StartProgram])
            .of(PROGRAM_RUN)
            .with_body(json!({ "payload": { "args": [] } })),
        example("POST", "/v1/occurrences/{id}/skip", &[Operate]).of("1"),
        example("POST", "/v1/occurrences/{id}/cancel", &[Operate]).of("1"),
        generate(json!({ "as_of": "2026-03-01T12:00:00Z", "lookahead": "1h" })),
        generate_past(json!({ "as_of": "2026-03-01T12:00:00Z", "lookback": "1h" })),
        generate_past(json!({ "as_of": "2026-02-28T12:00:00Z" })),
        example("GET", "/v1/dead-letters", &[Read]),
        example("POST", "/v1/dead-letters/replay", &[Operate]).with_body(json!({ "kind": "occurrence", "ids": [1] })),
        example("POST", "/v1/dead-letters/replay", &[Operate]).with_body(json!({ "kind": "work_item", "ids": [1] })),
        example("POST", "/v1/dead-letters/discard", &[Operate]).with_body(json!({ "kind": "occurrence", "ids": [1] })),
        example("POST", "/v1/dead-letters/discard", &[Operate]).with_body(json!({ "kind": "work_item", "ids": [1] })),
        example("GET", "/v1/work-items", &[Read]),
        example("POST", "/v1/work-items", &[Send]).with_body(json!({ "queue": "q", "payload": {} })),
        example("POST", "/v1/work-items/claim", &[Operate]).with_body(json!({ "queue": "empty" })),
        example("GET", "/v1/work-items/{id}", &[Read]).of("1"),
        example("POST", "/v1/work-items/{id}/extend", &[Operate]).of("1").with_body(json!({ "fence": 1 })),
        example("POST", "/v1/work-items/{id}/complete", &[Operate]).of("1").with_body(json!({ "fence": 1 })),
        example("POST", "/v1/work-items/{id}/fail", &[Operate]).of("1").with_body(json!({ "fence": 1, "error": "x" })),
        example("GET", "/v1/heatmap", &[Read]),
        example("GET", "/v1/upcoming", &[Read]),
        example("GET", "/v1/history", &[Read]),
        example("GET", "/v1/stats", &[Read]),
        example("GET", "/v1/events", &[Read]),
        example("GET", "/v1/audit", &[ReadAudit]),
        example("GET", "/v1/audit/verify", &[ReadAudit]),
    ]
}

fn controls() -> Vec<Example> {
    let rule = |then: Value| json!({ "priority": 1, "condition": "false", "then": then });
    let put_rule =
        |effects, then: Value| example("PUT", "/v1/dispatch-rules/{name}", effects).of("r").with_body(rule(then));
    let alert = |provider: &str| json!({ "on": ["failing"], "action": { "provider": provider, "target": "list" } });
    vec![
        example("GET", "/v1/dispatch-rules", &[Read]),
        example("GET", "/v1/dispatch-rules/{name}", &[Read]),
        put_rule(&[Edit], json!({ "action": "reroute", "provider": "log" })),
        put_rule(&[Edit, StartProgram], json!({ "action": "reroute", "provider": "jobs" })),
        // The dispatch rule could change the arguments of the program that `jobs` starts.
        put_rule(&[Edit, StartProgram], json!({ "action": "modify", "patch": { "a": 1 } })),
        put_rule(&[Edit], json!({ "action": "suppress", "reason": "night" })),
        example("DELETE", "/v1/dispatch-rules/{name}", &[Edit]),
        example("POST", "/v1/dispatch-rules/test", &[Read])
            .with_body(json!({ "action": { "provider": "jobs", "target": "list" } })),
        example("GET", "/v1/holds", &[Read]),
        example("GET", "/v1/holds/{name}", &[Read]),
        example("PUT", "/v1/holds/{name}", &[Edit]),
        example("DELETE", "/v1/holds/{name}", &[Edit]),
        example("GET", "/v1/quotas", &[Read]),
        example("GET", "/v1/quotas/{name}", &[Read]),
        example("PUT", "/v1/quotas/{name}", &[Edit]),
        example("DELETE", "/v1/quotas/{name}", &[Edit]),
        example("GET", "/v1/alerts", &[Read]),
        example("GET", "/v1/alerts/{name}", &[Read]),
        example("PUT", "/v1/alerts/{name}", &[Edit]).of("a").with_body(alert("log")),
        example("PUT", "/v1/alerts/{name}", &[Edit, StartProgram]).of("a").with_body(alert("jobs")),
        example("DELETE", "/v1/alerts/{name}", &[Edit]),
        example("GET", "/v1/calendars", &[Read]),
        example("GET", "/v1/calendars/{name}", &[Read]),
        example("PUT", "/v1/calendars/{name}", &[Edit]).of("c"),
        example("DELETE", "/v1/calendars/{name}", &[Edit]),
        example("POST", "/v1/calendars/{name}/import", &[Edit]).of("c"),
        example("GET", "/v1/breakers", &[Read]).with_query("?provider=log"),
        example("POST", "/v1/breakers/trip", &[Operate]).with_body(json!({ "provider": "nobody" })),
        example("POST", "/v1/breakers/reset", &[Operate]).with_body(json!({ "provider": "nobody" })),
    ]
}

fn dialect() -> Vec<Example> {
    vec![
        example("GET", "/v1/recurring", &[Read]).with_query(PLACE),
        example("POST", "/v1/recurring", &[Edit]).with_body(recurring("log")),
        example("POST", "/v1/recurring", &[Edit, StartProgram]).with_body(recurring("jobs")),
        example("GET", "/v1/recurring/{id}", &[Read]).of("plain").with_query(PLACE),
        example("PUT", "/v1/recurring/{id}", &[Edit])
            .of("plain")
            .with_query(PLACE)
            .with_body(json!({ "description": "x" })),
        example("PUT", "/v1/recurring/{id}", &[Edit, StartProgram])
            .of("program")
            .with_query(PLACE)
            .with_body(json!({ "description": "x" })),
        example("DELETE", "/v1/recurring/{id}", &[Edit]).with_query(PLACE),
        example("POST", "/v1/recurring/{id}/pause", &[Operate]).of("plain").with_query(PLACE),
        example("POST", "/v1/recurring/{id}/resume", &[Operate]).of("plain").with_query(PLACE),
        example("GET", "/v1/recurring/{id}/history", &[Read]).of("plain").with_query(PLACE),
        example("POST", "/v1/recurring/{id}/backfill", &[CreatePast])
            .of("plain")
            .with_query(PLACE)
            .with_body(json!({ "start": "2026-02-01T00:00:00Z", "end": "2026-02-02T00:00:00Z" })),
    ]
}

fn dispatching() -> Vec<Example> {
    let send = |effects, provider: &str| {
        let body = json!({ "action": { "provider": provider, "target": "list" }, "dry_run": true });
        example("POST", "/v1/dispatch", effects).with_body(body)
    };
    vec![send(&[Send], "log"), send(&[Send, StartProgram], "jobs")]
}

fn rest() -> Vec<Example> {
    vec![
        example("GET", "/healthz", &[]),
        example("GET", "/readyz", &[]),
        example("GET", "/login", &[]),
        example("POST", "/v1/session", &[]),
        example("DELETE", "/v1/session", &[]),
        example("GET", "/v1/session", &[Read]),
        example("GET", "/v1/providers", &[Read]),
        example("GET", "/v1/keys", &[Administer]),
        example("POST", "/v1/keys", &[Administer]),
        example("GET", "/v1/keys/{id}", &[Administer]),
        example("DELETE", "/v1/keys/{id}", &[Administer]),
        example("POST", "/v1/keys/{id}/rotate", &[Administer]),
        example("GET", "/v1/secrets", &[Secrets]),
        example("PUT", "/v1/secrets/{name}", &[Secrets]),
        example("DELETE", "/v1/secrets/{name}", &[Secrets]),
        example("POST", "/v1/secrets/rotate", &[Server]),
        example("GET", "/metrics", &[Server]),
        example("GET", "/v1/nodes", &[Server]),
        example("GET", "/v1/config", &[Server]),
    ]
}
