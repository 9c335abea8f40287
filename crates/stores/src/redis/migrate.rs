//! Layout of the keyspace: created once, with its version and number of shards stored beside it, and raised to the
//! layout of this program. Also checks
//! the server configuration that the guarantees require.

use redis::Value;

use super::keys::Keys;
use super::link::{self, Link, Script};
use super::options::SHARDS_MAX;
use crate::layout::{Layout, LayoutProbe};
use refrain_ledger::store::StoreError;

/// Layout version that this program writes. Rows of version 2 may have a payload of their own, which a program of
/// version 1 would not send.
pub(super) const SCHEMA_VERSION: i64 = 2;
/// Oldest layout version whose programs can still work on this layout.
const OLDEST_READER: i64 = 2;

/// Returns the number of shards of the keyspace, and creates the keyspace if it does not exist.
pub(super) async fn open(link: &Link, prefix: &str, shards: u32) -> Result<u32, StoreError> {
    let meta = Keys::meta(prefix);
    let mut found = read(link, &meta).await?;
    if found.0.is_none_or(|version| version < SCHEMA_VERSION) {
        let script = Script::new(include_str!("lua/migrate.lua"));
        let mut call = script.call(&[&meta]);
        call.arg(SCHEMA_VERSION).arg(shards).arg(OLDEST_READER);
        let made = link.scripts(&script, vec![call], None).await?.pop().unwrap_or(Value::Nil);
        found = link::read(made)?;
    }
    let (Some(version), shards, oldest_reader) = found else { return Err(missing_layout(&meta)) };
    Layout::of(version, oldest_reader).check(SCHEMA_VERSION)?;
    shards.filter(|shards| (1..=SHARDS_MAX).contains(shards)).ok_or_else(|| missing_layout(&meta))
}

/// Returns the layout of a keyspace before it is opened for work.
pub(super) async fn found(link: &Link, prefix: &str) -> Result<LayoutProbe, StoreError> {
    let (version, _, oldest_reader) = read(link, &Keys::meta(prefix)).await?;
    Ok(LayoutProbe { layout: version.map(|version| Layout::of(version, oldest_reader)), known: SCHEMA_VERSION })
}

type StoredLayout = (Option<i64>, Option<u32>, Option<i64>);

async fn read(link: &Link, meta: &str) -> Result<StoredLayout, StoreError> {
    let mut command = redis::cmd("HMGET");
    command.arg(meta).arg("version").arg("shards").arg("oldest_reader");
    link::read(link.call(command).await?)
}

fn missing_layout(meta: &str) -> StoreError {
    StoreError::Corrupt(format!("{meta} does not contain the layout of the keyspace"))
}

/// Returns the highest counter of all shards.
pub(super) async fn last_counter(link: &Link, keys: &Keys) -> Result<i64, StoreError> {
    let mut pipeline = redis::Pipeline::new();
    for shard in keys.shards() {
        pipeline.cmd("GET").arg(keys.numbers(shard));
    }
    let mut last = 0;
    for answer in link.calls(&pipeline).await? {
        last = last.max(link::read::<Option<i64>>(answer)?.unwrap_or(0));
    }
    Ok(last)
}

/// Returns the settings under which the server guarantees less than the ledger needs.
pub(super) async fn warnings(link: &Link) -> Result<Vec<String>, StoreError> {
    const NEEDED: [(&str, &str, &str); 3] = [
        ("appendonly", "yes", "a restart loses all writes since the last snapshot"),
        ("appendfsync", "always", "a crash loses acknowledged writes"),
        ("maxmemory-policy", "noeviction", "rows are evicted when memory runs low"),
    ];
    let mut warnings = Vec::new();
    for (name, needed, otherwise) in NEEDED {
        let mut command = redis::cmd("CONFIG");
        command.arg("GET").arg(name);
        let found: Vec<(String, String)> = match link.call(command).await {
            Ok(answer) => link::read(answer)?,
            Err(error @ (StoreError::Unknown(_) | StoreError::ReadOnly(_))) => return Err(error),
            Err(_) => {
                warnings.push(format!("{name} could not be checked: CONFIG is not allowed; it must be {needed}"));
                continue;
            }
        };
        match found.into_iter().find(|(found, _)| found == name) {
            Some((_, value)) if value == needed => {}
            Some((_, value)) => warnings.push(format!("{name} is {value}, not {needed}: {otherwise}")),
            None => warnings.push(format!("{name} could not be checked; it must be {needed}")),
        }
    }
    Ok(warnings)
}
