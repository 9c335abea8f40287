//! The contract applied to PostgreSQL. Every subject has its own schema on the server that
//! `REFRAIN_TEST_POSTGRES` names.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use refrain_ledger::model::{OccurrenceId, Revision, ScheduleUid, Tenant};
use refrain_ledger::store::Store;
use refrain_ledger::testing::{INVALID_DEFINITION, Subject, Tamper};
use refrain_stores::postgres::{Postgres, PostgresOptions};
use tokio_postgres::{Client, NoTls};

/// A store in its own schema.
pub(crate) struct PostgresSubject {
    schema: String,
    store: Arc<Postgres>,
}

/// Returns an address that the test services provide.
pub(crate) fn address(variable: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| panic!("{variable} must name a server; `make test` starts one"))
}

/// Returns the name of a schema used by one test only.
pub(crate) fn new_schema() -> String {
    format!("test_{:016x}", RandomState::new().hash_one(std::process::id()))
}

/// Returns the options of a test's store. The deadline is long, because a disk that all tests use at once may stall.
pub(crate) fn options(schema: &str) -> PostgresOptions {
    let url = address("REFRAIN_TEST_POSTGRES");
    let deadline = Duration::from_secs(60);
    PostgresOptions::new(url).with(|it| {
        it.schema = schema.to_owned();
        it.pool_size = 4;
        it.deadline = deadline;
    })
}

/// Opens a connection to the schema of the store, bypassing the store.
pub(crate) async fn connect(schema: &str) -> Client {
    let url = address("REFRAIN_TEST_POSTGRES");
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(&format!("SET search_path TO \"{schema}\"")).await.unwrap();
    client
}

#[async_trait]
impl Subject for PostgresSubject {
    async fn open() -> Self {
        let schema = new_schema();
        let store = Arc::new(Postgres::open(options(&schema)).await.unwrap());
        Self { schema, store }
    }

    fn store(&self) -> Arc<dyn Store> {
        self.store.clone()
    }

    async fn reopen(&self) -> Arc<dyn Store> {
        Arc::new(Postgres::open(options(&self.schema)).await.unwrap())
    }

    async fn reset(&self) {
        // Tenants are kept, because their numbers are cached.
        let client = connect(&self.schema).await;
        client
            .batch_execute(
                "DELETE FROM schedules; DELETE FROM planning; DELETE FROM revisions; DELETE FROM occurrences; DELETE FROM open_occurrences;
                 DELETE FROM attempts; DELETE FROM gaps; DELETE FROM work_items; DELETE FROM documents;
                 DELETE FROM marks; DELETE FROM counts; DELETE FROM nodes; DELETE FROM audit; DELETE FROM audit_tips;",
            )
            .await
            .unwrap();
    }

    async fn close(&self) {
        let client = connect(&self.schema).await;
        client.batch_execute(&format!("DROP SCHEMA \"{}\" CASCADE", self.schema)).await.unwrap();
    }

    async fn tamper(&self, tenant: &Tenant, how: Tamper) {
        let client = connect(&self.schema).await;
        let tenant = (tenant.namespace.as_str(), tenant.name.as_str());
        let number = "(SELECT number FROM tenants WHERE namespace = $1 AND name = $2)";
        let changed = match how {
            Tamper::Detail(seq) => {
                let sql = format!("UPDATE audit SET detail = detail || ' ' WHERE tenant = {number} AND seq = $3");
                client.execute(&sql, &[&tenant.0, &tenant.1, &seq]).await
            }
            Tamper::RemoveLast => {
                let last = format!("(SELECT max(seq) FROM audit WHERE tenant = {number})");
                let sql = format!("DELETE FROM audit WHERE tenant = {number} AND seq = {last}");
                client.execute(&sql, &[&tenant.0, &tenant.1]).await
            }
        };
        assert_eq!(changed.unwrap(), 1);
    }

    async fn damage_definition(&self, uid: ScheduleUid, revision: Revision) {
        let sql = "UPDATE revisions SET definition = $1 WHERE schedule_uid = $2 AND revision = $3";
        let changed = connect(&self.schema).await.execute(sql, &[&INVALID_DEFINITION, &uid.0, &revision.0]).await;
        assert_eq!(changed.unwrap(), 1);
    }

    async fn damage_row(&self, id: OccurrenceId) {
        let sql = "UPDATE open_occurrences SET trigger = 99 WHERE id = $1";
        assert_eq!(connect(&self.schema).await.execute(sql, &[&id.0]).await.unwrap(), 1);
    }
}

refrain_ledger::store_contract!(PostgresSubject);
