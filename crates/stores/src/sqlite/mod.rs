//! Ledger in a single SQLite file, for a laptop, a device or a single machine.
//!
//! One thread writes and commits for all waiting callers, another thread checkpoints the write-ahead log into
//! the file, and a few threads read. No call returns before its changes are on disk. Every decision reads its
//! rows inside the transaction that writes them, so another process may have the same file open. No file
//! content is cached between transactions.

mod audit;
mod backup;
mod catalog;
mod change_occurrence;
mod checkpoint;
mod claim;
mod connect;
mod counters;
mod due;
mod effect;
mod error;
#[cfg(test)]
mod fixture;
mod gaps;
mod history;
mod ids;
mod insert;
mod integrity;
mod lease;
mod ledger;
mod marks;
mod migrate;
mod occurrence;
mod options;
mod overdue;
mod plan;
mod prune;
mod queue;
mod readers;
mod ready;
mod replan;
mod revise;
mod revisions;
mod room;
mod row;
mod save;
mod schedule;
mod schedules;
mod seen;
mod settle;
mod settle_rows;
mod span;
mod status;
mod store;
mod tenants;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::watch;

use crate::layout::LayoutProbe;
pub use backup::BackupReport;
use error::{Result, StoreResult};
pub use options::SqliteOptions;
use prune::Pass;
use readers::Readers;
use ready::ClaimCursor;
use room::SpaceCheck;
pub use rusqlite;
use seen::SeenFile;
use writer::{Size, Writer};

/// Ledger in a SQLite file. Dropping it waits until all pending calls are done.
#[derive(Debug)]
pub struct Sqlite {
    // Dropped in this order: the writer closes last and leaves a file without a log behind.
    readers: Readers,
    writer: Writer,
    wakes: Arc<watch::Sender<u64>>,
    /// Progress of retention.
    pass: Mutex<Pass>,
    place: ClaimCursor,
    room: SpaceCheck,
    seen: Arc<SeenFile>,
}

impl Sqlite {
    /// Opens a file, and creates it if it does not exist.
    ///
    /// # Errors
    /// Fails if the file cannot be written safely, is not a ledger, is damaged, or was created by a newer program.
    pub async fn open(path: impl AsRef<Path>) -> StoreResult<Self> {
        Self::open_with(SqliteOptions::new(path)).await
    }

    /// Opens a file with explicit options.
    ///
    /// # Errors
    /// Same as [`Sqlite::open`].
    pub async fn open_with(options: SqliteOptions) -> StoreResult<Self> {
        let writer = Writer::start(&options).await?;
        let readers = Readers::start(&options).await?;
        Ok(Self {
            readers,
            writer,
            wakes: Arc::new(watch::Sender::new(0)),
            pass: Mutex::default(),
            place: ClaimCursor::default(),
            room: SpaceCheck::of(&options),
            seen: Arc::new(SeenFile::for_ledger(&options.path)),
        })
    }

    /// Returns the layout of a file without changing or creating it.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub async fn layout(options: SqliteOptions) -> StoreResult<LayoutProbe> {
        readers::once(move || connect::open_reader(&options).and_then(|conn| migrate::found(&conn))).await
    }

    /// Checks that an existing file can be written, without changing it or creating another one.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`](refrain_ledger::store::StoreError::ReadOnly) if the file is write-protected. Other
    /// errors if it cannot be opened.
    pub async fn check_writable(options: SqliteOptions) -> StoreResult<()> {
        readers::once(move || connect::check_writable(&options.path)).await
    }

    /// Copies a file to another one while other processes may write to it. The copy is a consistent snapshot of
    /// the ledger, complete and on disk.
    ///
    /// # Errors
    /// [`StoreError::Invalid`](refrain_ledger::store::StoreError::Invalid) if the target file exists. Other errors if
    /// one of the files cannot be read or written; no partial copy is left behind.
    pub async fn backup(options: SqliteOptions, to: impl AsRef<Path>) -> StoreResult<BackupReport> {
        let to = to.as_ref().to_owned();
        readers::once(move || backup::backup(&options, &to)).await
    }

    /// Reads every page of a file and checks that tables and indexes agree.
    ///
    /// Returns the problems found, at most 100; an empty list means that the file is intact. The duration
    /// depends on the size of the file. Other connections can work in the meantime.
    ///
    /// # Errors
    /// Fails if the file cannot be opened.
    pub async fn integrity_check(options: SqliteOptions) -> StoreResult<Vec<String>> {
        readers::once(move || connect::open_reader(&options).and_then(|conn| integrity::check(&conn))).await
    }

    /// Runs a write job in a transaction.
    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.write_rows(0, work).await
    }

    /// Runs a write job on `rows` rows in a transaction.
    async fn write_rows<T: Send + 'static>(
        &self,
        rows: usize,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> StoreResult<T> {
        Ok(self.writer.write(Size::of(rows), work, || ()).await?)
    }

    /// Runs a write job in a transaction and notifies waiting tasks that there may be work.
    async fn write_and_wake<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.write_rows_and_wake(0, work).await
    }

    /// Runs a write job on `rows` rows and notifies waiting tasks that there may be work.
    async fn write_rows_and_wake<T: Send + 'static>(
        &self,
        rows: usize,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> StoreResult<T> {
        let wakes = Arc::clone(&self.wakes);
        Ok(self.writer.write(Size::of(rows), work, move || wakes.send_modify(|count| *count += 1)).await?)
    }

    /// Replaces the progress of retention and returns the previous one. Two concurrent steps do part of the
    /// work twice.
    fn prune_pass(&self, pass: Pass) -> Pass {
        std::mem::replace(&mut *self.pass.lock().unwrap_or_else(PoisonError::into_inner), pass)
    }

    /// Runs a read job in one snapshot.
    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.readers.read(work).await
    }
}
