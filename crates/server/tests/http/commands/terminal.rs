//! A pseudo-terminal, in which a command runs as for a person.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};

use rustix::fs::OFlags;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use tokio::sync::mpsc;

/// Time after which a test gives up waiting for a text.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(120);

/// Text that follows everything that a command has shown.
const END: &str = "<the command has ended>";

/// A command in a terminal of 80 by 24.
pub(crate) struct Terminal {
    master: File,
    /// Kept open, so that the modes can be read after the command has ended.
    line: File,
    child: Child,
    chunks: mpsc::UnboundedReceiver<String>,
    pub(crate) out: String,
}

impl Terminal {
    /// Starts a command.
    pub(crate) fn start(command: &mut Command) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        tcsetwinsize(&master, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let line = OpenOptions::new().read(true).write(true).open(&name).unwrap();
        let stdio = || Stdio::from(OwnedFd::from(line.try_clone().unwrap()));
        command.env("TERM", "xterm-256color");
        let child = command.stdin(stdio()).stdout(stdio()).stderr(stdio()).spawn().unwrap();
        let master = File::from(master);
        let (sender, chunks) = mpsc::unbounded_channel();
        let mut reader = master.try_clone().unwrap();
        std::thread::spawn(move || {
            let mut bytes = [0; 16_384];
            // The end of the terminal is an error on Linux.
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(String::from_utf8_lossy(&bytes[..count]).into_owned()).is_err() {
                    return;
                }
            }
        });
        Self { master, line, child, chunks, out: String::new() }
    }

    /// Waits until the command has shown a text.
    pub(crate) async fn shows(&mut self, text: &str) {
        while !self.out.contains(text) {
            let chunk = tokio::time::timeout(PATIENCE, self.chunks.recv()).await;
            let chunk = chunk.unwrap_or_else(|_| panic!("never showed {text:?}: {:?}", self.out));
            self.out.push_str(&chunk.unwrap());
        }
    }

    /// Types keys.
    pub(crate) fn types(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    /// Sends a signal to the command.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until the command has ended, and returns its exit code. Everything that it has shown is then in `out`.
    pub(crate) async fn ends(mut self) -> (i32, Self) {
        let ended = tokio::task::spawn_blocking(move || {
            let status: ExitStatus = self.child.wait().unwrap();
            // The terminal keeps the order, so nothing of the command comes after this.
            self.line.write_all(END.as_bytes()).unwrap();
            (status, self)
        });
        let (status, mut ended) = tokio::time::timeout(PATIENCE, ended).await.unwrap().unwrap();
        ended.shows(END).await;
        ended.out.truncate(ended.out.len() - END.len());
        (status.code().unwrap_or(-1), ended)
    }

    /// Checks that the command left the terminal as it was.
    #[track_caller]
    pub(crate) fn is_restored(&self) {
        let modes = tcgetattr(&self.line).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG), "{modes:?}");
        let flags = rustix::fs::fcntl_getfl(&self.line).unwrap();
        assert!(!flags.contains(OFlags::NONBLOCK), "{flags:?}");
        for (taken, restored) in [("\u{1b}[?1049h", "\u{1b}[?1049l"), ("\u{1b}[?25l", "\u{1b}[?25h")] {
            let is_restored = self.out.rfind(restored) > self.out.rfind(taken);
            assert!(is_restored, "{restored:?} is missing: {:?}", self.out);
        }
    }
}
