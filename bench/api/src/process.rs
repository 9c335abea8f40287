//! Servers as separate processes, which are killed with their owner.

use std::error::Error;
use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::load::Connection;

/// Maximum time until a server is ready.
const READY_TIMEOUT: Duration = Duration::from_secs(60);
/// Time between two checks of a server that is starting.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A server that has started.
pub struct Process {
    pub address: SocketAddr,
    /// Time from the start until the server was ready.
    pub ready_after: Duration,
    child: Child,
    /// Contains the log and is the working directory, from which a server reads `refrain.toml`.
    _folder: TempDir,
}

impl Process {
    /// Starts `refrain serve` with default settings on this store.
    pub async fn serve(binary: &Path, store: &str) -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(binary.canonicalize()?);
        command.args(["serve", "--store", store, "--bind"]);
        Self::start(command, |command, address| command.arg(address.to_string())).await
    }

    /// Starts this program as a server that answers every request with `bytes` bytes.
    pub async fn bare(bytes: usize) -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--bare", &bytes.to_string(), "--port"]);
        Self::start(command, |command, address| command.arg(address.port().to_string())).await
    }

    async fn start(
        mut command: Command,
        listen: impl FnOnce(&mut Command, SocketAddr) -> &mut Command,
    ) -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let address = free_address()?;
        let log = File::create(folder.path().join("log"))?;
        listen(&mut command, address).current_dir(&folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let began = Instant::now();
        let mut process = Self { address, ready_after: Duration::ZERO, child: command.spawn()?, _folder: folder };
        while !process.is_ready().await {
            if let Some(status) = process.child.try_wait()? {
                let said = std::fs::read_to_string(process._folder.path().join("log"))?;
                return Err(format!("the server exited with {status}: {said}").into());
            }
            if began.elapsed() > READY_TIMEOUT {
                return Err(format!("the server was not ready within {READY_TIMEOUT:?}").into());
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        process.ready_after = began.elapsed();
        Ok(process)
    }

    async fn is_ready(&self) -> bool {
        let Ok(mut connection) = Connection::open(self.address).await else { return false };
        let asked = connection.get("/readyz").await;
        asked.is_ok_and(|(status, _)| status == 200)
    }

    /// Returns the processor time of the server on all cores.
    pub fn processor(&self) -> Result<Duration, Box<dyn Error>> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let rest = stat.rsplit(')').next().ok_or("no name in stat")?;
        let mut numbers = rest.split_whitespace().skip(11);
        let user: u64 = numbers.next().ok_or("no user time")?.parse()?;
        let system: u64 = numbers.next().ok_or("no system time")?.parse()?;
        // The kernel counts hundredths of a second here, whatever its own tick.
        Ok(Duration::from_millis((user + system) * 10))
    }

    /// Returns the resident memory of the server, in bytes.
    pub fn resident_bytes(&self) -> Result<u64, Box<dyn Error>> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS in status")?;
        let kilobytes: u64 = line.split_whitespace().nth(1).ok_or("no number after VmRSS")?.parse()?;
        Ok(kilobytes * 1_024)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns an address that was free a moment ago.
fn free_address() -> Result<SocketAddr, Box<dyn Error>> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}
