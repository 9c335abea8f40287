//! `refrain serve` as a process of a test: called over HTTP, killed, and stopped.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use reqwest::{Client, Method};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

/// Pause between two reads: without it, a slow machine makes a test exceed its rate limit.
const READ_EVERY: Duration = Duration::from_millis(20);
/// Maximum time that a test waits for anything.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// A PostgreSQL schema, and a folder with a configuration, shared by several servers.
pub(crate) struct Place {
    folder: PathBuf,
    schema: String,
}

/// A server. Dropping it kills the process.
pub(crate) struct Server {
    child: Child,
    pub(crate) name: String,
    base: String,
    client: Client,
}

impl Place {
    /// Servers of this place keep their leases and drain for longer than a test may take, so that nothing is run
    /// again, or released, because the machine is slow.
    pub(crate) fn new() -> Self {
        Self::with_lease("1h")
    }

    /// Runs of a killed server are taken over when their lease has expired.
    pub(crate) fn with_short_leases() -> Self {
        Self::with_lease("5s")
    }

    fn with_lease(lease_for: &str) -> Self {
        let random = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), std::process::id());
        let schema = format!("nodes_{random:016x}");
        let folder = std::env::temp_dir().join(format!("refrain-{schema}"));
        std::fs::create_dir_all(&folder).unwrap();
        let file = format!(
            "[server]\ndrain_for = \"1h\"\n\
             [engine]\nlease_for = \"{lease_for}\"\nplan_ahead_for = \"2s\"\nwatch_every = \"1s\"\n\
             [providers.webhook]\nkind = \"webhook\"\nallow = [\"127.0.0.1\"]\nallow_http = true\nany_port = true\n"
        );
        std::fs::write(folder.join("refrain.toml"), file).unwrap();
        Self { folder, schema }
    }

    /// Starts a server with a role, and waits until it prints its address.
    pub(crate) fn start(&self, name: &str, role: &str) -> Server {
        self.start_program(Path::new(env!("CARGO_BIN_EXE_refrain")), name, role)
    }

    /// Like [`Self::start`], with another program.
    pub(crate) fn start_program(&self, program: &Path, name: &str, role: &str) -> Server {
        let store = std::env::var("REFRAIN_TEST_POSTGRES").expect("`.ci/services` must provide a PostgreSQL");
        let mut child = Command::new(program)
            .args(["serve", "--bind", "127.0.0.1:0", "--node", name, "--role", role])
            .args(["--store", &store, "--set", &format!("store.postgres.schema={}", self.schema)])
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let (sender, listens) = channel();
        // Read to the end, or the server would block on a full pipe.
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                match line.strip_prefix("refrain listens on ") {
                    Some(base) => sender.send(base.to_owned()).unwrap(),
                    None => eprintln!("{line}"),
                }
            }
        });
        let base = listens.recv_timeout(PATIENCE).expect("the server must print its address");
        Server { child, name: name.to_owned(), base, client: client() }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Creates a client. It uses the process's crypto provider, which a second call finds already installed.
fn client() -> Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::new()
}

impl Server {
    async fn ask(&self, method: Method, path: &str, body: Option<&Value>) -> Value {
        let request = self.client.request(method, format!("{}{path}", self.base));
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        let response = request.timeout(PATIENCE).send().await.unwrap();
        let status = response.status();
        let text = response.text().await.unwrap();
        assert!(status.is_success(), "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.ask(Method::GET, path, None).await
    }

    /// Creates a schedule that sends to a receiver.
    pub(crate) async fn schedule(&self, id: &str, cron: &str, target: &str) {
        let action = json!({ "provider": "webhook", "target": target });
        let body = json!({ "cron": cron, "timezone": "UTC", "overlap": "allow_all", "action": action });
        self.ask(Method::PUT, &format!("/v1/schedules/{id}"), Some(&body)).await;
    }

    pub(crate) async fn pause(&self, id: &str) {
        self.ask(Method::POST, &format!("/v1/schedules/{id}/pause"), Some(&json!({}))).await;
    }

    /// Requests one run now.
    pub(crate) async fn fire(&self, id: &str) {
        self.ask(Method::POST, &format!("/v1/schedules/{id}/fire"), Some(&json!({}))).await;
    }

    /// Returns the occurrences of a schedule, the earliest first, once they satisfy `predicate`.
    pub(crate) async fn runs(&self, id: &str, predicate: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let reading = async {
            loop {
                let rows = self.all_runs(id).await;
                if predicate(&rows) {
                    return rows;
                }
                tokio::time::sleep(READ_EVERY).await;
            }
        };
        tokio::time::timeout(PATIENCE, reading)
            .await
            .unwrap_or_else(|_| panic!("the runs of {id} never met the condition"))
    }

    /// Reads the occurrences of a schedule, page by page, the earliest first.
    async fn all_runs(&self, id: &str) -> Vec<Value> {
        let first = format!("/v1/schedules/{id}/runs?limit=500");
        let (mut rows, mut page) = (Vec::new(), self.get(&first).await);
        loop {
            rows.extend(page["items"].as_array().unwrap().iter().cloned());
            let Some(cursor) = page["next_cursor"].as_str() else { break };
            page = self.get(&format!("{first}&cursor={cursor}")).await;
        }
        rows.reverse();
        rows
    }

    /// Reads the event stream until an event satisfies `predicate`.
    pub(crate) async fn event(&self, query: &str, predicate: impl Fn(&Value) -> bool) -> Value {
        let reading = async {
            let mut stream = self.client.get(format!("{}/v1/events?{query}", self.base)).send().await.unwrap();
            let mut text = String::new();
            loop {
                text.push_str(
                    std::str::from_utf8(&stream.chunk().await.unwrap().expect("the stream must not end")).unwrap(),
                );
                while let Some((line, rest)) = text.split_once('\n') {
                    let event = line.strip_prefix("data: ").map(|data| serde_json::from_str(data).unwrap());
                    text = rest.to_owned();
                    if let Some(event) = event.filter(&predicate) {
                        return event;
                    }
                }
            }
        };
        tokio::time::timeout(PATIENCE, reading)
            .await
            .unwrap_or_else(|_| panic!("no event of {query} met the condition"))
    }

    /// Sends SIGKILL: the process ends immediately.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends SIGTERM: the process stops gracefully.
    pub(crate) fn terminate(&self) {
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
    }

    /// Waits for the process to end by itself and returns its exit code.
    pub(crate) async fn exit_code(mut self) -> i32 {
        let waiting = tokio::task::spawn_blocking(move || self.child.wait().unwrap().code());
        let code = tokio::time::timeout(PATIENCE, waiting).await.expect("the process must end in time").unwrap();
        code.expect("the process must not be killed")
    }

    /// Returns whether the server accepts connections.
    pub(crate) async fn is_reachable(&self) -> bool {
        self.client.get(format!("{}/healthz", self.base)).timeout(PATIENCE).send().await.is_ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
