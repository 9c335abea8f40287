//! The duration of a page of fifty schedules with their last completed runs.

use std::error::Error;
use std::time::Duration;

use hyper::Method;
use hyper::body::Bytes;
use serde_json::Value;

use crate::BenchOptions;
use crate::creates::{body, place};
use crate::fill::id;
use crate::load::{Connection, Load};
use crate::process::Process;

/// Number of schedules on the page.
const SCHEDULES: usize = 50;
/// Number of completed runs of each schedule.
const FIRES: usize = 20;
/// Number of concurrent callers.
const CONNECTIONS: usize = 2;
/// Target for the p99 of a page.
const AIM: Duration = Duration::from_millis(30);

pub async fn measure(store: &str, asked: &BenchOptions) -> Result<(), Box<dyn Error>> {
    let place = place(store)?;
    let server = Process::serve(&asked.binary, &place.address).await?;
    let mut connection = Connection::open(server.address).await.map_err(|error| error.to_string())?;
    let named = |number| format!("recent-{}", id(number));
    for number in 0..SCHEDULES {
        send(&mut connection, "/v1/schedules", body(&named(number))).await?;
    }
    for fire in 0..SCHEDULES * FIRES {
        let path = format!("/v1/schedules/{}/fire", named(fire % SCHEDULES));
        send(&mut connection, &path, Bytes::from_static(b"{}")).await?;
    }
    let path = format!("/v1/schedules?limit={SCHEDULES}&recent={FIRES}&id_prefix=recent-");
    while ended(&mut connection, &path).await? < SCHEDULES * FIRES {
        tokio::task::yield_now().await;
    }
    let duration = Duration::from_secs(if asked.is_quick { 2 } else { 5 });
    let load = Load { connections: CONNECTIONS, duration, method: Method::GET, status: 200 };
    let measured = load.run(server.address, move |_| (path.clone(), Bytes::new())).await?;
    let p99 = measured.percentile(99);
    println!(
        "recents ({store}): {SCHEDULES} schedules with their last {FIRES} runs: {:.0} per second, p50 {:.2?}, p99 {p99:.2?}; target {AIM:?}, {}",
        measured.rate(),
        measured.percentile(50),
        if p99 < AIM { "reached" } else { "not reached" }
    );
    Ok(())
}

async fn send(connection: &mut Connection, path: &str, body: Bytes) -> Result<(), Box<dyn Error>> {
    let (status, answer) = connection.send(Method::POST, path, body).await.map_err(|error| error.to_string())?;
    if (200..300).contains(&status) {
        return Ok(());
    }
    Err(format!("{path} returned {status}: {}", String::from_utf8_lossy(&answer)).into())
}

/// Returns the number of completed occurrences on a page.
async fn ended(connection: &mut Connection, path: &str) -> Result<usize, Box<dyn Error>> {
    let (_, answer) = connection.get(path).await.map_err(|error| error.to_string())?;
    let page: Value = serde_json::from_slice(&answer)?;
    let items = page["items"].as_array().ok_or("the page has no items")?;
    Ok(items.iter().filter_map(|item| item["recent"].as_array().map(Vec::len)).sum())
}
