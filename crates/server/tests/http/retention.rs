//! Retention: the history is pruned as configured, and open occurrences stay.

use refrain_server::config::{LoadedConfig, Sources};
use refrain_server::serve::Server;
use reqwest::Client;
use serde_json::json;

use crate::place::Folder;
use crate::world::{World, install_tls};

/// Starts a server with a watch interval of one second and its own retention settings.
async fn keeping(folder: &Folder, engine: &str) -> World {
    install_tls();
    let database = folder.path().join("refrain.db");
    let text = format!(
        "[server]\nbind = \"127.0.0.1:0\"\n[store]\naddress = \"sqlite:{}\"\n[engine]\nwatch_every = \"1s\"\n{engine}\n",
        database.display()
    );
    std::fs::write(folder.path().join("refrain.toml"), text).unwrap();
    let sources = Sources { folder: folder.path().to_owned(), ..Sources::default() };
    let loaded = LoadedConfig::from_sources(&sources).unwrap_or_else(|problems| panic!("{problems}"));
    World::of(Server::configured(&loaded).await.unwrap(), Client::new())
}

async fn with_fires(world: &World, fires: usize) {
    let body = json!({ "cron": "0 0 1 1 *", "overlap": "allow_all", "action": { "provider": "log" } });
    world.put("/v1/schedules/yearly", &body).await.is(201);
    for _ in 0..fires {
        world.post("/v1/schedules/yearly/fire", &json!({})).await.is(202);
    }
}

#[tokio::test]
async fn old_occurrences_are_pruned_and_the_schedule_stays() {
    let folder = Folder::new();
    let world = keeping(&folder, "keep_for = \"1s\"").await;
    with_fires(&world, 3).await;
    world.until("/v1/schedules/yearly", |schedule| schedule["counters"]["succeeded"] == 3).await;
    world.until("/v1/schedules/yearly/runs", |runs| runs["items"].as_array().unwrap().is_empty()).await;
    let schedule = world.get("/v1/schedules/yearly").await.is(200);
    assert_eq!(schedule["counters"]["succeeded"], 3, "{schedule}");
    world.stop().await;
}

#[tokio::test]
async fn the_latest_of_each_schedule_are_kept() {
    let folder = Folder::new();
    let world = keeping(&folder, "keep_for = \"forever\"\nkeep_per_schedule = 2").await;
    with_fires(&world, 5).await;
    world.until("/v1/schedules/yearly", |schedule| schedule["counters"]["succeeded"] == 5).await;
    let runs = world.until("/v1/schedules/yearly/runs", |runs| runs["items"].as_array().unwrap().len() <= 2).await;
    assert_eq!(runs["items"].as_array().unwrap().len(), 2, "{runs}");
    world.stop().await;
}
