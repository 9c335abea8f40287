//! A PostgreSQL server for one test, for operations that the shared server does not allow: replication,
//! failover, TLS, being killed. It uses the same programs as the shared server, and ends with the test.

use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Log message of a server that accepts connections, as a primary and as a standby.
const IS_READY: &str = "database system is ready to accept";

/// A folder with everything a server needs. Only the user that runs the servers may enter it.
pub(crate) struct Home {
    pub(crate) folder: PathBuf,
    programs: PathBuf,
    /// User and group to run as: PostgreSQL refuses to run as root.
    user: Option<(u32, u32)>,
}

impl Home {
    pub(crate) fn make() -> Self {
        // A short name, because the path of a Unix socket is limited.
        let folder =
            Path::new("/tmp").join(format!("refrain.{:016x}", RandomState::new().hash_one(std::process::id())));
        std::fs::create_dir(&folder).unwrap();
        let user = (printed(Command::new("id").arg("-u")) == "0").then(unprivileged);
        if let Some((uid, gid)) = user {
            chown(&folder, Some(uid), Some(gid)).unwrap();
        }
        Self { folder, programs: programs(), user }
    }

    /// Returns a command that runs as the user of the servers, in the folder, and that the kernel ends with
    /// this process.
    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new("setpriv");
        if let Some((uid, gid)) = self.user {
            command.args(["--reuid", &uid.to_string(), "--regid", &gid.to_string(), "--clear-groups"]);
        }
        command.args(["--pdeathsig", "QUIT", "--"]).arg(program).current_dir(&self.folder).env("LC_ALL", "C");
        command
    }

    /// Runs a program to its end.
    pub(crate) fn run(&self, program: &str, arguments: &[&str]) {
        let known = self.programs.join(program);
        let program = if known.exists() { known } else { PathBuf::from(program) };
        printed(self.command(program).args(arguments));
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Creates an empty server that trusts every connection to its socket, which only this test can reach.
    pub(crate) fn init(&self, name: &str) {
        self.run("initdb", &["-D", name, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
    }

    /// Starts an existing server, and waits until it accepts connections.
    pub(crate) fn start(&self, name: &str, settings: &[&str]) -> Server<'_> {
        self.try_start(name, settings).unwrap_or_else(|said| panic!("the server ended instead of starting: {said:#?}"))
    }

    /// Starts an existing server, or returns its output if it ends instead. That may happen right after a kill,
    /// while processes of the old server still exist.
    pub(crate) fn try_start(&self, name: &str, settings: &[&str]) -> Result<Server<'_>, Vec<String>> {
        // Each server has its own socket folder, so that they do not conflict.
        let sockets = self.path(&format!("{name}.sockets"));
        self.run("mkdir", &["-p", sockets.to_str().unwrap()]);
        let mut command = self.command(self.programs.join("postgres"));
        command.args(["-D", name, "-k", sockets.to_str().unwrap(), "-c", "shared_buffers=16MB"]);
        if !settings.iter().any(|setting| setting.starts_with("listen_addresses=")) {
            command.args(["-c", "listen_addresses="]);
        }
        command.args(settings.iter().flat_map(|setting| ["-c", setting]));
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let mut said = Vec::new();
        let is_ready = lines.by_ref().map_while(Result::ok).any(|line| {
            let is_ready = line.contains(IS_READY);
            said.push(line);
            is_ready
        });
        if !is_ready {
            process.wait().unwrap();
            return Err(said);
        }
        // Drains the rest of the output, so that a full pipe does not block the server.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Ok(Server { home: self, name: name.to_owned(), sockets, process })
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A running server.
pub(crate) struct Server<'a> {
    home: &'a Home,
    name: String,
    pub(crate) sockets: PathBuf,
    process: Child,
}

impl Server<'_> {
    /// Returns the address of the server.
    pub(crate) fn url(&self) -> String {
        format!("host={} user=postgres dbname=postgres", self.sockets.display())
    }

    /// Copies the server to a standby with the given name, which follows it once started.
    pub(crate) fn copy(&self, standby: &str) {
        let socket = self.sockets.to_str().unwrap();
        self.home
            .run("pg_basebackup", &["-D", standby, "-R", "-c", "fast", "-h", socket, "-U", "postgres", "--no-sync"]);
    }

    /// Promotes a standby, and waits until it has taken over.
    pub(crate) fn promote(&self) {
        self.home.run("pg_ctl", &["promote", "-w", "-D", &self.name]);
    }

    /// Stops the server immediately, as a power cut would: nothing is flushed and no client is notified.
    pub(crate) fn cut(mut self) {
        self.stop("immediate");
    }

    /// Kills only the server process; its child processes notice by themselves.
    pub(crate) fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Stops the server cleanly.
    pub(crate) fn end(mut self) {
        self.stop("fast");
    }

    fn stop(&mut self, mode: &str) {
        self.home.run("pg_ctl", &["stop", "-w", "-m", mode, "-D", &self.name]);
        self.process.wait().unwrap();
    }
}

impl Drop for Server<'_> {
    fn drop(&mut self) {
        if self.process.try_wait().is_ok_and(|ended| ended.is_none()) {
            self.stop("immediate");
        }
    }
}

/// Returns the output of a command. A command that fails fails the test with its error output.
fn printed(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Returns an unprivileged user: the PostgreSQL user, if there is one.
fn unprivileged() -> (u32, u32) {
    let has_postgres = Command::new("id").arg("postgres").output().is_ok_and(|output| output.status.success());
    let user = if has_postgres { "postgres" } else { "nobody" };
    let number = |flag: &str| printed(Command::new("id").args([flag, user])).parse().unwrap();
    (number("-u"), number("-g"))
}

/// Returns the folder with the programs of the newest PostgreSQL. Debian keeps them off the PATH.
fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let known = versions.map(|version| version.path().join("bin")).filter(|folder| folder.join("initdb").exists());
    let version = |folder: &PathBuf| -> Option<u32> { folder.parent()?.file_name()?.to_str()?.parse().ok() };
    known.max_by_key(version).unwrap_or_else(|| {
        let on_path = printed(Command::new("sh").args(["-c", "dirname \"$(readlink -f \"$(command -v postgres)\")\""]));
        PathBuf::from(on_path)
    })
}
