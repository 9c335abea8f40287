//! Copying the log into the file, beside the writer, which would stand still meanwhile.
//!
//! The log begins anew only when all of it has been copied and nobody reads it, and a writer that never rests always adds
//! something that a copy beside it has not seen. So the copy is made in two steps: a thread with a connection of its own takes
//! all there is, and when it is through, the writer takes the little that has come since, between two of its transactions.
//!
//! A copy that fails is made again with the next commit: what is in the log is safe there.

use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use rusqlite::hooks::Wal;
use rusqlite::wal::CheckpointMode;

use super::connection::{SqliteOptions, open_writer};
use super::error::Result;
use crate::store::StoreError;

/// The log is copied into the file when it has so many pages. A longer log means fewer of these copies, and a slower
/// first opening after a crash.
pub(super) const LOG_PAGES: i32 = 4_096;

/// The thread that copies, until it is told to end.
pub(super) struct Copier {
    thread: JoinHandle<()>,
    /// Keeps the thread waiting for orders.
    ask: SyncSender<()>,
}

impl Copier {
    /// Copies from now on what this connection writes, each time that the log has so many pages.
    pub(super) fn start(conn: &mut Connection, options: &SqliteOptions, log_pages: i32) -> Result<Self> {
        let side = open_writer(options)?;
        // One copy is asked for at a time, and its end is heard of before the next.
        let (ask, asked) = sync_channel(1);
        let (tell, told) = sync_channel(1);
        let copy = move || {
            while asked.recv().is_ok() {
                // Whoever reads an old page is not waited for, and left alone.
                let _ = side.wal_checkpoint_v2(None::<&str>, CheckpointMode::PASSIVE);
                // Whoever asked may have gone meanwhile; that is heard of above.
                let _ = tell.send(());
            }
        };
        let spawned = thread::Builder::new().name("refrain-sqlite-log".to_owned()).spawn(copy);
        let thread = spawned.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        look_after(conn, Copies { log_pages, ask: ask.clone(), told, is_under_way: false })?;
        Ok(Self { thread, ask })
    }

    /// Ends it, after the connection that it copies for was closed: the last to close takes the log along, and of two that close
    /// in the same moment neither is the last.
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

/// The writer's side of it.
struct Copies {
    log_pages: i32,
    ask: SyncSender<()>,
    told: Receiver<()>,
    is_under_way: bool,
}

impl Copies {
    /// Looks at the log, which has so many pages, after a commit.
    fn committed(&mut self, wal: &mut Wal, pages: i32) {
        if !self.is_under_way {
            self.is_under_way = pages >= self.log_pages && self.ask.try_send(()).is_ok();
            // Only when the thread is gone does the writer copy all of it.
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

    /// Small enough to be reached at once.
    const FEW_PAGES: i32 = 10;

    impl Folder {
        fn options(&self) -> SqliteOptions {
            SqliteOptions::new(self.ledger())
        }

        /// How often the log has begun anew: the fourth number of its head.
        fn log_began(&self) -> u32 {
            let mut head = [0; 16];
            fs::File::open(self.0.join("ledger.db-wal")).unwrap().read_exact(&mut head).unwrap();
            u32::from_be_bytes([head[12], head[13], head[14], head[15]])
        }
    }

    /// Commits without a rest until the log has begun anew so often.
    fn commit_until_anew(folder: &Folder, conn: &Connection, times: u32) {
        conn.execute_batch("CREATE TABLE numbers (n INTEGER)").unwrap();
        let began = folder.log_began();
        for n in 1..=10_000_i64 {
            conn.execute("INSERT INTO numbers VALUES (?1)", [n]).unwrap();
            if folder.log_began() >= began + times {
                assert!(n >= i64::from(FEW_PAGES - 1), "begun anew after {n} commits");
                let count: i64 = conn.query_row("SELECT count(*) FROM numbers", [], |row| row.get(0)).unwrap();
                assert_eq!(count, n);
                return;
            }
        }
        panic!("the log never began anew");
    }

    #[test]
    fn the_log_begins_anew_while_the_writer_goes_on() {
        let folder = Folder::new("log-beside");
        let mut conn = open_writer(&folder.options()).unwrap();
        let copier = Copier::start(&mut conn, &folder.options(), FEW_PAGES).unwrap();
        commit_until_anew(&folder, &conn, 3);
        drop(conn);
        copier.join();
        assert!(!folder.0.join("ledger.db-wal").exists(), "the last to close takes the log along");
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
        // A copy knows the log as it was when it began, and so does a reader that keeps it from going further.
        let reader = open_writer(&folder.options()).unwrap();
        reader.execute_batch("BEGIN; SELECT count(*) FROM numbers").unwrap();
        add();
        let copied = side.wal_checkpoint_v2(None::<&str>, CheckpointMode::PASSIVE).unwrap();
        assert_eq!(copied, (FEW_PAGES + 1, FEW_PAGES));
        drop(reader);
        // A page is left, so the log goes on.
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
