//! Schedules that the configuration declares.

use std::sync::Arc;

use refrain::Refrain;
use refrain::clock::ManualClock;
use refrain::model::{Schedule, ScheduleId, ScheduleKey, Tenant};
use refrain::store::model::Model;
use refrain::store::sqlite::rusqlite;
use refrain_server::config::{LoadedConfig, Sources};
use refrain_server::serve::{Server, declared};
use reqwest::{Client, Method};
use serde_json::json;

use crate::place::Folder;
use crate::world::{World, install_tls, send};

fn loaded(folder: &Folder, text: &str) -> LoadedConfig {
    std::fs::write(folder.path().join("refrain.toml"), text).unwrap();
    let sources = Sources { folder: folder.path().to_owned(), ..Sources::default() };
    LoadedConfig::from_sources(&sources).unwrap_or_else(|problems| panic!("{problems}"))
}

fn file(folder: &Folder, blocks: &str) -> String {
    let database = folder.path().join("refrain.db");
    format!(
        "[server]\nbind = \"127.0.0.1:0\"\n[store]\naddress = \"sqlite:{}\"\n[schedules]\nprune = true\n{blocks}",
        database.display()
    )
}

const DIGEST: &str = "[[schedule]]\nid = \"digest\"\ncron = \"0 9 * * *\"\ntimezone = \"Europe/Paris\"\naction = { provider = \"log\" }\n";

#[tokio::test]
async fn a_file_declares_schedules_and_owns_them() {
    install_tls();
    let folder = Folder::new();
    let server = Server::configured(&loaded(&folder, &file(&folder, DIGEST))).await.unwrap();
    let reload = server.reload();
    let world = World::of(server, Client::new());
    let found = world.get("/v1/schedules/digest").await.is(200);
    assert_eq!((&found["source"], &found["spec"]["timezone"]), (&json!("file"), &json!("Europe/Paris")));
    // The API may pause and fire it, but not edit it.
    world.patch("/v1/schedules/digest", &json!({ "timezone": null })).await.refused(409, "defined_in_file");
    world.delete("/v1/schedules/digest").await.refused(409, "defined_in_file");
    world.post("/v1/schedules/digest/pause", &json!({})).await.is(200);
    send(world.request(Method::POST, "/v1/schedules/digest/fire")).await.is(202);
    // Applying the same file again changes nothing. A different file applies its changes.
    reload.with(&loaded(&folder, &file(&folder, DIGEST))).await.unwrap();
    assert_eq!(world.get("/v1/schedules/digest").await.is(200)["revision"], 2);
    reload.with(&loaded(&folder, &file(&folder, &DIGEST.replace("0 9", "0 8")))).await.unwrap();
    let changed = world.get("/v1/schedules/digest").await.is(200);
    assert_eq!(
        (&changed["status"], &changed["spec"]["recurrence"]["expression"]),
        (&json!("paused"), &json!("0 8 * * *"))
    );
    world.stop().await;
}

#[tokio::test]
async fn prune_deletes_only_schedules_of_the_file() {
    install_tls();
    let folder = Folder::new();
    let server = Server::configured(&loaded(&folder, &file(&folder, DIGEST))).await.unwrap();
    let reload = server.reload();
    let world = World::of(server, Client::new());
    let own = json!({ "cron": "0 7 * * *", "action": { "provider": "log" } });
    world.put("/v1/schedules/own", &own).await.is(201);
    let taken = DIGEST.replace("digest", "own");
    reload.with(&loaded(&folder, &file(&folder, &taken))).await.unwrap();
    world.get("/v1/schedules/digest").await.refused(404, "not_found");
    let kept = world.get("/v1/schedules/own").await.is(200);
    assert_eq!((&kept["source"], &kept["spec"]["recurrence"]["expression"]), (&json!("api"), &json!("0 7 * * *")));
    world.stop().await;
}

#[tokio::test]
async fn an_unreadable_schedule_of_the_file_is_repaired_and_stops_nothing() {
    install_tls();
    let folder = Folder::new();
    let both = format!("{DIGEST}{}", DIGEST.replace("digest", "other"));
    let text = file(&folder, &both);
    drop(Server::configured(&loaded(&folder, &text)).await.unwrap());
    // A definition of a newer program cannot be read either.
    for damaged in ["{", "{\"from_a_newer_program\":1}"] {
        let database = rusqlite::Connection::open(folder.path().join("refrain.db")).unwrap();
        let update =
            "UPDATE revisions SET definition = ?1 WHERE schedule_uid = (SELECT uid FROM schedules WHERE id = 'digest')";
        assert!(database.execute(update, [damaged]).unwrap() > 0);
        drop(database);
        let server = Server::configured(&loaded(&folder, &text)).await.unwrap();
        let reload = server.reload();
        let world = World::of(server, Client::new());
        for id in ["digest", "other"] {
            let found = world.get(&format!("/v1/schedules/{id}")).await.is(200);
            assert_eq!(
                (&found["source"], &found["spec"]["timezone"], &found["status"]),
                (&json!("file"), &json!("Europe/Paris"), &json!("active"))
            );
        }
        reload.with(&loaded(&folder, &text)).await.unwrap();
        world.stop().await;
    }
}

#[tokio::test]
async fn defaults_include_webhooks_and_secrets() {
    install_tls();
    let folder = Folder::new();
    let server = Server::configured(&loaded(&folder, &file(&folder, ""))).await.unwrap();
    let world = World::of(server, Client::new());
    let hook = json!({ "cron": "0 9 * * *", "action": { "provider": "webhook", "target": "https://127.0.0.1/" } });
    let refused = world.put("/v1/schedules/hook", &hook).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    let secret = world.put("/v1/secrets/token", &json!({ "value": "s3cret-and-long" })).await;
    assert!(secret.status < 300, "{}", secret.body);
    let config = world.get("/v1/config").await.is(200);
    assert!(!config.to_string().contains("s3cret"), "{config}");
    world.stop().await;
}

#[tokio::test]
async fn limits_of_the_file_are_enforced() {
    install_tls();
    let folder = Folder::new();
    let limits = "[limits]\nbackfill_max = 5\npage_max = 7\nbody_max = \"300KiB\"\n";
    let file = format!("{}{limits}", file(&folder, DIGEST));
    let world = World::of(Server::configured(&loaded(&folder, &file)).await.unwrap(), Client::new());
    let range = json!({ "from": "2026-01-01T00:00:00Z", "to": "2026-01-05T00:00:00Z", "limit": 6 });
    let refused = world.post("/v1/schedules/digest/backfill", &range).await.refused(400, "out_of_range");
    assert!(refused["detail"].as_str().unwrap().contains("more than the maximum of 5"), "{refused}");
    let range = json!({ "from": "2026-01-01T00:00:00Z", "to": "2026-01-05T00:00:00Z", "limit": 5 });
    world.post("/v1/schedules/digest/backfill", &range).await.is(200);
    let past = json!({ "start": "2026-01-01T00:00:00Z", "end": "2026-01-09T00:00:00Z", "limit": 6 });
    let recurring = "/v1/recurring/digest/backfill?namespace=default&tenant=default";
    let refused = world.post(recurring, &past).await.refused(400, "bad_query");
    assert!(refused.to_string().contains("from 1 to 5"), "{refused}");
    let past = json!({ "start": "2026-01-01T00:00:00Z", "end": "2026-01-09T00:00:00Z" });
    let done = world.post(recurring, &past).await.is(202);
    assert_eq!((&done["created"], &done["truncated"]), (&json!(5), &json!(true)));
    let next_at = world.get("/v1/schedules/digest").await.is(200)["next_at"].clone();
    let soon = json!({ "as_of": next_at, "lookahead": "20d" });
    let refused = world.post("/v1/generate", &soon).await.refused(400, "out_of_range");
    assert!(refused["detail"].as_str().unwrap().contains("more than 5 occurrences"), "{refused}");
    let list = "/v1/recurring?namespace=default&tenant=default";
    let refused = world.get(&format!("{list}&limit=8")).await.refused(400, "bad_query");
    assert!(refused.to_string().contains("from 1 to 7"), "{refused}");
    // Without a limit, the page is as long as the server allows.
    world.get(list).await.is(200);
    world.get("/v1/schedules").await.is(200);
    let large = json!({ "note": "x".repeat(400 * 1024) });
    world.post("/v1/schedules/digest/pause", &large).await.refused(413, "too_large");
    world.stop().await;
}

#[tokio::test]
async fn first_login_link_uses_the_public_url() {
    install_tls();
    let folder = Folder::new();
    let text = file(&folder, "")
        .replace("[store]", "public_url = \"https://refrain.example.org\"\n[auth]\nmode = \"keys\"\n[store]");
    let server = Server::configured(&loaded(&folder, &text)).await.unwrap();
    let link = server.first_link().await.unwrap().unwrap();
    assert!(link.starts_with("https://refrain.example.org/login?token="), "{link}");
    let world = World::of(server, Client::new());
    world.get("/v1/schedules").await.refused(401, "unauthenticated");
    world.stop().await;
}

/// A node whose clock is fixed at 10:00 on a Monday, and a folder for its file.
struct DeclaringNode {
    refrain: Refrain,
    folder: Folder,
}

impl DeclaringNode {
    async fn new() -> Self {
        let clock = Arc::new(ManualClock::new("2026-01-05T10:00:00Z".parse().unwrap()));
        let refrain = Refrain::builder().clock(clock).over(Arc::new(Model::new())).await.unwrap();
        Self { refrain, folder: Folder::new() }
    }

    async fn apply(&self, blocks: &str) -> declared::ApplyResult {
        declared::apply(&self.refrain, &loaded(&self.folder, &file(&self.folder, blocks))).await.unwrap()
    }

    async fn schedule(&self, id: &str) -> Schedule {
        let key = ScheduleKey { tenant: Tenant::new("default", "default").unwrap(), id: ScheduleId::new(id).unwrap() };
        self.refrain.store().schedule(&key).await.unwrap().unwrap()
    }

    async fn next(&self, id: &str) -> String {
        self.schedule(id).await.next_due_at.unwrap().to_string()
    }
}

fn holidays(dates: &str) -> String {
    format!("[[calendar]]\nname = \"holidays\"\ndates = [{dates}]\n")
}

fn on_working_days(id: &str) -> String {
    format!(
        "[[schedule]]\nid = \"{id}\"\ncron = \"0 9 * * *\"\ncalendars = [{{ name = \"holidays\" }}]\naction = {{ provider = \"log\" }}\n"
    )
}

#[tokio::test]
async fn a_calendar_of_the_file_reaches_its_schedules_after_a_reload() {
    let declaring = DeclaringNode::new().await;
    let digest = on_working_days("digest");
    declaring.apply(&(holidays("\"2026-01-06\"") + &digest)).await;
    assert_eq!(declaring.next("digest").await, "2026-01-07T09:00:00Z");
    declaring.apply(&(holidays("") + &digest)).await;
    assert_eq!(declaring.next("digest").await, "2026-01-06T09:00:00Z", "a removed holiday must take effect");
    declaring.apply(&(holidays("\"2026-01-06\", \"2026-01-07\"") + &digest)).await;
    assert_eq!(declaring.next("digest").await, "2026-01-08T09:00:00Z", "no occurrence on a new holiday");
    let before = declaring.schedule("digest").await;
    declaring.apply(&(holidays("\"2026-01-06\", \"2026-01-07\"") + &digest)).await;
    assert_eq!(declaring.schedule("digest").await, before, "applying the same file must change nothing");
}

#[tokio::test]
async fn a_calendar_in_use_is_not_removed_by_a_reload() {
    let declaring = DeclaringNode::new().await;
    declaring.apply(&(holidays("\"2026-01-06\"") + &on_working_days("digest"))).await;
    // The schedule stays in the file, but its calendar does not.
    let applied = declaring.apply(&on_working_days("digest")).await;
    let [refused] = &applied.refused_calendars[..] else { panic!("{applied:?}") };
    assert!(refused.contains("calendar holidays is used by 1 schedule: digest"), "{refused}");
    assert_eq!(declaring.next("digest").await, "2026-01-07T09:00:00Z", "the schedule must still use the calendar");
    // Once no schedule uses the calendar, the next reload removes it.
    let applied = declaring.apply(DIGEST).await;
    assert_eq!(applied.refused_calendars, [""; 0]);
    let named = declaring.apply(&on_working_days("late")).await;
    assert!(named.refused[0].contains("holidays"), "the calendar must be removed: {named:?}");
}

#[tokio::test]
async fn a_damaged_list_of_calendars_stops_nothing() {
    install_tls();
    let folder = Folder::new();
    let text = file(&folder, &(holidays("\"2026-01-06\"") + DIGEST));
    drop(Server::configured(&loaded(&folder, &text)).await.unwrap());
    let database = rusqlite::Connection::open(folder.path().join("refrain.db")).unwrap();
    let update = "UPDATE documents SET body = '{' WHERE kind = 'declaration'";
    assert_eq!(database.execute(update, []).unwrap(), 1);
    drop(database);
    let world = World::of(Server::configured(&loaded(&folder, &text)).await.unwrap(), Client::new());
    world.get("/v1/calendars/holidays").await.is(200);
    world.get("/v1/schedules/digest").await.is(200);
    world.stop().await;
}

#[tokio::test]
async fn a_calendar_of_the_file_without_working_days_is_refused_when_the_file_is_read() {
    let folder = Folder::new();
    let never =
        "[[calendar]]\nname = \"never\"\nweekend = [\"mon\", \"tue\", \"wed\", \"thu\", \"fri\", \"sat\", \"sun\"]\n";
    std::fs::write(folder.path().join("refrain.toml"), never).unwrap();
    let sources = Sources { folder: folder.path().to_owned(), ..Sources::default() };
    let problems = LoadedConfig::from_sources(&sources).unwrap_err().to_string();
    assert!(problems.contains("`calendar[1]` cannot be used: calendar `never` has all seven days"), "{problems}");
}

#[tokio::test]
async fn a_calendar_that_schedules_name_is_not_deleted() {
    let world = World::new().await;
    world.put("/v1/calendars/work", &json!({ "weekend": ["sunday"] })).await.is(200);
    let spec = json!({ "recurrence": { "kind": "cron", "expression": "0 9 * * *" }, "timezone": "UTC", "calendars": [{ "name": "work" }] });
    world.put("/v1/schedules/digest", &json!({ "spec": spec, "action": { "provider": "log" } })).await.is(201);
    let refused = world.delete("/v1/calendars/work").await.refused(409, "calendar_in_use");
    assert!(refused["detail"].as_str().unwrap().contains("1 schedule: digest"), "{refused}");
    world.get("/v1/calendars/work").await.is(200);
    world.delete("/v1/schedules/digest").await.is(204);
    world.delete("/v1/calendars/work").await.is(204);
    world.stop().await;
}
