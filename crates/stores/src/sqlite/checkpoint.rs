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

use super::connect::open_writer;
use super::error::Result;
use super::options::SqliteOptions;
use refrain_ledger::store::StoreError;

/// Number of pages in the log that starts a checkpoint. A longer log means fewer checkpoints and a slower first
/// open after a crash.
pub(super) const LOG_PAGES: i32 = 4_096;

/// Handle of the checkpoint thread.
pub(super) struct Checkpointer {
    thread: JoinHandle<()>,
    /// Keeps the thread waiting for requests.
    request_sender: SyncSender<()>,
}

impl Checkpointer {
    /// Starts checkpoints of the changes this connection writes, each time the log reaches `log_pages` pages.
    pub(super) fn start(conn: &mut Connection, options: &SqliteOptions, log_pages: i32) -> Result<Self> {
        let side = open_writer(options)?;
        // Only one checkpoint is requested at a time, and its completion is received before the next.
        let (request_sender, request_receiver) = sync_channel(1);
        let (done_sender, done_receiver) = sync_channel(1);
        let copy = move || {
            while request_receiver.recv().is_ok() {
                // A passive checkpoint neither waits for readers of old pages nor disturbs them.
                let _ = side.wal_checkpoint_v2(None::<&str>, CheckpointMode::PASSIVE);
                // The writer may be gone by now; the next `recv` notices that.
                let _ = done_sender.send(());
            }
        };
        let spawned = thread::Builder::new().name("refrain-sqlite-log".to_owned()).spawn(copy);
        let thread = spawned.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        install_wal_hook(
            conn,
            CheckpointState { log_pages, request_sender: request_sender.clone(), done_receiver, is_under_way: false },
        )?;
        Ok(Self { thread, request_sender })
    }

    /// Stops the thread, after the connection it serves was closed. The last connection to close removes the
    /// log. If two close at the same moment, neither is the last.
    pub(super) fn join(self) {
        drop(self.request_sender);
        let _ = self.thread.join();
    }
}

fn install_wal_hook(conn: &mut Connection, mut copies: CheckpointState) -> Result<()> {
    let look = move |wal: &mut Wal, pages| {
        copies.committed(wal, pages);
        Ok(())
    };
    Ok(conn.wal_hook(Some(look))?)
}

/// The writer's side of the checkpoints.
struct CheckpointState {
    log_pages: i32,
    request_sender: SyncSender<()>,
    done_receiver: Receiver<()>,
    is_under_way: bool,
}

impl CheckpointState {
    /// Checks the length of the log, in pages, after a commit.
    fn committed(&mut self, wal: &mut Wal, pages: i32) {
        if !self.is_under_way {
            self.is_under_way = pages >= self.log_pages && self.request_sender.try_send(()).is_ok();
            // The writer copies the whole log only if the thread is gone.
            if self.is_under_way || pages < self.log_pages {
                return;
            }
        } else if self.done_receiver.try_recv() == Err(TryRecvError::Empty) {
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
        fn log_restarts(&self) -> u32 {
            let mut head = [0; 16];
            fs::File::open(self.0.join("ledger.db-wal")).unwrap().read_exact(&mut head).unwrap();
            u32::from_be_bytes([head[12], head[13], head[14], head[15]])
        }
    }

    /// Commits without a pause until the log has restarted `times` times.
    fn commit_until_restarted(folder: &Folder, conn: &Connection, times: u32) {
        conn.execute_batch("CREATE TABLE numbers (n INTEGER)").unwrap();
        let began = folder.log_restarts();
        for n in 1..=10_000_i64 {
            conn.execute("INSERT INTO numbers VALUES (?1)", [n]).unwrap();
            if folder.log_restarts() >= began + times {
                assert!(n >= i64::from(FEW_PAGES - 1), "restarted after {n} commits");
                let count: i64 = conn.query_row("SELECT count(*) FROM numbers", [], |row| row.get(0)).unwrap();
                assert_eq!(count, n);
                return;
            }
        }
        panic!("the log never restarted");
    }

    #[test]
    fn log_restarts_while_the_writer_continues() {
        let folder = Folder::new("log-beside");
        let mut conn = open_writer(&folder.options()).unwrap();
        let checkpointer = Checkpointer::start(&mut conn, &folder.options(), FEW_PAGES).unwrap();
        commit_until_restarted(&folder, &conn, 3);
        drop(conn);
        checkpointer.join();
        assert!(!folder.0.join("ledger.db-wal").exists(), "the last connection to close removes the log");
    }

    #[test]
    fn writer_copies_pages_added_during_a_checkpoint() {
        let folder = Folder::new("log-meanwhile");
        let mut conn = open_writer(&folder.options()).unwrap();
        let side = open_writer(&folder.options()).unwrap();
        let (request_sender, request_receiver) = sync_channel(1);
        let (done_sender, done_receiver) = sync_channel(1);
        install_wal_hook(
            &mut conn,
            CheckpointState { log_pages: FEW_PAGES, request_sender, done_receiver, is_under_way: false },
        )
        .unwrap();
        conn.execute_batch("CREATE TABLE numbers (n INTEGER)").unwrap();
        let add = || conn.execute("INSERT INTO numbers VALUES (1)", []).unwrap();
        let began = folder.log_restarts();
        while request_receiver.try_recv().is_err() {
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
        assert_eq!(folder.log_restarts(), began);
        done_sender.send(()).unwrap();
        add();
        add();
        assert_eq!(folder.log_restarts(), began + 1);
        assert!(request_receiver.try_recv().is_err(), "the new log is short");
    }

    #[test]
    fn writer_checkpoints_without_the_thread() {
        let folder = Folder::new("log-alone");
        let mut conn = open_writer(&folder.options()).unwrap();
        let (request_sender, _) = sync_channel(1);
        let (_, done_receiver) = sync_channel(1);
        install_wal_hook(
            &mut conn,
            CheckpointState { log_pages: FEW_PAGES, request_sender, done_receiver, is_under_way: false },
        )
        .unwrap();
        commit_until_restarted(&folder, &conn, 3);
    }
}
