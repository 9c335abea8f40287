//! The receiver of the storm: a table on a server that is never killed. It shows what really happened, whatever
//! happens to the nodes and their own database.

use std::hash::{BuildHasher, RandomState};

use jiff::Timestamp;
use refrain::RunContext;
use refrain::model::{Fence, OccurrenceId};
use refrain::store::postgres::tokio_postgres::{self, Client, NoTls};

/// Returns the address of the server that the test services started.
fn address() -> String {
    std::env::var("REFRAIN_TEST_POSTGRES")
        .unwrap_or_else(|_| panic!("REFRAIN_TEST_POSTGRES must name a server; `make test` starts one"))
}

/// Records the progress of runs. Each line is its own transaction.
pub(crate) struct Receiver {
    client: Client,
    table: String,
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Started,
    Failed,
    Done,
}

impl Phase {
    const ALL: [Self; 3] = [Self::Started, Self::Failed, Self::Done];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Failed => "failed",
            Self::Done => "done",
        }
    }
}

/// One recorded line, in the order of writing.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    pub(crate) occurrence: OccurrenceId,
    pub(crate) attempt: u32,
    pub(crate) fence: Fence,
    pub(crate) pid: u32,
    pub(crate) phase: Phase,
    pub(crate) at: Timestamp,
}

impl Receiver {
    /// Creates a receiver with an empty table.
    pub(crate) async fn make() -> Self {
        let table = format!("effects_{:016x}", RandomState::new().hash_one(std::process::id()));
        let receiver = Self::open(table).await;
        let columns = "seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, occurrence bigint NOT NULL,
                       attempt bigint NOT NULL, fence bigint NOT NULL, pid bigint NOT NULL, phase text NOT NULL,
                       at timestamptz NOT NULL DEFAULT clock_timestamp()";
        receiver.client.batch_execute(&format!("CREATE TABLE {} ({columns})", receiver.table)).await.unwrap();
        receiver
    }

    /// Opens the receiver with this table.
    pub(crate) async fn open(table: String) -> Self {
        let (client, connection) = tokio_postgres::connect(&address(), NoTls).await.unwrap();
        tokio::spawn(connection);
        Self { client, table }
    }

    pub(crate) fn table(&self) -> &str {
        &self.table
    }

    /// Records that a run has reached a phase.
    pub(crate) async fn tell(&self, context: &RunContext, phase: Phase) {
        let sql =
            format!("INSERT INTO {} (occurrence, attempt, fence, pid, phase) VALUES ($1, $2, $3, $4, $5)", self.table);
        let (id, fence) = (context.occurrence().0, context.fence().0);
        let (attempt, pid) = (i64::from(context.attempt()), i64::from(std::process::id()));
        self.client.execute(&sql, &[&id, &attempt, &fence, &pid, &phase.as_str()]).await.unwrap();
    }

    /// Returns everything that was recorded, and drops the table.
    pub(crate) async fn close(self) -> Vec<Effect> {
        let sql = format!("SELECT occurrence, attempt, fence, pid, phase, at FROM {} ORDER BY seq", self.table);
        let rows = self.client.query(&sql, &[]).await.unwrap();
        let effects = rows.iter().map(|row| {
            let phase: &str = row.get(4);
            Effect {
                occurrence: OccurrenceId(row.get(0)),
                attempt: u32::try_from(row.get::<_, i64>(1)).unwrap(),
                fence: Fence(row.get(2)),
                pid: u32::try_from(row.get::<_, i64>(3)).unwrap(),
                phase: Phase::ALL.into_iter().find(|known| known.as_str() == phase).unwrap(),
                at: row.get(5),
            }
        });
        let effects = effects.collect();
        self.client.batch_execute(&format!("DROP TABLE {}", self.table)).await.unwrap();
        effects
    }
}
