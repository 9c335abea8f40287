//! The ledger in one file, for a laptop, a device, a single machine.
//!
//! One thread writes and commits for all who wait, another one copies the log into the file, a few threads read. Nothing is
//! answered before it is on the disk.
//! Every decision reads its rows inside the transaction that writes them, so that another process may have the same file
//! open. Nothing of the file is remembered between transactions.

mod audit;
mod backup;
mod catalog;
mod checkpoint;
mod claim;
mod connection;
mod counters;
mod effect;
mod error;
#[cfg(test)]
mod fixture;
mod history;
mod integrity;
mod lease;
mod ledger;
mod marks;
mod migrate;
mod occurrence;
mod plan;
mod prune;
mod queue;
mod readers;
mod ready;
mod replan;
mod report;
mod room;
mod row;
mod schedule;
mod schedules;
mod seen;
mod settle;
mod span;
mod tenants;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use jiff::Timestamp;
use rusqlite::Connection;
use tokio::sync::watch;

use crate::store::{Health, LayoutFound, Restored, Store};
pub use backup::BackedUp;
pub use connection::SqliteOptions;
use error::Result;
use prune::Pass;
use readers::Readers;
use ready::Place;
use room::Room;
pub use rusqlite;
use seen::SeenFile;
use writer::{Size, Writer};

/// A ledger in a file. Dropping it waits until what was asked of it is done.
#[derive(Debug)]
pub struct Sqlite {
    // Dropped in this order: the writer closes last and leaves a file without a log behind.
    readers: Readers,
    writer: Writer,
    wakes: Arc<watch::Sender<u64>>,
    /// How far retention has come.
    pass: Mutex<Pass>,
    place: Place,
    room: Room,
    seen: Arc<SeenFile>,
}

impl Sqlite {
    /// Opens a file, and makes it when it is not there.
    ///
    /// # Errors
    /// When it cannot be written safely, is no ledger, is damaged, or was made by a newer program.
    pub async fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::open_with(SqliteOptions::new(path)).await
    }

    /// The same, with all that can be chosen.
    ///
    /// # Errors
    /// As [`Sqlite::open`].
    pub async fn open_with(options: SqliteOptions) -> Result<Self> {
        let writer = Writer::start(&options).await?;
        let readers = Readers::start(&options).await?;
        Ok(Self {
            readers,
            writer,
            wakes: Arc::new(watch::Sender::new(0)),
            pass: Mutex::default(),
            place: Place::default(),
            room: Room::of(&options),
            seen: Arc::new(SeenFile::beside(&options.path)),
        })
    }

    /// The layout that a file has, without changing it or making one.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn layout(options: SqliteOptions) -> Result<LayoutFound> {
        readers::once(move || connection::open_reader(&options).and_then(|conn| migrate::found(&conn))).await
    }

    /// Copies a file to another one, while others write to it. The copy is one moment of the ledger, whole and on the disk.
    ///
    /// # Errors
    /// [`StoreError::Invalid`](crate::store::StoreError::Invalid) when there is a file of that name, and when one of them cannot be
    /// read or written; nothing is left behind then.
    pub async fn backup(options: SqliteOptions, to: impl AsRef<Path>) -> Result<BackedUp> {
        let to = to.as_ref().to_owned();
        readers::once(move || backup::backup(&options, &to)).await
    }

    /// Reads every page of a file and checks that tables and indexes agree. Answers what is wrong, at most 100 lines; an empty
    /// answer means that the file is whole. It takes as long as the file is large, and others may work meanwhile.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub async fn integrity_check(options: SqliteOptions) -> Result<Vec<String>> {
        readers::once(move || connection::open_reader(&options).and_then(|conn| integrity::check(&conn))).await
    }

    /// Writes in a transaction.
    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.write_rows(0, work).await
    }

    /// The same for work on so many rows.
    async fn write_rows<T: Send + 'static>(
        &self,
        rows: usize,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.writer.write(Size::of(rows), work, || ()).await
    }

    /// Writes in a transaction and tells those who wait that there may be something to do.
    async fn write_and_wake<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.write_rows_and_wake(0, work).await
    }

    /// The same for work on so many rows.
    async fn write_rows_and_wake<T: Send + 'static>(
        &self,
        rows: usize,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let wakes = Arc::clone(&self.wakes);
        self.writer.write(Size::of(rows), work, move || wakes.send_modify(|count| *count += 1)).await
    }

    /// Replaces how far retention has come, and answers how far it had. Two steps at once do part of the work twice.
    fn prune_pass(&self, pass: Pass) -> Pass {
        std::mem::replace(&mut *self.pass.lock().unwrap_or_else(PoisonError::into_inner), pass)
    }

    /// Reads in one snapshot.
    async fn read<T: Send + 'static>(&self, work: impl FnOnce(&Connection) -> Result<T> + Send + 'static) -> Result<T> {
        self.readers.read(work).await
    }
}

#[async_trait]
impl Store for Sqlite {
    async fn now(&self) -> Result<Timestamp> {
        Ok(crate::clock::wall())
    }

    async fn health(&self) -> Result<Health> {
        let room = self.room.clone();
        let (layout, full) = self.read(move |conn| Ok((migrate::layout(conn)?, room.shortage(conn)?))).await?;
        Ok(Health {
            kind: "sqlite",
            schema_version: layout.map_or(migrate::SCHEMA_VERSION, |layout| layout.version),
            known_version: migrate::SCHEMA_VERSION,
            warnings: Vec::new(),
            full,
        })
    }

    async fn restored(&self) -> Result<Option<Restored>> {
        let seen = Arc::clone(&self.seen);
        let newest = |conn: &Connection| Ok(conn.query_row(include_str!("sql/last_number.sql"), [], |row| row.get(0))?);
        self.read(move |conn| seen.compare(|| newest(conn))).await
    }

    fn wakes(&self) -> watch::Receiver<u64> {
        self.wakes.subscribe()
    }
}
