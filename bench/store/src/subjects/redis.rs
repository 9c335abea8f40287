//! One prefix per location.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, cmd};
use refrain::store::Store;
use refrain::store::redis::{Redis, RedisOptions};

use super::Subject;
use crate::Outcome;
use crate::floor::{self, Floor, Writer};

/// Number of keys scanned and removed at a time.
const KEYS_AT_ONCE: usize = 10_000;
/// Response timeout. A large batch on a busy disk takes longer than the driver's default of half a second.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct RedisSubject(String);

fn prefix(place: &str) -> String {
    format!("refrain-bench-{place}")
}

impl RedisSubject {
    pub fn new(url: String) -> Self {
        Self(url)
    }

    async fn connection(&self) -> Outcome<MultiplexedConnection> {
        let patient = AsyncConnectionConfig::new().set_response_timeout(Some(PATIENCE));
        let client = Client::open(self.0.as_str())?;
        Ok(client.get_multiplexed_async_connection_with_config(&patient).await?)
    }

    async fn remove(&self, pattern: &str) -> Outcome<()> {
        let mut connection = self.connection().await?;
        let mut cursor = 0_u64;
        loop {
            let mut scan = cmd("SCAN");
            let page = scan.arg(cursor).arg("MATCH").arg(pattern).arg("COUNT").arg(KEYS_AT_ONCE);
            let (next, keys): (u64, Vec<String>) = page.query_async(&mut connection).await?;
            if !keys.is_empty() {
                cmd("UNLINK").arg(keys).exec_async(&mut connection).await?;
            }
            if next == 0 {
                return Ok(());
            }
            cursor = next;
        }
    }
}

#[async_trait]
impl Subject for RedisSubject {
    fn name(&self) -> &'static str {
        "redis"
    }

    async fn open(&self, place: &str) -> Outcome<Arc<dyn Store>> {
        self.clear(&[place]).await?;
        let options = RedisOptions::new(&self.0).with(|it| it.prefix = prefix(place));
        Ok(Arc::new(Redis::open(options).await?))
    }

    async fn writers(&self, floor: Floor, callers: usize) -> Outcome<Vec<Box<dyn Writer>>> {
        self.clear(&[]).await?;
        let mut connections = Vec::new();
        for _ in 0..callers {
            connections.push(self.connection().await?);
        }
        Ok(floor::redis::writers(connections, floor))
    }

    async fn server_cpu(&self) -> Outcome<Option<Duration>> {
        let told: String = cmd("INFO").arg("cpu").query_async(&mut self.connection().await?).await?;
        let seconds: HashMap<&str, f64> = told
            .lines()
            .filter_map(|line| line.split_once(':'))
            .filter_map(|(name, value)| Some((name, value.trim().parse().ok()?)))
            .collect();
        let used = seconds.get("used_cpu_sys").zip(seconds.get("used_cpu_user"));
        Ok(used.map(|(system, user)| Duration::from_secs_f64(system + user)))
    }

    async fn clear(&self, slots: &[&str]) -> Outcome<()> {
        for place in slots {
            self.remove(&format!("{{{}*", prefix(place))).await?;
        }
        self.remove(&format!("{}*", floor::redis::PREFIX)).await
    }
}
