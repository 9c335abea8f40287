//! Implements [`Marks`] for Redis: marks, counters and nodes. Each check-and-set is one small script. Expiry is
//! judged by the caller's time, and expired entries stay until they are swept.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use redis::Value;

use super::link::{self, Script, read};
use super::pack::instant;
use super::{Redis, error};
use refrain_ledger::ledger::check;
use refrain_ledger::model::{Node, NodeId};
use refrain_ledger::store::{Mark, MarkName, Marks, StoreError};

/// Scripts of the check-and-sets.
pub(super) const SET: &str = include_str!("lua/marks_set.lua");
pub(super) const REPLACE: &str = include_str!("lua/marks_replace.lua");
pub(super) const COUNT: &str = include_str!("lua/marks_count.lua");
/// Scripts that remove expired entries.
pub(super) const SWEEP: &str = include_str!("lua/marks_sweep.lua");
pub(super) const SWEEP_NODES: &str = include_str!("lua/marks_sweep_nodes.lua");

/// Maximum number of entries that one script call sweeps.
const SWEEP_MAX: usize = 1_000;

impl Redis {
    async fn mark_script(&self, script: &Script, keys: &[&str], arguments: &[&str]) -> Result<Value, StoreError> {
        let mut call = script.call(keys);
        for argument in arguments {
            call.arg(*argument);
        }
        self.link.scripts(script, vec![call], None).await?.pop().ok_or_else(|| error::unexpected("a script"))
    }

    /// Sweeps one set with a script, until the set or the limit is exhausted.
    async fn sweep_set(&self, script: &Script, key: &str, limit: usize, now: Timestamp) -> Result<usize, StoreError> {
        let now = now.as_microsecond().to_string();
        let mut swept = 0;
        while swept < limit {
            let part = (limit - swept).min(SWEEP_MAX);
            let gone: usize = read(self.mark_script(script, &[key], &[&now, &part.to_string()]).await?)?;
            swept += gone;
            if gone < part {
                break;
            }
        }
        Ok(swept)
    }
}

/// Parses a stored entry: expiry, colon, content.
fn read_until(bytes: &[u8]) -> Result<(Timestamp, &str), StoreError> {
    let text = std::str::from_utf8(bytes).ok().and_then(|text| text.split_once(':'));
    let (until, value) = text.ok_or_else(|| error::unexpected("a mark"))?;
    let until = until.parse().ok().and_then(instant);
    Ok((until.ok_or_else(|| error::unexpected("a mark"))?, value))
}

fn read_mark(answer: Value) -> Result<Option<Mark>, StoreError> {
    let Some(bytes) = link::bytes(answer)? else { return Ok(None) };
    let (until, value) = read_until(&bytes)?;
    Ok(Some(Mark { value: value.to_owned(), until }))
}

#[async_trait]
impl Marks for Redis {
    async fn mark_if_absent(
        &self,
        name: &MarkName,
        value: &str,
        ttl: SignedDuration,
        now: Timestamp,
    ) -> Result<Option<Mark>, StoreError> {
        check::mark(name, value)?;
        let until = now.saturating_add(ttl).unwrap_or(now);
        let keys = [self.keys.mark(name), self.keys.expiries(self.keys.shard_of(&name.tenant))];
        let arguments = [now.as_microsecond().to_string(), until.as_microsecond().to_string()];
        let script = &self.scripts.mark_if_absent;
        read_mark(self.mark_script(script, &[&keys[0], &keys[1]], &[&arguments[0], &arguments[1], value]).await?)
    }

    async fn replace_mark(
        &self,
        name: &MarkName,
        expected: Option<&str>,
        mark: Option<&Mark>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        check::mark(name, expected.unwrap_or_default())?;
        check::mark(name, mark.map_or("", |mark| mark.value.as_str()))?;
        let keys = [self.keys.mark(name), self.keys.expiries(self.keys.shard_of(&name.tenant))];
        let now = now.as_microsecond().to_string();
        let until = mark.map(|mark| mark.until.as_microsecond().to_string()).unwrap_or_default();
        let arguments = [
            now.as_str(),
            if expected.is_some() { "1" } else { "0" },
            expected.unwrap_or_default(),
            until.as_str(),
            mark.map_or("", |mark| mark.value.as_str()),
        ];
        let answer = self.mark_script(&self.scripts.replace_mark, &[&keys[0], &keys[1]], &arguments).await?;
        Ok(answer == Value::Int(1))
    }

    async fn mark(&self, name: &MarkName, now: Timestamp) -> Result<Option<Mark>, StoreError> {
        check::mark(name, "")?;
        let mut command = redis::cmd("GET");
        command.arg(self.keys.mark(name));
        Ok(read_mark(self.link.call(command).await?)?.filter(|mark| mark.until > now))
    }

    async fn count(
        &self,
        name: &MarkName,
        add: u32,
        window: SignedDuration,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        check::mark(name, "")?;
        let until = now.saturating_add(window).unwrap_or(now);
        let keys = [self.keys.counter_of(name), self.keys.expiries(self.keys.shard_of(&name.tenant))];
        let arguments = [now.as_microsecond().to_string(), until.as_microsecond().to_string(), add.to_string()];
        let arguments = [arguments[0].as_str(), arguments[1].as_str(), arguments[2].as_str()];
        read(self.mark_script(&self.scripts.count, &[&keys[0], &keys[1]], &arguments).await?)
    }

    async fn beat(&self, node: &Node, lease_for: SignedDuration, now: Timestamp) -> Result<(), StoreError> {
        check::node(node)?;
        let until = now.saturating_add(lease_for).unwrap_or(now);
        let description = serde_json::to_string(node).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let mut command = redis::cmd("HSET");
        command.arg(self.keys.nodes()).arg(node.id.as_str()).arg(format!("{}:{description}", until.as_microsecond()));
        self.link.call(command).await.map(drop)
    }

    async fn leave(&self, node: &NodeId) -> Result<(), StoreError> {
        let mut command = redis::cmd("HDEL");
        command.arg(self.keys.nodes()).arg(node.as_str());
        self.link.call(command).await.map(drop)
    }

    async fn nodes(&self, now: Timestamp) -> Result<Vec<Node>, StoreError> {
        let mut command = redis::cmd("HVALS");
        command.arg(self.keys.nodes());
        let mut nodes: Vec<Node> = Vec::new();
        for bytes in read::<Vec<Vec<u8>>>(self.link.call(command).await?)? {
            let (until, description) = read_until(&bytes)?;
            if until > now {
                nodes.push(serde_json::from_str(description).map_err(|_| error::unexpected("a node"))?);
            }
        }
        nodes.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(nodes)
    }

    async fn sweep(&self, limit: usize, now: Timestamp) -> Result<usize, StoreError> {
        let mut swept = 0;
        for shard in self.keys.shards() {
            let key = self.keys.expiries(shard);
            swept += self.sweep_set(&self.scripts.sweep, &key, limit - swept, now).await?;
        }
        swept += self.sweep_set(&self.scripts.sweep_nodes, &self.keys.nodes(), limit - swept, now).await?;
        Ok(swept)
    }
}
