//! The database that holds the ledger of a storm: a dedicated PostgreSQL or Redis server that can be killed, or
//! a file.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::folder::Folder;
use crate::postgres_server::{Home, Server};

/// A killed server can only be restarted after its child processes have exited.
const RESTARTS_MAX: u32 = 600;
const RESTART_EVERY: Duration = Duration::from_millis(100);

/// A database for the ledger of the nodes.
pub(crate) trait Database {
    /// Address of the database.
    fn url(&self) -> String;

    /// Kills the server, calls `away`, and starts the server again. Returns whether there is a server to kill.
    fn kill(&mut self, away: &mut dyn FnMut()) -> bool;
}

/// A dedicated PostgreSQL server. The kernel ends the server together with the thread that started it.
pub(crate) struct PostgresDatabase<'a> {
    home: &'a Home,
    server: Option<Server<'a>>,
}

impl<'a> PostgresDatabase<'a> {
    pub(crate) fn start(home: &'a Home) -> Self {
        home.init("ledger");
        Self { home, server: Some(home.start("ledger", &[])) }
    }
}

impl Database for PostgresDatabase<'_> {
    fn url(&self) -> String {
        self.server.as_ref().unwrap().url()
    }

    fn kill(&mut self, away: &mut dyn FnMut()) -> bool {
        self.server.take().unwrap().kill();
        away();
        for _ in 0..RESTARTS_MAX {
            if let Ok(server) = self.home.try_start("ledger", &[]) {
                self.server = Some(server);
                return true;
            }
            std::thread::sleep(RESTART_EVERY);
        }
        panic!("the server could not be restarted")
    }
}

/// A dedicated Redis server that writes everything to disk before it answers.
pub(crate) struct RedisDatabase {
    folder: PathBuf,
    server: Child,
}

impl RedisDatabase {
    pub(crate) fn start() -> Self {
        // The path of a socket is limited to about 100 bytes.
        let folder = std::env::temp_dir().join(format!("refrain-storm-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let server = Self::spawn(&folder);
        Self { folder, server }
    }

    fn spawn(folder: &Path) -> Child {
        let mut command = Command::new("redis-server");
        command.args(["--port", "0", "--unixsocket", "redis.sock", "--save", ""]);
        command.args(["--appendonly", "yes", "--appendfsync", "always"]);
        let started = command.current_dir(folder).stdout(Stdio::piped()).spawn();
        let mut server = started.expect("redis-server must be installed; `make test` installs it");
        let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
        let is_ready = |line: Result<String, _>| line.is_ok_and(|line| line.contains("eady to accept"));
        assert!(lines.any(is_ready), "redis-server did not start");
        // Drains the rest of the output, so that a full pipe does not block the server.
        std::thread::spawn(move || lines.for_each(drop));
        server
    }
}

impl Database for RedisDatabase {
    fn url(&self) -> String {
        format!("redis+unix://{}", self.folder.join("redis.sock").display())
    }

    fn kill(&mut self, away: &mut dyn FnMut()) -> bool {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
        away();
        self.server = Self::spawn(&self.folder);
        true
    }
}

impl Drop for RedisDatabase {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Database for Folder {
    fn url(&self) -> String {
        self.sqlite()
    }

    fn kill(&mut self, _: &mut dyn FnMut()) -> bool {
        false
    }
}
