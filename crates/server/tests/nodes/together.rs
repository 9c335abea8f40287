//! Servers that work side by side.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::receiver::{Arrival, Receiver};
use crate::server::Place;

const EVERY_SECOND: &str = "* * * * * *";
const FIRES: usize = 10;

/// Checks that no occurrence was sent twice.
pub(crate) fn check_no_duplicates(arrivals: &[Arrival]) {
    let keys: BTreeSet<&str> = arrivals.iter().map(|arrival| arrival.key.as_str()).collect();
    assert_eq!(keys.len(), arrivals.len(), "{arrivals:#?}");
    assert!(arrivals.iter().all(|arrival| arrival.attempt == 1), "{arrivals:#?}");
}

/// Checks that every second has its occurrence.
pub(crate) fn check_no_gaps(rows: &[Value]) {
    let seconds: Vec<i64> = rows
        .iter()
        .map(|row| row["nominal_at"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap().as_second())
        .collect();
    assert!(seconds.windows(2).all(|pair| pair[1] == pair[0] + 1), "{seconds:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_run_each_occurrence_once_and_on_time() {
    let (place, receiver) = (Place::new(), Receiver::listen().await);
    let (one, other) = (place.start("one", "all"), place.start("other", "all"));
    one.schedule("tick", EVERY_SECOND, &receiver.prompt()).await;
    receiver.wait_for("tick", FIRES).await;
    other.pause("tick").await;
    // Runs in progress at the time of the pause still finish.
    let rows = one.runs("tick", |rows| rows.iter().all(|row| row["ended_at"].is_string())).await;
    let sent: Vec<&Value> = rows.iter().filter(|row| row["state"] == "succeeded").collect();
    let arrivals = receiver.arrivals("tick");
    check_no_duplicates(&arrivals);
    check_no_gaps(&rows);
    assert_eq!(sent.len(), arrivals.len());
    assert!(sent.len() >= FIRES && sent.iter().all(|row| row["node"] == "one" || row["node"] == "other"), "{sent:#?}");
    let lags: Vec<SignedDuration> = arrivals.iter().map(Arrival::late).collect();
    assert!(lags.iter().all(|late| !late.is_negative()), "{lags:?}");
    let nodes = other.get("/v1/nodes").await;
    let names: Vec<&Value> = nodes["items"].as_array().unwrap().iter().map(|node| &node["id"]).collect();
    assert_eq!(names, [&json!("one"), &json!("other")]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_with_roles_do_the_work_of_one_together() {
    let (place, receiver) = (Place::new(), Receiver::listen().await);
    let api = place.start("api", "api");
    let _planner = place.start("planner", "planner");
    let _worker = place.start("worker", "worker");
    api.schedule("tick", EVERY_SECOND, &receiver.prompt()).await;
    check_no_duplicates(&receiver.wait_for("tick", 5).await);
    let is_sent = |row: &&Value| row["state"] == "succeeded";
    let rows = api.runs("tick", |rows| rows.iter().filter(is_sent).count() >= 5).await;
    assert!(rows.iter().filter(is_sent).all(|row| row["node"] == "worker"), "{rows:#?}");
    // The API server does no work itself, but reports the events of the others.
    let ended = api.event("kind=completed&schedule=tick", |event| event["occurrence"]["node"] == "worker").await;
    assert_eq!((&ended["kind"], &ended["schedule"]), (&json!("completed"), &json!("tick")));
    api.event("kind=planned", |event| event["schedule"] == "tick").await;
    api.pause("tick").await;
}
