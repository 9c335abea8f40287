//! A node of the storm: the engine with short leases, until it is terminated.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use refrain::Error;
use refrain::Failure;
use refrain::Refrain;
use refrain::RunContext;
use refrain::embed::Builder;
use refrain::recurrence::Length;
use refrain::store::postgres::{Postgres, PostgresOptions};

use crate::process::{say_and_run, setting};
use crate::receiver::{Phase, Receiver};
use crate::work::{HANDLER, Work};

/// Environment variables with the addresses of a node.
pub(crate) const LEDGER: &str = "REFRAIN_TEST_LEDGER";
pub(crate) const EFFECTS: &str = "REFRAIN_TEST_EFFECTS";
/// Short, so that a node that is suspended for a moment loses all its leases.
pub(crate) const LEASE: Length = Length::from_seconds(2);
pub(crate) const DRAIN: Length = Length::from_seconds(10);
pub(crate) const READY: &str = "ready";

/// Interval of connection attempts while the server is down.
const RETRY_EVERY: Duration = Duration::from_millis(50);

/// Opens the ledger, and waits for the server as long as necessary.
pub(crate) async fn open(url: &str) -> Refrain {
    loop {
        // The test saves the schedules, and the node processes run them.
        let builder = Refrain::builder().lease(LEASE).drain(DRAIN).allow_remote_handlers();
        let builder = builder.engine(|engine| engine.worker.check_every = SignedDuration::from_millis(500));
        let is_elsewhere = url.starts_with("sqlite:") || url.starts_with("redis");
        let opened = if is_elsewhere { builder.open(url).await } else { over_postgres(builder, url).await };
        match opened {
            Ok(refrain) => return refrain,
            Err(_) => tokio::time::sleep(RETRY_EVERY).await,
        }
    }
}

/// Uses few connections, so that three nodes leave room for others, and a short deadline for a server that is down.
async fn over_postgres(builder: Builder, url: &str) -> Result<Refrain, Error> {
    let options = PostgresOptions::new(url).with(|it| {
        it.pool_size = 4;
        it.deadline = Duration::from_secs(5);
    });
    builder.over(Arc::new(Postgres::open(options).await?)).await
}

pub(crate) async fn run() {
    let receiver = Arc::new(Receiver::open(setting(EFFECTS)).await);
    let refrain = open(&setting(LEDGER)).await;
    refrain.handler(HANDLER, move |context: RunContext, work: Work| run_one(Arc::clone(&receiver), context, work));
    let node = loop {
        match refrain.start().await {
            Ok(node) => break node,
            Err(_) => tokio::time::sleep(RETRY_EVERY).await,
        }
    };
    say_and_run(READY, node).await;
}

async fn run_one(receiver: Arc<Receiver>, context: RunContext, work: Work) -> Result<(), Failure> {
    receiver.tell(&context, Phase::Started).await;
    tokio::time::sleep(Duration::from_millis(work.takes_ms)).await;
    if work.fails(&context) {
        receiver.tell(&context, Phase::Failed).await;
        return Err("this attempt was selected to fail".into());
    }
    receiver.tell(&context, Phase::Done).await;
    Ok(())
}
