//! Checkpoints the write-ahead log into the file in a thread beside the writer, which would otherwise stop for
//! that time.
//!
//! The log restarts only when all of it has been copied and no reader uses it. A writer that never pauses
//! always adds pages that a concurrent checkpoint has not seen. So the checkpoint has two steps: a thread with
//! its own connection copies everything there is, and when it is done, the writer copies the few pages added
//! since, between two transactions.
//!
//! A checkpoint that fails is retried after the next commit; the data is safe in the log.

use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use rusqlite::hooks::Wal;
use rusqlite::wal::CheckpointMode;

use super::connection::{SqliteOptions, open_writer};
use super::error::Result;
use crate::store::StoreError;

/// Number of pages in the log that starts a checkpoint. A longer log means fewer checkpoints and a slower first
/// open after a crash.
pub(super) const LOG_PAGES: i32 = 4_096;

/// Handle of the checkpoint thread.
pub(super) struct Copier {
    thread: JoinHandle<()>,
    /// Keeps the thread waiting for requests.
    ask: SyncSender<()>,
}

impl Copier {
    /// Starts checkpoints of the changes this connection writes, each time the log reaches `log_pages` pages.
    pub(super) fn start(conn: &mut Connection, options: &SqliteOptions, log_pages: i32) -> Result<Self> {
        let side = open_writer(options)?;
        // Only one checkpoint is requested at a time, and its completion is received before the next.
        let (ask, asked) = sync_channel(1);
        let (tell, told) = sync_channel(1);
        let copy = move || {
            while asked.recv().is_ok() {
                // A passive checkpoint neither waits for readers of old pages nor disturbs them.
                let _ = side.wal_checkpoint_v2(None::<&str>, CheckpointMode::PASSIVE);
                // The writer may be gone by now; the next `recv` notices that.
                let _ = tell.send(());
            }
        };
        let spawned = thread::Builder::new().name("refrain-sqlite-log".to_owned()).spawn(copy);
        let thread = spawned.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        look_after(conn, Copies { log_pages, ask: ask.clone(), told, is_under_way: false })?;
        Ok(Self { thread, ask })
    }

    /// Stops the thread, after the connection it serves was closed. The last connection to close removes the
    /// log. If two close at the same moment, neither is the last.
    pub(super) fn join(self) {
        drop(self.ask);
        let _ = self.thread.join();
    }
}

fn look_after(conn: &mut Connection, mut copies: Copies) -> Result<()> {
    let look = move |wal: &mut Wal, pages| {
        copies.committed(wal, pages);
        Ok(())
    };
    Ok(conn.wal_hook(Some(look))?)
}

/// The writer's side of the checkpoints.
struct Copies {
    log_pages: i32,
    ask: SyncSender<()>,
    told: Receiver<()>,
    is_under_way: bool,
}

impl Copies {
    /// Checks the length of the log, in pages, after a commit.
    fn committed(&mut self, wal: &mut Wal, pages: i32) {
        if !self.is_under_way {
            self.is_under_way = pages >= self.log_pages && self.ask.try_send(()).is_ok();
            // The writer copies the whole log only if the thread is gone.
            if self.is_under_way || pages < self.log_pages {
                return;
            }
        } else if self.told.try_recv() == Err(TryRecvError::Empty) {
            return;
        }
        self.is_under_way = false;
        let _ = wal.checkpoint();
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read as _;

    use super::super::fixture::Folder;
    use super::*;

    /// Small enough to be reached immediately.
    const FEW_PAGES: i32 = 10;

    impl Folder {
        fn options(&self) -> SqliteOptions {
            SqliteOptions::new(self.ledger())
        }

        /// Returns how often the log has restarted: the fourth number of its header.
        fn log_began(&self) -> u32 {
            let mut head = [0; 16];
            fs::File::open(self.0.join("ledger.db-wal")).unwrap().read_exact(&mut head).unwrap();
            u32::from_be_bytes([head[12], head[13], head[14], head[15]])
        }
    }

    /// Commits without a pause until the log has restarted `times` times.
    fn commit_until_anew(folder: &Folder, conn: &Connection, times: u32) {
        conn.execute_batch("CREATE TABLE numbers (n INTEGER)").unwrap();
        let began = folder.log_began();
        for n in 1..=10_000_i64 {
            conn.execute("INSERT INTO numbers VALUES (?1)", [n]).unwrap();
            if folder.log_began() >= began + times {
                assert!(n >= i64::from(FEW_PAGES - 1), "restarted after {n} commits");
                let count: i64 = conn.query_row("SELECT count(*) FROM numbers", [], |row| row.get(0)).unwrap();
                assert_eq!(count, n);
                return;
            }
        }
        panic!("the log never restarted");
    }

    #[test]
    fn the_log_begins_anew_while_the_writer_goes_on() {
        let folder = Folder::new("log-beside");
        let mut conn = open_writer(&folder.options()).unwrap();
        let copier = Copier::start(&mut conn, &folder.options(), FEW_PAGES).unwrap();
        commit_until_anew(&folder, &conn, 3);
        drop(conn);
        copier.join();
        assert!(!folder.0.join("ledger.db-wal").exists(), "the last connection to close removes the log");
    }

    #[test]
    fn what_came_during_a_copy_the_writer_copies() {
        let folder = Folder::new("log-meanwhile");
        let mut conn = open_writer(&folder.options()).unwrap();
        let side = open_writer(&folder.options()).unwrap();
        let (ask, asked) = sync_channel(1);
        let (tell, told) = sync_channel(1);
        look_after(&mut conn, Copies { log_pages: FEW_PAGES, ask, told, is_under_way: false }).unwrap();
        conn.execute_batch("CREATE TABLE numbers (n INTEGER)").unwrap();
        let add = || conn.execute("INSERT INTO numbers VALUES (1)", []).unwrap();
        let began = folder.log_began();
        while asked.try_recv().is_err() {
            add();
        }
        // A checkpoint copies the log as it was when the checkpoint began. So does a reader that blocks it from
        // going further.
        let reader = open_writer(&folder.options()).unwrap();
        reader.execute_batch("BEGIN; SELECT count(*) FROM numbers").unwrap();
        add();
        let copied = side.wal_checkpoint_v2(None::<&str>, CheckpointMode::PASSIVE).unwrap();
        assert_eq!(copied, (FEW_PAGES + 1, FEW_PAGES));
        drop(reader);
        // One page has not been copied, so the log continues.
        add();
        assert_eq!(folder.log_began(), began);
        tell.send(()).unwrap();
        add();
        add();
        assert_eq!(folder.log_began(), began + 1);
        assert!(asked.try_recv().is_err(), "the new log is short");
    }

    #[test]
    fn without_the_thread_the_writer_copies() {
        let folder = Folder::new("log-alone");
        let mut conn = open_writer(&folder.options()).unwrap();
        let (ask, _) = sync_channel(1);
        let (_, told) = sync_channel(1);
        look_after(&mut conn, Copies { log_pages: FEW_PAGES, ask, told, is_under_way: false }).unwrap();
        commit_until_anew(&folder, &conn, 3);
    }
}
