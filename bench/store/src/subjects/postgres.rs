//! One schema per location.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use refrain::store::Store;
use refrain::store::postgres::{Postgres, PostgresOptions};
use tokio::sync::OnceCell;
use tokio_postgres::{Client, NoTls};

use super::Subject;
use crate::Outcome;
use crate::cpu;
use crate::floor::{self, Floor, Writer};

pub struct PostgresSubject {
    url: String,
    /// The parent of all server processes, if the server is on this machine. Determined only once, because every
    /// connection is a process and costs time too.
    head: OnceCell<Option<u32>>,
}

fn schema(place: &str) -> String {
    format!("refrain_bench_{place}")
}

impl PostgresSubject {
    pub fn new(url: String) -> Self {
        Self { url, head: OnceCell::new() }
    }

    async fn client(&self) -> Outcome<Client> {
        let (client, connection) = tokio_postgres::connect(&self.url, NoTls).await?;
        // The task ends with the client. Errors show up in the client's own calls.
        tokio::spawn(connection);
        Ok(client)
    }

    async fn head(&self) -> Outcome<Option<u32>> {
        let client = self.client().await?;
        let one: i32 = client.query_one("SELECT pg_backend_pid()", &[]).await?.get(0);
        Ok(u32::try_from(one).ok().and_then(|one| cpu::server_parent(one, "postgres")))
    }
}

#[async_trait]
impl Subject for PostgresSubject {
    fn name(&self) -> &'static str {
        "postgres"
    }

    async fn open(&self, place: &str) -> Outcome<Arc<dyn Store>> {
        self.clear(&[place]).await?;
        let options = PostgresOptions::new(&self.url).with(|it| it.schema = schema(place));
        Ok(Arc::new(Postgres::open(options).await?))
    }

    async fn writers(&self, floor: Floor, callers: usize) -> Outcome<Vec<Box<dyn Writer>>> {
        let mut clients = Vec::new();
        for _ in 0..callers {
            clients.push(self.client().await?);
        }
        floor::postgres::writers(clients, floor).await
    }

    async fn server_cpu(&self) -> Outcome<Option<Duration>> {
        let head = self.head.get_or_try_init(|| self.head()).await?;
        Ok(head.and_then(cpu::family_cpu))
    }

    async fn clear(&self, slots: &[&str]) -> Outcome<()> {
        let client = self.client().await?;
        for place in slots {
            client.batch_execute(&format!("DROP SCHEMA IF EXISTS {} CASCADE", schema(place))).await?;
        }
        Ok(client.batch_execute("DROP TABLE IF EXISTS floor").await?)
    }
}
