//! Starts programs that cannot gain privileges, and finds the descriptors that they would inherit.
//!
//! On Linux a program inherits the attribute `no_new_privs` from the thread that starts it. Setuid bits and
//! file capabilities then have no effect in the program and in the programs it starts. Each program is started
//! by its own thread, so that no other thread of this process gets the attribute.

use std::io;
use std::thread;

use tokio::process::{Child, Command};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::process::Group;

/// Starts a program. Dropping the future, or its result, kills the program and its group.
pub(super) async fn spawn(mut command: Command) -> io::Result<(Child, Group)> {
    let runtime = Handle::current();
    let (sender, started) = oneshot::channel();
    // The thread ends by itself once the program has started.
    thread::Builder::new().name("refrain-command".to_owned()).spawn(move || {
        let _entered = runtime.enter();
        let child = drop_privileges().and_then(|()| command.spawn());
        // The receiver may be gone, now or a moment later. The group is sent along, so that dropping it kills
        // the program.
        sender.send(child.map(|child| (Group::of(&child), child))).ok();
    })?;
    let (group, child) = started.await.map_err(io::Error::other)??;
    Ok((child, group))
}

#[cfg(target_os = "linux")]
fn drop_privileges() -> io::Result<()> {
    Ok(rustix::thread::set_no_new_privs(true)?)
}

#[cfg(not(target_os = "linux"))]
fn drop_privileges() -> io::Result<()> {
    Ok(())
}

/// Returns the descriptors of this process that every program it starts inherits, besides standard input,
/// output and error. The engine opens no such descriptors, but the parent process may have left some open.
/// Always empty where `/proc` is missing.
pub fn inherited_descriptors() -> Vec<u32> {
    /// `O_CLOEXEC` as Linux displays it.
    const CLOSED_ON_EXEC: u32 = 0o2_000_000;
    let flags_of = |number: u32| {
        let info = std::fs::read_to_string(format!("/proc/self/fdinfo/{number}")).ok()?;
        let flags = info.lines().find_map(|line| line.strip_prefix("flags:"))?;
        u32::from_str_radix(flags.trim(), 8).ok()
    };
    let entries = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(|number| *number > 2);
    let mut found: Vec<u32> =
        numbers.filter(|number| flags_of(*number).is_some_and(|flags| flags & CLOSED_ON_EXEC == 0)).collect();
    found.sort_unstable();
    found
}
