//! Servers that are replaced one after the other, as in an upgrade.
//!
//! `REFRAIN_BEFORE` may name an older program, which then runs until each server has been replaced. `make rolling
//! FROM=…` builds one.

use std::path::PathBuf;

use serde_json::Value;

use crate::receiver::Receiver;
use crate::server::{Place, Server};
use crate::together::{check_no_duplicates, check_no_gaps};

const EVERY_SECOND: &str = "* * * * * *";
/// Number of runs to wait for before the next change.
const FIRES: usize = 3;

/// Returns the program that runs before the upgrade.
fn before() -> PathBuf {
    std::env::var_os("REFRAIN_BEFORE").map_or_else(|| env!("CARGO_BIN_EXE_refrain").into(), PathBuf::from)
}

/// Stops a server gracefully and starts this program in its place.
async fn replaced(place: &Place, server: Server) -> Server {
    let name = server.name.clone();
    server.terminate();
    assert_eq!(server.exit_code().await, 0);
    place.start(&name, "all")
}

async fn more_ticks(receiver: &Receiver) {
    let count = receiver.arrivals("tick").len();
    receiver.wait_for("tick", count + FIRES).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_upgrade_loses_and_duplicates_nothing() {
    let (place, receiver) = (Place::new(), Receiver::listen().await);
    let (one, other) = (place.start_program(&before(), "one", "all"), place.start_program(&before(), "other", "all"));
    one.schedule("tick", EVERY_SECOND, &receiver.prompt()).await;
    more_ticks(&receiver).await;
    // From here on, programs of both versions run side by side.
    let one = replaced(&place, one).await;
    more_ticks(&receiver).await;
    one.schedule("made-by-the-new", EVERY_SECOND, &receiver.prompt()).await;
    other.schedule("made-by-the-old", EVERY_SECOND, &receiver.prompt()).await;
    more_ticks(&receiver).await;
    let other = replaced(&place, other).await;
    more_ticks(&receiver).await;
    for id in ["tick", "made-by-the-new", "made-by-the-old"] {
        other.pause(id).await;
        let rows = one.runs(id, |rows| rows.iter().all(|row| row["ended_at"].is_string())).await;
        check_no_gaps(&rows);
        let sent = rows.iter().filter(|row| row["state"] == "succeeded").count();
        let is_settled = |row: &Value| row["state"] == "succeeded" || row["reason"] == "paused";
        assert!(rows.iter().all(is_settled), "{rows:#?}");
        let arrivals = receiver.arrivals(id);
        check_no_duplicates(&arrivals);
        assert_eq!(sent, arrivals.len(), "{id}");
    }
}
