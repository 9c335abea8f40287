//! The rate of reading single schedules by ID.

use std::error::Error;
use std::time::Duration;

use hyper::Method;
use hyper::body::Bytes;

use crate::BenchOptions;
use crate::creates::{CONNECTIONS, body, place};
use crate::fill::id;
use crate::load::{Connection, Load};
use crate::process::Process;
use crate::report::Benchmark;

/// Number of schedules to read.
const SCHEDULES: usize = 2_000;

pub async fn measure(store: &str, asked: &BenchOptions) -> Result<(), Box<dyn Error>> {
    let place = place(store)?;
    let server = Process::serve(&asked.binary, &place.address).await?;
    let mut connection = Connection::open(server.address).await.map_err(|error| error.to_string())?;
    for number in 0..SCHEDULES {
        let made = connection.send(Method::POST, "/v1/schedules", body(&id(number))).await;
        let (status, answer) = made.map_err(|error| error.to_string())?;
        if status != 201 {
            return Err(format!("creating a schedule returned {status}: {}", String::from_utf8_lossy(&answer)).into());
        }
    }
    let duration = Duration::from_secs(if asked.is_quick { 2 } else { 8 });
    let load = Load { connections: CONNECTIONS, duration, method: Method::GET, status: 200 };
    let question =
        Benchmark { name: &format!("reads ({store})"), load, aim_per_second: (store == "sqlite").then_some(5_000.0) };
    // A step without a common factor with the number of schedules visits all of them.
    question
        .measure(&server, |_, number| (format!("/v1/schedules/{}", id(number * 997 % SCHEDULES)), Bytes::new()))
        .await
}
