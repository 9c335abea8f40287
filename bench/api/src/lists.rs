//! How long a page of fifty takes out of a million schedules, by each filter.

use std::error::Error;
use std::time::Duration;

use hyper::Method;
use hyper::body::Bytes;

use crate::Asked;
use crate::fill::{Filled, id};
use crate::load::Load;
use crate::process::Process;

/// So many callers ask at once.
const CONNECTIONS: usize = 2;
/// Ninety-nine of a hundred pages are to be there within this time.
const AIM: Duration = Duration::from_millis(30);

pub async fn measure(asked: &Asked) -> Result<(), Box<dyn Error>> {
    let count = if asked.is_quick { 100_000 } else { 1_000_000 };
    let filled = Filled::with(count, asked).await?;
    let server = Process::serve(&asked.binary, &filled.store()).await?;
    let lasts_for = Duration::from_secs(if asked.is_quick { 2 } else { 5 });
    let load = Load { connections: CONNECTIONS, lasts_for, method: Method::GET, status: 200 };
    let middle = id(count / 2);
    let prefix = &middle[..middle.len() - 3];
    let filters = [
        ("no filter", String::new()),
        ("active ones", "&status=active".to_owned()),
        ("paused ones, 1 of 100", "&status=paused".to_owned()),
        ("a label of 1 of 100", "&label=team:team-7".to_owned()),
        ("a label of 1 of 100,000", "&label=rare:yes".to_owned()),
        ("two labels", "&label=team:team-7,tier:1".to_owned()),
        ("a prefix of 1,000", format!("&id_prefix={prefix}")),
        ("a prefix, paused", format!("&id_prefix={prefix}&status=paused")),
        ("nothing has this label", "&label=team:nobody".to_owned()),
        ("a provider that all have", "&provider=log".to_owned()),
        ("a provider that none has", "&provider=webhook".to_owned()),
        ("a text that one id has", format!("&text={}", &middle[middle.len() - 7..])),
        ("a text that nothing has", "&text=nobody".to_owned()),
    ];
    for (name, filter) in filters {
        let path = format!("/v1/schedules?limit=50{filter}");
        let measured = load.run(server.address, move |_| (path.clone(), Bytes::new())).await?;
        let p99 = measured.percentile(99);
        println!(
            "lists (sqlite, {count}): {name}: {:.0} a second, half within {:.2?}, 99 of 100 within {p99:.2?}; aim {AIM:?}, {}",
            measured.rate(),
            measured.percentile(50),
            if p99 < AIM { "reached" } else { "not reached" }
        );
    }
    Ok(())
}
