//! Benchmarks the HTTP API: a real `refrain serve` in a separate process, called over loopback.
//!
//! The results are compared with a bare axum handler that sends as many bytes and does nothing else. This is the
//! limit of what two processes can exchange on this machine.
//!
//! Measurements: the rates of reading and creating schedules, pages of a long list by filter, and the cost of
//! starting and running a server. `.ci/services` starts PostgreSQL. Options:
//!
//! - `--binary PATH` is the server.
//! - `--only reads|creates|recents|lists|start` runs only one measurement.
//! - `--store sqlite|postgres` uses only one store.
//! - `--quick` shortens every measurement.
//! - `--keep FOLDER` keeps the filled files for the next run.
//! - `--fill COUNT --keep FOLDER` only fills a file, for use by other programs.

mod bare;
mod creates;
mod fill;
mod lists;
mod load;
mod process;
mod reads;
mod recents;
mod report;
mod start;

use std::error::Error;
use std::path::PathBuf;

/// The stores to measure.
const STORES: [&str; 2] = ["sqlite", "postgres"];

/// Options of the benchmark.
#[derive(Clone, Debug)]
pub struct BenchOptions {
    pub binary: PathBuf,
    pub is_quick: bool,
    /// Folder in which filled files are kept.
    pub keep: Option<PathBuf>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value_of = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).map(String::as_str)
    };
    let runtime = tokio::runtime::Runtime::new()?;
    if let (Some(bytes), Some(port)) = (value_of("--bare"), value_of("--port")) {
        return runtime.block_on(bare::serve(bytes.parse()?, port.parse()?));
    }
    let keep = value_of("--keep").map(PathBuf::from);
    if let Some(count) = value_of("--fill") {
        let asked = BenchOptions { binary: PathBuf::new(), is_quick: true, keep };
        let filled = runtime.block_on(fill::FilledStore::with(count.parse()?, &asked))?;
        println!("{}", filled.path.display());
        return Ok(());
    }
    let asked = BenchOptions {
        binary: value_of("--binary").ok_or("--binary is missing; run `make bench-api`, which sets it")?.into(),
        is_quick: arguments.iter().any(|argument| argument == "--quick"),
        keep,
    };
    let is_selected = |name: &str| value_of("--only").is_none_or(|only| only == name);
    let stores = STORES.into_iter().filter(|store| value_of("--store").is_none_or(|only| only == *store));
    runtime.block_on(async {
        for store in stores {
            if is_selected("reads") {
                reads::measure(store, &asked).await?;
            }
            if is_selected("creates") {
                creates::measure(store, &asked).await?;
            }
            if is_selected("recents") {
                recents::measure(store, &asked).await?;
            }
            if is_selected("lists") && store == "sqlite" {
                lists::measure(&asked).await?;
            }
            if is_selected("start") && store == "sqlite" {
                start::measure(&asked).await?;
            }
        }
        Ok(())
    })
}
