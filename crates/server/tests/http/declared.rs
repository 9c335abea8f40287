//! Schedules that the configuration declares.

use refrain_server::config::{Loaded, Sources};
use refrain_server::serve::Server;
use reqwest::{Client, Method};
use serde_json::json;

use crate::place::Folder;
use crate::world::{World, install_tls, send};

fn loaded(folder: &Folder, text: &str) -> Loaded {
    std::fs::write(folder.path().join("refrain.toml"), text).unwrap();
    let sources = Sources { folder: folder.path().to_owned(), ..Sources::default() };
    Loaded::from_sources(&sources).unwrap_or_else(|problems| panic!("{problems}"))
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
    // It may be paused and fired, and is edited where it is defined.
    world.patch("/v1/schedules/digest", &json!({ "timezone": null })).await.refused(409, "defined_in_file");
    world.delete("/v1/schedules/digest").await.refused(409, "defined_in_file");
    world.post("/v1/schedules/digest/pause", &json!({})).await.is(200);
    send(world.request(Method::POST, "/v1/schedules/digest/fire")).await.is(202);
    // The same file again changes nothing; another one changes what it says.
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
async fn what_a_file_has_no_longer_goes_and_what_others_made_stays() {
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
async fn a_server_without_a_word_can_send_webhooks_and_keep_secrets() {
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
async fn what_the_file_limits_is_limited() {
    install_tls();
    let folder = Folder::new();
    let file = format!("{}[limits]\nbackfill_max = 5\nbody_max = \"300KiB\"\n", file(&folder, DIGEST));
    let world = World::of(Server::configured(&loaded(&folder, &file)).await.unwrap(), Client::new());
    let range = json!({ "from": "2026-01-01T00:00:00Z", "to": "2026-01-05T00:00:00Z", "limit": 6 });
    let refused = world.post("/v1/schedules/digest/backfill", &range).await.refused(400, "out_of_range");
    assert!(refused["detail"].as_str().unwrap().contains("more than the 5"), "{refused}");
    let range = json!({ "from": "2026-01-01T00:00:00Z", "to": "2026-01-05T00:00:00Z", "limit": 5 });
    world.post("/v1/schedules/digest/backfill", &range).await.is(200);
    let large = json!({ "note": "x".repeat(400 * 1024) });
    world.post("/v1/schedules/digest/pause", &large).await.refused(413, "too_large");
    world.stop().await;
}

#[tokio::test]
async fn a_server_that_needs_keys_and_has_none_gives_a_link_to_where_people_reach_it() {
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
