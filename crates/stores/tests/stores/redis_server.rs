//! A Redis server for one test, and the first steps of such tests.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

use refrain_ledger::model::{Occurrence, Schedule};
use refrain_ledger::store::{Claim, OccurrenceFilter, Page, Store};
use refrain_ledger::testing::fixture::{acme, at, claim, definition, due, key, plan, save};
use refrain_stores::redis::{Redis, RedisOptions};

/// A server for one test, which ends with it.
pub(crate) struct Server {
    folder: PathBuf,
    options: Vec<String>,
    process: Child,
}

impl Server {
    pub(crate) fn start(options: &[&str]) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let name = format!("refrain-redis-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        // The path of a socket is limited.
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
        let process = Self::spawn(&folder, &options);
        Self { folder, options, process }
    }

    fn spawn(folder: &Path, options: &[String]) -> Child {
        let mut command = Command::new("redis-server");
        command.args(["--port", "0", "--unixsocket", "redis.sock", "--save", ""]).args(options);
        let started = command.current_dir(folder).stdout(Stdio::piped()).spawn();
        let mut process = started.expect("redis-server must be installed; `make test` installs it");
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        // The server's own message that it listens, so that the test need not poll.
        let is_ready = |line: Result<String, _>| line.is_ok_and(|line| line.to_lowercase().contains("ready to accept"));
        assert!(lines.into_iter().any(is_ready), "redis-server did not start with {options:?}");
        process
    }

    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.join("redis.sock")
    }

    pub(crate) fn url(&self) -> String {
        format!("redis+unix://{}", self.socket().display())
    }

    pub(crate) async fn open(&self) -> Redis {
        Redis::open(RedisOptions::new(self.url())).await.unwrap()
    }

    /// Sends one command, bypassing the store.
    pub(crate) async fn tell(&self, words: &[&str]) -> ::redis::Value {
        let client = ::redis::Client::open(self.url()).unwrap();
        let mut connection = client.get_multiplexed_async_connection().await.unwrap();
        let mut command = ::redis::cmd(words[0]);
        command.arg(&words[1..]);
        command.query_async(&mut connection).await.unwrap()
    }

    /// Kills the server as `kill -9` does, and restarts it on the same files.
    pub(crate) fn crash(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        self.process = Self::spawn(&self.folder, &self.options);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

pub(crate) async fn saved(store: &dyn Store, name: &str) -> Schedule {
    store.save(save(key(name), definition()), at(0)).await.unwrap()
}

pub(crate) async fn planned(store: &dyn Store, name: &str, dues: &[i64]) -> Schedule {
    let schedule = saved(store, name).await;
    let rows = dues.iter().map(|seconds| due(*seconds)).collect();
    store.plan(vec![plan(&schedule, rows)], at(0)).await.unwrap();
    store.schedule(&key(name)).await.unwrap().unwrap()
}

pub(crate) async fn rows(store: &dyn Store) -> Vec<Occurrence> {
    store.occurrences(&acme(), &OccurrenceFilter::default(), &Page::first(500)).await.unwrap().rows
}

pub(crate) fn all() -> Claim {
    claim("n1", 100)
}
