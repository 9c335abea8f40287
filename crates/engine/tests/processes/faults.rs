//! Injects faults into the nodes and their database. A seed determines all faults in advance; each is logged
//! when it happens.

use std::sync::Mutex;
use std::time::Duration;

use jiff::Timestamp;
use refrain::clock::wall;

use crate::database::Database;
use crate::node::{EFFECTS, LEDGER, READY};
use crate::process::Process;
use crate::seed::Random;

/// Number of nodes, and the faults injected into each of them per minute.
pub(crate) const NODES: usize = 3;
const KILLS_PER_NODE: usize = 14;
const STOPS_PER_NODE: usize = 7;
/// Number of times the database server is killed per minute.
pub(crate) const DATABASE_KILLS: usize = 4;
/// Time between two faults of a node, in milliseconds.
const UPTIME_MS: (i64, i64) = (200, 2_300);
/// One of this many nodes may be hit by a fault before it is ready. The uptime of the others begins when they are
/// ready, so that nodes work between two faults on a slow machine too.
const UNREADY_EVERY: usize = 4;
/// Maximum time for a node to become ready, which may have to wait for the database.
const READY_WITHIN: Duration = Duration::from_secs(300);
/// Time before a killed node is restarted.
const DOWNTIME_MS: (i64, i64) = (0, 400);
/// Time for which a node is suspended: longer than its leases last.
const SUSPENDED_MS: (i64, i64) = (2_200, 3_200);
/// Time between two kills of the database, and minimum downtime after each.
const DATABASE_UPTIME_MS: (i64, i64) = (9_000, 12_000);
const DATABASE_DOWNTIME_MS: (i64, i64) = (0, 1_200);

/// Kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The process was killed.
    Kill(u32),
    /// The process was suspended.
    Stop(u32),
    /// The database was down.
    Database,
}

/// One fault and its time range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    pub(crate) from: Timestamp,
    pub(crate) to: Timestamp,
}

/// All faults so far.
#[derive(Default)]
pub(crate) struct Log(Mutex<Vec<Fault>>);

impl Log {
    fn note(&self, kind: Kind, from: Timestamp) {
        self.0.lock().unwrap().push(Fault { kind, from, to: wall() });
    }

    pub(crate) fn into_faults(self) -> Vec<Fault> {
        self.0.into_inner().unwrap()
    }
}

/// Addresses passed to a node.
pub(crate) struct Addresses {
    pub(crate) ledger: String,
    pub(crate) effects: String,
}

impl Addresses {
    pub(crate) fn start(&self) -> Process {
        Process::start("node", &[(LEDGER, &self.ledger), (EFFECTS, &self.effects)])
    }
}

#[derive(Clone, Copy)]
enum Step {
    Kill,
    Stop,
}

/// Injects faults into one node, and returns the process that is alive at the end. It is ready.
pub(crate) fn inject_faults(addresses: &Addresses, minutes: usize, mut random: Random, log: &Log) -> Process {
    let a_minute = [[Step::Kill; KILLS_PER_NODE].as_slice(), [Step::Stop; STOPS_PER_NODE].as_slice()].concat();
    let mut steps = a_minute.repeat(minutes);
    let mut node = addresses.start();
    let mut is_ready = false;
    while !steps.is_empty() {
        if random.below(UNREADY_EVERY) > 0 && !is_ready {
            node.wait_for(READY, READY_WITHIN);
            is_ready = true;
        }
        pause(&mut random, UPTIME_MS);
        let from = wall();
        match steps.swap_remove(random.below(steps.len())) {
            Step::Kill => {
                node.kill();
                log.note(Kind::Kill(node.id()), from);
                pause(&mut random, DOWNTIME_MS);
                node = addresses.start();
                is_ready = false;
            }
            Step::Stop => {
                node.stop();
                pause(&mut random, SUSPENDED_MS);
                node.resume();
                log.note(Kind::Stop(node.id()), from);
            }
        }
    }
    if !is_ready {
        node.wait_for(READY, READY_WITHIN);
    }
    node
}

/// Kills the database server repeatedly, if there is one.
pub(crate) fn inject_database_faults(database: &mut dyn Database, minutes: usize, mut random: Random, log: &Log) {
    for _ in 0..DATABASE_KILLS * minutes {
        pause(&mut random, DATABASE_UPTIME_MS);
        let from = wall();
        if database.kill(&mut || pause(&mut random, DATABASE_DOWNTIME_MS)) {
            log.note(Kind::Database, from);
        }
    }
}

fn pause(random: &mut Random, (from, to): (i64, i64)) {
    std::thread::sleep(Duration::from_millis(random.between(from, to).unsigned_abs()));
}
