//! A process that receives SIGTERM: the first lets its runs finish, the second makes it release them.

use std::time::Duration;

use refrain::Failure;
use refrain::Refrain;
use refrain::RunContext;
use refrain::model::State;
use refrain::recurrence::Length;
use refrain::store::Page;
use tokio::runtime::Runtime;

use crate::alone::alone;
use crate::folder::Folder;
use crate::process::{Process, say, say_and_run, setting};

const LEDGER: &str = "REFRAIN_TEST_LEDGER";
const TAKES: &str = "REFRAIN_TEST_TAKES_MS";
/// Much longer than the test may take: a process that ends earlier did not wait for the drain limit.
const DRAIN: Length = Length::from_seconds(36_000);
const FOREVER_MS: &str = "100000000";
const PATIENCE: Duration = Duration::from_secs(300);
/// Two signals in quick succession may be merged into one, so the second is repeated until the process ends.
const SIGNAL_EVERY: Duration = Duration::from_millis(500);
const SIGNALS_MAX: usize = 600;
const LISTENING: &str = "listening";

/// The child process: a node with one run.
pub(crate) async fn run() {
    let refrain = Refrain::builder().drain(DRAIN).open(&setting(LEDGER)).await.unwrap();
    let takes = Duration::from_millis(setting(TAKES).parse().unwrap());
    refrain.handler("run", move |_: RunContext, (): ()| async move {
        say("begun");
        tokio::time::sleep(takes).await;
        Ok::<_, Failure>(())
    });
    refrain.schedule("a").run_now().then().cron("0 0 1 1 *").handler("run", ()).save().await.unwrap();
    say_and_run(LISTENING, refrain.start().await.unwrap()).await;
}

/// Starts a process with a run in progress.
fn busy(folder: &Folder, takes_ms: &str) -> Process {
    let process = Process::start("busy", &[(LEDGER, &folder.sqlite()), (TAKES, takes_ms)]);
    process.wait_for_all(&["begun", LISTENING], PATIENCE);
    process
}

fn state(folder: &Folder) -> (State, u32) {
    let runtime = Runtime::new().unwrap();
    let refrain = runtime.block_on(Refrain::open(&folder.sqlite())).unwrap();
    let rows = runtime.block_on(refrain.runs("a", &Page::first(10))).unwrap().rows;
    assert_eq!(rows.len(), 1);
    (rows[0].state, rows[0].attempt)
}

#[test]
fn sigterm_lets_the_runs_finish() {
    let _alone = alone();
    let folder = Folder::new("drain");
    let mut process = busy(&folder, "1500");
    process.terminate();
    let status = process.ended(PATIENCE).expect("the process ends when its run has ended");
    assert!(status.success(), "{status}");
    assert_eq!(state(&folder), (State::Succeeded, 1));
}

#[test]
fn a_second_sigterm_releases_the_runs_and_ends_at_once() {
    let _alone = alone();
    let folder = Folder::new("drain-twice");
    let mut process = busy(&folder, FOREVER_MS);
    process.terminate();
    assert!(process.ended(SIGNAL_EVERY).is_none(), "after one signal the process waits for its run");
    let ended = (0..SIGNALS_MAX).find_map(|_| {
        process.terminate();
        process.ended(SIGNAL_EVERY)
    });
    let status = ended.expect("after two signals the process does not wait");
    assert!(status.success(), "{status}");
    assert_eq!(state(&folder), (State::Planned, 0), "the occurrence is released without counting the attempt");
}
