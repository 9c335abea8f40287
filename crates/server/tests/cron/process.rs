//! `refrain cron` as a process of a test, in a folder of its own.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// Maximum time that a test waits for anything.
const PATIENCE: Duration = Duration::from_secs(120);
/// Name of the crontab in its folder.
const FILE: &str = "crontab.txt";

/// A folder with a crontab.
pub(crate) struct Place {
    folder: PathBuf,
}

/// A running `refrain cron`. Dropping it kills the process.
pub(crate) struct Cron {
    child: Child,
    lines: Receiver<String>,
    folder: PathBuf,
}

impl Place {
    pub(crate) fn new(name: &str, crontab: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("refrain-cron-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let place = Self { folder };
        place.write(crontab);
        place
    }

    pub(crate) fn write(&self, crontab: &str) {
        std::fs::write(self.folder.join(FILE), crontab).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Runs `refrain cron` to its end.
    pub(crate) fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments).stdin(Stdio::null()).output().unwrap()
    }

    /// Starts `refrain cron`.
    pub(crate) fn start(&self, arguments: &[&str]) -> Cron {
        let mut command = self.command(arguments);
        command.args(["--log-format", "json"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let read = BufReader::new(child.stderr.take().unwrap()).lines();
        let (sender, lines) = channel();
        // Read to the end, or the process would block on a full pipe.
        std::thread::spawn(move || read.map_while(Result::ok).for_each(|line| drop(sender.send(line))));
        Cron { child, lines, folder: self.folder.clone() }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_refrain"));
        command.args(["cron", FILE]).args(arguments).current_dir(&self.folder).env("TZ", "Europe/Berlin");
        // The addresses of the servers for the tests are not settings, which would be reported.
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("REFRAIN_")) {
            command.env_remove(name);
        }
        command
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Cron {
    /// Returns the next line on standard error that satisfies a condition.
    pub(crate) fn line(&self, is_it: impl Fn(&str) -> bool) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect("the process must write the line");
            if is_it(&line) {
                return line;
            }
        }
    }

    /// Returns the next log record with a message.
    pub(crate) fn record(&self, message: &str) -> Value {
        let record = |line: &str| serde_json::from_str::<Value>(line).ok();
        let line = self.line(|line| {
            let text = record(line).and_then(|record| Some(record["message"].as_str()?.to_owned()));
            text.is_some_and(|text| text.starts_with(message))
        });
        record(&line).unwrap()
    }

    /// Waits until the server listens, and returns its address.
    pub(crate) fn base(&self) -> String {
        const START: &str = "refrain listens on ";
        self.line(|line| line.starts_with(START))[START.len()..].to_owned()
    }

    /// Runs another command of the binary against the server.
    pub(crate) fn refrain(&self, base: &str, arguments: &[&str]) -> Value {
        let mut command = Command::new(env!("CARGO_BIN_EXE_refrain"));
        command.args(arguments).args(["--server", base, "-o", "json"]).env("XDG_CONFIG_HOME", &self.folder);
        let output = command.stdin(Stdio::null()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_str(&text).unwrap()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for the process to end by itself and returns its exit code.
    pub(crate) fn exit_code(mut self) -> i32 {
        self.child.wait().unwrap().code().expect("the process must not be killed")
    }
}

impl Drop for Cron {
    fn drop(&mut self) {
        // The process may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
