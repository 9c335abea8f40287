//! `refrain serve` as a process, on a SQLite store in a folder of its own.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use refrain_client::{Client, ClientBuilder, RetryPolicy};

/// Start of the first line that the server prints.
const GREETING: &str = "refrain listens on ";
/// Webhooks may reach receivers on this machine.
const CONFIGURATION: &str =
    "[providers.webhook]\nkind = \"webhook\"\nallow = [\"127.0.0.1\"]\nallow_http = true\nany_port = true\n";

/// A server that ends with its test.
pub(crate) struct Server {
    base: String,
    child: Child,
    folder: PathBuf,
}

impl Server {
    /// Starts a server that requires no key.
    pub(crate) fn start() -> Self {
        Self::with(&[])
    }

    /// Starts a server with values of its configuration, such as `limits.request_burst=1`.
    pub(crate) fn with(settings: &[&str]) -> Self {
        static STARTED: AtomicUsize = AtomicUsize::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let name = format!("client-{}-{number}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("refrain.toml"), CONFIGURATION).unwrap();
        let mut command = Command::new(binary());
        command.args(["serve", "--bind", "127.0.0.1:0"]).args(settings.iter().flat_map(|setting| ["--set", setting]));
        let mut child = command
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let base = lines.by_ref().map_while(Result::ok).find_map(|line| Some(line.strip_prefix(GREETING)?.to_owned()));
        // Read to the end, or the server would block on a full pipe.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Self { base: base.expect("the server must print its address"), child, folder }
    }

    /// Returns a client that requires no key.
    pub(crate) fn client(&self) -> Client {
        self.builder().build().unwrap()
    }

    /// Starts building a client that repeats no request, so that tests see every error.
    pub(crate) fn builder(&self) -> ClientBuilder {
        Client::builder(&self.base).retries(RetryPolicy::never())
    }

    /// Kills the server.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The test may have killed it.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Returns the path of the program, which the tests of the server build beside this test.
fn binary() -> PathBuf {
    let here = std::env::current_exe().unwrap();
    let built = here.ancestors().nth(2).unwrap().join("refrain");
    let binary = std::env::var_os("REFRAIN_BINARY").map_or(built, PathBuf::from);
    assert!(
        binary.is_file(),
        "{} does not exist; build it with `cargo build --workspace --all-features --bin refrain`, or set REFRAIN_BINARY",
        binary.display()
    );
    binary
}
