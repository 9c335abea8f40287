//! Servers that stop or are killed while another one continues.

use serde_json::Value;

use crate::receiver::Receiver;
use crate::server::{Place, Server};
use crate::together::check_no_gaps;

const EVERY_SECOND: &str = "* * * * * *";
const ONCE_A_YEAR: &str = "0 0 1 1 *";

/// Starts two servers with a schedule that runs every second, and one run whose receiver does not answer yet. The
/// server that has this run comes first.
async fn busy(place: &Place, receiver: &Receiver) -> (Server, Server) {
    let (one, other) = (place.start("one", "all"), place.start("other", "all"));
    one.schedule("tick", EVERY_SECOND, &receiver.prompt()).await;
    one.schedule("long", ONCE_A_YEAR, &receiver.held()).await;
    other.fire("long").await;
    receiver.wait_for("long", 1).await;
    receiver.wait_for("tick", 1).await;
    let rows = one.runs("long", |rows| rows.first().is_some_and(|row| row["node"].is_string())).await;
    if rows[0]["node"] == one.name.as_str() { (one, other) } else { (other, one) }
}

/// Waits for more ticks and checks that none is missing.
async fn check_continues(server: &Server, receiver: &Receiver) {
    let before = receiver.arrivals("tick").len();
    receiver.wait_for("tick", before + 3).await;
    server.pause("tick").await;
    let rows = server.runs("tick", |rows| rows.iter().all(|row| row["ended_at"].is_string())).await;
    check_no_gaps(&rows);
    let is_settled = |row: &Value| row["state"] == "succeeded" || row["reason"] == "paused";
    assert!(rows.iter().all(is_settled), "{rows:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_of_a_killed_server_are_taken_over() {
    let (place, receiver) = (Place::with_short_leases(), Receiver::listen().await);
    let (mut killed, other) = busy(&place, &receiver).await;
    killed.kill();
    let arrivals = receiver.wait_for("long", 2).await;
    assert_eq!(arrivals[0].key, arrivals[1].key, "both attempts must have the same idempotency key");
    assert_eq!((arrivals[0].attempt, arrivals[1].attempt), (1, 2));
    receiver.allow_answers(2);
    let rows = other.runs("long", |rows| rows[0]["ended_at"].is_string()).await;
    assert_eq!((&rows[0]["state"], &rows[0]["node"]), (&"succeeded".into(), &other.name.as_str().into()));
    check_continues(&other, &receiver).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sigterm_drains_runs_and_loses_nothing() {
    let (place, receiver) = (Place::new(), Receiver::listen().await);
    let (ending, other) = busy(&place, &receiver).await;
    ending.terminate();
    while ending.is_reachable().await {}
    let rows = other.runs("long", |rows| !rows.is_empty()).await;
    assert_eq!(rows[0]["state"], "running", "the server must wait for the run");
    receiver.allow_answers(1);
    let name = ending.name.clone();
    assert_eq!(ending.exit_code().await, 0);
    let rows = other.runs("long", |rows| rows[0]["ended_at"].is_string()).await;
    let row = &rows[0];
    assert_eq!((&row["state"], &row["attempt"], &row["node"]), (&"succeeded".into(), &1.into(), &name.into()));
    assert_eq!(receiver.arrivals("long").len(), 1);
    check_continues(&other, &receiver).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_sigterm_releases_runs_immediately() {
    let (place, receiver) = (Place::new(), Receiver::listen().await);
    let (ending, other) = busy(&place, &receiver).await;
    ending.terminate();
    while ending.is_reachable().await {}
    ending.terminate();
    assert_eq!(ending.exit_code().await, 0);
    receiver.wait_for("long", 2).await;
    receiver.allow_answers(2);
    let rows = other.runs("long", |rows| rows[0]["ended_at"].is_string()).await;
    assert_eq!(
        (&rows[0]["state"], &rows[0]["attempt"]),
        (&"succeeded".into(), &1.into()),
        "a released run must not count as an attempt"
    );
    check_continues(&other, &receiver).await;
}
