//! The duration of a page of fifty out of a million schedules, by filter.

use std::error::Error;
use std::time::Duration;

use hyper::Method;
use hyper::body::Bytes;

use crate::BenchOptions;
use crate::fill::{FilledStore, id};
use crate::load::Load;
use crate::process::Process;

/// Number of concurrent callers.
const CONNECTIONS: usize = 2;
/// Target for the p99 of a page.
const AIM: Duration = Duration::from_millis(30);

pub async fn measure(asked: &BenchOptions) -> Result<(), Box<dyn Error>> {
    let count = if asked.is_quick { 100_000 } else { 1_000_000 };
    let filled = FilledStore::with(count, asked).await?;
    let server = Process::serve(&asked.binary, &filled.store()).await?;
    let duration = Duration::from_secs(if asked.is_quick { 2 } else { 5 });
    let load = Load { connections: CONNECTIONS, duration, method: Method::GET, status: 200 };
    let middle = id(count / 2);
    let prefix = &middle[..middle.len() - 3];
    let filters = [
        ("no filter", String::new()),
        ("status active", "&status=active".to_owned()),
        ("status paused, 1 of 100", "&status=paused".to_owned()),
        ("label of 1 in 100", "&label=team:team-7".to_owned()),
        ("label of 1 in 100,000", "&label=rare:yes".to_owned()),
        ("two labels", "&label=team:team-7,tier:1".to_owned()),
        ("prefix of 1,000", format!("&id_prefix={prefix}")),
        ("prefix, paused", format!("&id_prefix={prefix}&status=paused")),
        ("label without matches", "&label=team:nobody".to_owned()),
        ("provider of all", "&provider=log".to_owned()),
        ("provider without matches", "&provider=webhook".to_owned()),
        ("text in one ID", format!("&text={}", &middle[middle.len() - 7..])),
        ("text without matches", "&text=nobody".to_owned()),
    ];
    for (name, filter) in filters {
        let path = format!("/v1/schedules?limit=50{filter}");
        let measured = load.run(server.address, move |_| (path.clone(), Bytes::new())).await?;
        let p99 = measured.percentile(99);
        println!(
            "lists (sqlite, {count}): {name}: {:.0} per second, p50 {:.2?}, p99 {p99:.2?}; target {AIM:?}, {}",
            measured.rate(),
            measured.percentile(50),
            if p99 < AIM { "reached" } else { "not reached" }
        );
    }
    Ok(())
}
