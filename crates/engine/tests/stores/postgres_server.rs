//! A PostgreSQL server of a test's own, for what cannot be done to the one that all tests share: to follow another, to take
//! over from it, to speak TLS, to be killed. Its programs are those that the shared one runs with, and it ends with the test.

use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// What the server says when it can be asked, as a primary and as a standby.
const IS_READY: &str = "database system is ready to accept";

/// A folder with everything a server needs; only the user that servers run as may enter it.
pub(crate) struct Home {
    pub(crate) folder: PathBuf,
    programs: PathBuf,
    /// Whom to run as: PostgreSQL refuses to run as root.
    user: Option<(u32, u32)>,
}

impl Home {
    pub(crate) fn make() -> Self {
        // A short name: the path of a unix socket has little room.
        let folder =
            Path::new("/tmp").join(format!("refrain.{:016x}", RandomState::new().hash_one(std::process::id())));
        std::fs::create_dir(&folder).unwrap();
        let user = (printed(Command::new("id").arg("-u")) == "0").then(unprivileged);
        if let Some((uid, gid)) = user {
            chown(&folder, Some(uid), Some(gid)).unwrap();
        }
        Self { folder, programs: programs(), user }
    }

    /// A command as the servers' user, in the folder, that the kernel ends with us.
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

    /// Makes an empty server that trusts whoever reaches its socket, which only we can.
    pub(crate) fn init(&self, name: &str) {
        self.run("initdb", &["-D", name, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
    }

    /// Starts a server that was made before, and waits until it can be asked.
    pub(crate) fn start(&self, name: &str, settings: &[&str]) -> Server<'_> {
        self.try_start(name, settings).unwrap_or_else(|said| panic!("the server ended instead of starting: {said:#?}"))
    }

    /// The same, or what it said when it ended instead. Right after a kill it may: what the old one was doing is in its way.
    pub(crate) fn try_start(&self, name: &str, settings: &[&str]) -> Result<Server<'_>, Vec<String>> {
        // Each has a socket folder of its own, so none is in another's way.
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
        // What it says later is read, or it would wait for a reader one day.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Ok(Server { home: self, name: name.to_owned(), sockets, process })
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A server that runs.
pub(crate) struct Server<'a> {
    home: &'a Home,
    name: String,
    pub(crate) sockets: PathBuf,
    process: Child,
}

impl Server<'_> {
    /// Its address.
    pub(crate) fn url(&self) -> String {
        format!("host={} user=postgres dbname=postgres", self.sockets.display())
    }

    /// Copies it into a standby of the given name, which follows it once started.
    pub(crate) fn copy(&self, standby: &str) {
        let socket = self.sockets.to_str().unwrap();
        self.home
            .run("pg_basebackup", &["-D", standby, "-R", "-c", "fast", "-h", socket, "-U", "postgres", "--no-sync"]);
    }

    /// Lets a standby take over, and waits until it has.
    pub(crate) fn promote(&self) {
        self.home.run("pg_ctl", &["promote", "-w", "-D", &self.name]);
    }

    /// Ends it at once, as a power cut would: nothing is written down and nobody is told.
    pub(crate) fn cut(mut self) {
        self.stop("immediate");
    }

    /// Kills the server, and nobody else: those that worked for it notice by themselves.
    pub(crate) fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Ends it in good order.
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

/// What a command prints; one that fails fails the test with what it said.
fn printed(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Someone who may do less than root: the servers' own user where there is one.
fn unprivileged() -> (u32, u32) {
    let has_postgres = Command::new("id").arg("postgres").output().is_ok_and(|output| output.status.success());
    let user = if has_postgres { "postgres" } else { "nobody" };
    let number = |flag: &str| printed(Command::new("id").args([flag, user])).parse().unwrap();
    (number("-u"), number("-g"))
}

/// The folder of PostgreSQL's programs, of the newest version. Debian keeps them off the PATH.
fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let known = versions.map(|version| version.path().join("bin")).filter(|folder| folder.join("initdb").exists());
    let version = |folder: &PathBuf| -> Option<u32> { folder.parent()?.file_name()?.to_str()?.parse().ok() };
    known.max_by_key(version).unwrap_or_else(|| {
        let on_path = printed(Command::new("sh").args(["-c", "dirname \"$(readlink -f \"$(command -v postgres)\")\""]));
        PathBuf::from(on_path)
    })
}
