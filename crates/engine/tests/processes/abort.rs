//! A run that aborts its whole process on every attempt.

use std::sync::Arc;
use std::time::Duration;

use refrain::Failure;
use refrain::Refrain;
use refrain::RunContext;
use refrain::model::{FailReason, Overlap, Reason, Retry, State};
use refrain::recurrence::Length;
use refrain::store::Page;
use tokio::runtime::Runtime;
use tokio::sync::{Notify, Semaphore};

use crate::alone::alone;
use crate::folder::Folder;
use crate::process::{Process, setting};

const LEDGER: &str = "REFRAIN_TEST_LEDGER";
const ATTEMPTS: u32 = 3;
/// Number of runs of the other schedule to wait for.
const RUNS: u32 = 2;
/// Long enough for a process to start and for a lease to expire.
const PATIENCE: Duration = Duration::from_secs(300);

/// The child process: it runs until the aborting run has failed and the other schedule has run undisturbed.
pub(crate) async fn run() {
    let refrain = Refrain::builder().lease(Length::from_seconds(1)).open(&setting(LEDGER)).await.unwrap();
    refrain.handler("abort", |_: RunContext, (): ()| async { abort_process() });
    let runs = Arc::new(Semaphore::new(0));
    let counted = runs.clone();
    refrain.handler("run", move |_: RunContext, (): ()| {
        counted.add_permits(1);
        async { Ok::<_, Failure>(()) }
    });
    let has_failed = Arc::new(Notify::new());
    let reported = has_failed.clone();
    refrain.on_error(move |_| reported.notify_one());
    let retry = Retry { max_attempts: ATTEMPTS, ..Retry::default() };
    let poison = refrain.schedule("poison").run_now().then().cron("0 0 1 1 *").retry(retry);
    poison.handler("abort", ()).save().await.unwrap();
    let other = refrain.schedule("other").every(1).seconds().overlap(Overlap::AllowAll);
    other.handler("run", ()).save().await.unwrap();
    let node = refrain.start().await.unwrap();
    has_failed.notified().await;
    runs.acquire_many(RUNS).await.unwrap().forget();
    node.stop().await;
}

fn abort_process() -> Result<(), Failure> {
    std::process::abort()
}

#[test]
fn a_run_that_always_aborts_its_process_fails_and_harms_no_other() {
    let _alone = alone();
    let folder = Folder::new("abort");
    let address = folder.sqlite();
    let mut aborted = 0;
    loop {
        let mut process = Process::start("poisoned", &[(LEDGER, &address)]);
        let status = process.ended(PATIENCE).expect("the process aborts, or ends after the run has failed");
        if status.success() {
            break;
        }
        aborted += 1;
        assert!(aborted <= ATTEMPTS, "the run started more often than its attempts allow");
    }
    assert_eq!(aborted, ATTEMPTS, "every attempt is counted before it starts");
    let runtime = Runtime::new().unwrap();
    let refrain = runtime.block_on(Refrain::open(&address)).unwrap();
    let rows = |id| runtime.block_on(refrain.runs(id, &Page::first(500))).unwrap().rows;
    let poison = rows("poison");
    assert_eq!(poison.len(), 1);
    let exhausted = Some(Reason::Failed(FailReason::LeaseExhausted));
    assert_eq!((poison[0].state, poison[0].reason, poison[0].attempt), (State::Failed, exhausted, ATTEMPTS));
    let other = rows("other");
    let ended: Vec<_> = other.iter().filter(|row| row.state.is_terminal()).collect();
    assert!(ended.len() >= RUNS as usize && ended.iter().all(|row| row.state == State::Succeeded), "{ended:?}");
    let seconds: Vec<_> = other.iter().rev().map(|row| row.planned.nominal_at.as_second()).collect();
    assert!(seconds.windows(2).all(|pair| pair[1] == pair[0] + 1), "no second is missing: {seconds:?}");
}
