//! Sends twenty secrets, each in several places, to receivers that fail and echo the request. No secret may
//! appear in anything that is stored or reported: the database, events, errors, the audit log, lists, dry runs,
//! log records, metrics.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use jiff::SignedDuration;
use refrain::Refrain;
use refrain::clock::{Clock, ManualClock};
use refrain::control::Rights;
use refrain::model::{Action, Tenant};
use refrain::secret::{KeyRing, Secret};
use refrain::store::Page;
use serde_json::json;

use crate::lines::Lines;
use crate::server::{Reply, Request, Server};
use crate::world::{MASTER, at, change, options};

const SECRETS: usize = 20;

/// Returns a secret that appears nowhere else. It contains characters that URLs and JSON escape.
fn canary(number: usize) -> String {
    format!("canary-{number:02}/\"{}\"+é&{}", "qz".repeat(4 + number), 7_919 * (number + 1))
}

/// Returns the texts that must not appear: the secret as it is, in its usual encodings, and parts of it.
fn traces(number: usize) -> Vec<String> {
    let secret = canary(number);
    let json = serde_json::to_string(&secret).unwrap();
    vec![format!("canary-{number:02}"), "qz".repeat(4 + number), json.trim_matches('"').to_owned(), secret]
}

/// Echoes the whole request, with one of several error responses.
fn echo(request: &Request) -> Reply {
    let headers: String = request.headers.iter().map(|(name, value)| format!("{name}={value};")).collect();
    let echoed = format!("{} {headers} {}", request.line, String::from_utf8_lossy(&request.body));
    match request.body.len() % 4 {
        0 => Reply::with(500, &[], &echoed),
        1 => Reply::with(400, &[], &echoed),
        2 => Reply::Bytes(format!("{echoed}\r\n\r\n").into_bytes()),
        _ => Reply::with(
            429,
            &[("retry-after", &echoed.replace(['\r', '\n'], " ").chars().filter(char::is_ascii).collect::<String>())],
            &echoed,
        ),
    }
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// Returns an action with a secret in every place that allows one.
fn action(target: &str, number: usize) -> Action {
    let secret = format!("{{{{secret.s{number:02}}}}}");
    let metadata = [
        ("webhook.header.X-Number".to_owned(), format!("{{{{attempt}}}} {number}")),
        ("team".to_owned(), "billing".to_owned()),
    ];
    Action {
        target: format!("{target}/{secret}?token={secret}"),
        metadata: metadata.into(),
        ..Action::new("webhook", json!({"nested": [{"secret": secret}], "padding": "x".repeat(number)}))
    }
}

/// Returns the contents of all files in a folder.
fn texts_of(folder: &Path) -> String {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
    files.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect()
}

#[tokio::test]
async fn twenty_planted_secrets_are_found_nowhere() {
    let folder = Folder(std::env::temp_dir().join(format!("refrain-canary-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    let clock = Arc::new(ManualClock::new(at("2026-01-05T08:30:00Z")));
    let address = format!("sqlite:{}", folder.0.join("ledger.db").display());
    let refrain = Refrain::builder().clock(clock.clone()).open(&address).await.unwrap();
    let (lines, _listening) = Lines::listen();
    let told: Arc<Mutex<Vec<String>>> = Arc::default();
    let heard = told.clone();
    refrain.on_event(move |event| heard.lock().unwrap().push(format!("{event:?}")));
    let secrets = refrain.secrets(KeyRing::parse(MASTER).unwrap());
    refrain.webhooks(options(), Some(secrets.clone())).unwrap();
    let tenant = Tenant::new("default", "default").unwrap();
    let server = Server::start(echo).await;
    for number in 0..SECRETS {
        let change = change(tenant.clone(), &format!("s{number:02}"));
        secrets.put(&Rights::all(), &change, &Secret::new(canary(number)).unwrap().into()).await.unwrap();
        let draft = refrain.schedule(format!("n{number:02}")).cron("0 9 * * *").action(action(&server.url(""), number));
        draft.save().await.unwrap();
    }
    while clock.now() < at("2026-01-05T11:00:00Z") {
        clock.set(clock.now() + SignedDuration::from_mins(2));
        refrain.tick().await.unwrap();
    }
    let mut said = told.lock().unwrap().clone();
    for number in 0..SECRETS {
        let id = format!("n{number:02}");
        let rows = refrain.runs(&id, &Page::first(10)).await.unwrap().rows;
        assert!(rows.iter().any(|row| row.attempt > 0), "{id} has an attempt");
        said.push(format!("{rows:?} {:?}", refrain.run(rows[0].id).await.unwrap()));
        said.push(format!("{:?} {:?}", refrain.get(&id).await.unwrap(), refrain.dry_run(&id).await.unwrap()));
        said.push(format!("{:?}", refrain.dispatch(&id, action(&server.url(""), number)).await.unwrap()));
    }
    said.push(refrain.metrics().text());
    let lines = lines.all();
    assert!(lines.iter().any(|line| line.contains("recurring.retry")) && lines.len() > 5 * SECRETS, "{lines:?}");
    said.extend(lines);
    said.push(format!("{:?}", secrets.list(&tenant, &Page::first(100)).await.unwrap()));
    said.push(format!("{:?}", refrain.store().entries(&tenant, &Page::first(500)).await.unwrap()));
    let requests = server.requests();
    assert!(requests.len() >= 2 * SECRETS, "{}", requests.len());
    let arrived =
        |number: usize| requests.iter().any(|it| String::from_utf8_lossy(&it.body).contains(&traces(number)[0]));
    assert!((0..SECRETS).all(arrived), "every secret arrived at the receiver");
    let said = said.join("\n");
    let kept = texts_of(&folder.0);
    assert!(said.contains("[secret s00]") && kept.len() > 10_000, "there is output to search");
    for trace in (0..SECRETS).flat_map(traces) {
        assert!(!said.contains(&trace), "{trace} was reported: {}", context(&said, &trace));
        assert!(!kept.contains(&trace), "{trace} was stored");
    }
}

fn context<'a>(said: &'a str, trace: &str) -> &'a str {
    let at = said.find(trace).unwrap_or_default();
    &said[said.floor_char_boundary(at.saturating_sub(200))..said.floor_char_boundary(at + 100)]
}
