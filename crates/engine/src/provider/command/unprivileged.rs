//! Starts programs that cannot gain privileges and that inherit no descriptors.
//!
//! On Linux a program inherits the attribute `no_new_privs` from the thread that starts it. Setuid bits and
//! file capabilities then have no effect in the program and in the programs it starts. Each program is started
//! by its own thread, so that no other thread of this process gets the attribute.
//!
//! A program inherits every descriptor without the close-on-exec flag. The engine opens none without it, but the
//! parent of this process may have left some open, and libraries written in C may open some.

use std::io;
use std::thread;

use close_fds::set_fds_cloexec_threadsafe;
use tokio::process::{Child, Command};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::group::Group;

/// First descriptor after standard input, output and error.
const FIRST_OTHER: i32 = 3;

/// Starts a program. Dropping the future, or its result, kills the program and its group.
pub(super) async fn spawn(mut command: Command) -> io::Result<(Child, Group)> {
    let runtime = Handle::current();
    let (sender, started) = oneshot::channel();
    // The thread ends by itself once the program has started.
    thread::Builder::new().name("refrain-command".to_owned()).spawn(move || {
        let _entered = runtime.enter();
        // Before each program rather than once, because descriptors may have been opened in the meantime.
        set_fds_cloexec_threadsafe(FIRST_OTHER, &[]);
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
