//! The rate of created schedules. Each is durable and audited before the response.

use std::error::Error;
use std::time::Duration;

use hyper::Method;
use hyper::body::Bytes;
use serde_json::json;
use tempfile::TempDir;

use crate::BenchOptions;
use crate::load::Load;
use crate::process::Process;
use crate::report::Benchmark;

/// Number of concurrent callers.
pub const CONNECTIONS: usize = 32;

/// Location of a store.
pub struct Place {
    pub address: String,
    _folder: Option<TempDir>,
}

/// Returns a new file, or the database that `.ci/services` has started.
pub fn place(store: &str) -> Result<Place, Box<dyn Error>> {
    if store == "postgres" {
        let name = "REFRAIN_TEST_POSTGRES";
        let address = std::env::var(name).map_err(|_| format!("{name} is not set; run `make bench-api`"))?;
        return Ok(Place { address, _folder: None });
    }
    let folder = tempfile::tempdir()?;
    Ok(Place { address: format!("sqlite:{}", folder.path().join("ledger.db").display()), _folder: Some(folder) })
}

/// Returns a schedule as a program would send it.
pub fn body(id: &str) -> Bytes {
    let body = json!({
        "id": id, "cron": "30 9 * * MON-FRI", "timezone": "Europe/Berlin", "labels": {"team": "billing", "tier": "1"},
        "action": {"provider": "log", "kind": "mail", "payload": {"report": "weekly", "customer": 4711}},
    });
    body.to_string().into()
}

pub async fn measure(store: &str, asked: &BenchOptions) -> Result<(), Box<dyn Error>> {
    let place = place(store)?;
    let server = Process::serve(&asked.binary, &place.address).await?;
    let duration = Duration::from_secs(if asked.is_quick { 2 } else { 8 });
    let load = Load { connections: CONNECTIONS, duration, method: Method::POST, status: 201 };
    let aim_per_second = if store == "sqlite" { 2_000.0 } else { 1_500.0 };
    let question = Benchmark { name: &format!("creates ({store})"), load, aim_per_second: Some(aim_per_second) };
    question
        .measure(&server, |round, number| ("/v1/schedules".to_owned(), body(&format!("made-{round}-{number}"))))
        .await
}
