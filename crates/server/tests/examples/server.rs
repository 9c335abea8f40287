//! `refrain serve` as a reader of the page starts it: in an empty folder.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_refrain");
/// Start of the first line that the server prints.
const GREETING: &str = "refrain listens on ";
/// Folder in which a script stores its expectations.
const NOTES: &str = "notes";
/// Maximum duration of a page, in seconds.
const PAGE_SECONDS_MAX: &str = "60";

pub(crate) struct Server {
    base: String,
    child: Child,
    folder: PathBuf,
}

impl Server {
    /// Starts the server of the page with this number.
    pub(crate) fn start(number: usize) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("examples-{}-{number}", std::process::id()));
        std::fs::create_dir_all(folder.join(NOTES)).unwrap();
        let mut child = Command::new(BINARY)
            .args(["serve", "--bind", "127.0.0.1:0"])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let base = lines.by_ref().map_while(Result::ok).find_map(|line| Some(line.strip_prefix(GREETING)?.to_owned()));
        // The log must be read continuously, or the server would block.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Self { base: base.expect("the server must print its address"), child, folder }
    }

    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// Runs a script in the server's folder, with this build's `refrain` first on the path.
    pub(crate) fn run(&self, script: &str) -> Result<(), String> {
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", Path::new(BINARY).parent().unwrap().display());
        let output = Command::new("timeout")
            .args([PAGE_SECONDS_MAX, "bash", "-c", script])
            .current_dir(&self.folder)
            .env("PATH", path)
            .env("REFRAIN_URL", &self.base)
            .env("XDG_CONFIG_HOME", &self.folder)
            .env("NOTES", self.folder.join(NOTES))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        if output.status.success() {
            return Ok(());
        }
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let last: Vec<&str> = out.lines().rev().take(3).collect();
        Err(format!("{}\n{err}last printed:\n{}", output.status, last.into_iter().rev().collect::<Vec<_>>().join("\n")))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
