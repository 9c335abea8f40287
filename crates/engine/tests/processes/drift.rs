//! A node in real time on a file. A schedule that runs every second runs sixty times a minute: once per second
//! and never early. The start delay depends on the machine; benchmarks measure it.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::mpsc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::Failure;
use refrain::Refrain;
use refrain::RunContext;
use refrain::clock::wall;
use refrain::model::{Overlap, State};
use refrain::store::Page;
use tokio::runtime::Runtime;

use crate::alone::alone;
use crate::folder::Folder;

const SCHEDULES: [&str; 4] = ["a", "b", "c", "d"];
const SECONDS: i64 = 60;
/// Timeout after which a run is considered lost.
const PATIENCE: Duration = Duration::from_secs(300);

#[test]
fn a_one_second_schedule_runs_sixty_times_a_minute_and_never_early() {
    let _alone = alone();
    let folder = Folder::new("drift");
    let runtime = Runtime::new().unwrap();
    let (sender, fires) = mpsc::channel();
    let refrain = runtime.block_on(Refrain::open(&folder.sqlite())).unwrap();
    refrain.handler("tell", move |context: RunContext, (): ()| {
        sender.send((context.schedule().id.to_string(), context.nominal_at(), wall())).unwrap();
        async { Ok::<_, Failure>(()) }
    });
    let starts_at = Timestamp::from_second(wall().as_second() + 3).unwrap();
    let ends_at = starts_at + SignedDuration::from_secs(SECONDS);
    let mut expected = BTreeMap::new();
    for id in SCHEDULES {
        let schedule = refrain.schedule(id).every(1).seconds().starting(starts_at).until(ends_at);
        let schedule = schedule.overlap(Overlap::AllowAll).handler("tell", ());
        let created_at = runtime.block_on(schedule.save()).unwrap().created_at;
        // On a slow machine, a schedule is saved after its start: planning then begins when it was saved.
        let seconds = (0..SECONDS).map(|second| starts_at + SignedDuration::from_secs(second));
        expected.insert(id, seconds.filter(|at| *at > created_at).collect::<Vec<_>>());
    }
    let node = runtime.block_on(refrain.start()).unwrap();
    let count = expected.values().map(Vec::len).sum();
    let fires: Vec<_> = (0..count).map(|_| fires.recv_timeout(PATIENCE).unwrap()).collect();
    runtime.block_on(node.stop());

    for (id, expected) in expected {
        let mut nominal: Vec<_> = fires.iter().filter(|fire| fire.0 == id).map(|fire| fire.1).collect();
        // When the machine stalls for a second, two runs start side by side.
        nominal.sort_unstable();
        assert_eq!(nominal, expected, "{id} runs once per second");
        let rows = runtime.block_on(refrain.runs(id, &Page::first(500))).unwrap().rows;
        assert!(rows.len() == expected.len() && rows.iter().all(|row| row.state == State::Succeeded), "{rows:?}");
    }
    let mut late: Vec<_> = fires.iter().map(|(_, nominal_at, at)| at.duration_since(*nominal_at)).collect();
    late.sort_unstable();
    let (first, median, last) = (late[0], late[count / 2], late[count - 1]);
    let almost_last = late[(count * 99).div_ceil(100) - 1];
    let line = format!("start delay: {median:?} (p50), {almost_last:?} (p99), {last:?} (maximum)");
    writeln!(std::io::stdout(), "{line}").unwrap();
    assert!(first >= SignedDuration::ZERO, "a run started early, by {first:?}");
}
