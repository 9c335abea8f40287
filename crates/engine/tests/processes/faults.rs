//! What is done to the nodes and their database, decided by a seed beforehand and written down when it is done.

use std::sync::Mutex;
use std::time::Duration;

use jiff::Timestamp;
use refrain::clock::wall;

use crate::database::Database;
use crate::node::{EFFECTS, LEDGER};
use crate::process::Process;
use crate::seed::Random;

/// How many nodes there are, and what is done to each of them in a minute.
pub(crate) const NODES: usize = 3;
const KILLS_PER_NODE: usize = 14;
const STOPS_PER_NODE: usize = 7;
/// How often the database server is killed in a minute.
pub(crate) const DATABASE_KILLS: usize = 4;
/// Between two faults a node lives for so long, in milliseconds: some die before they have begun.
const LIVES_MS: (i64, i64) = (200, 2_300);
/// A killed node is away for so long.
const AWAY_MS: (i64, i64) = (0, 400);
/// A stopped node stands still for longer than its leases last.
const STILL_MS: (i64, i64) = (2_200, 3_200);
/// Between two kills the database lives for so long, and is away for so long at least.
const DATABASE_LIVES_MS: (i64, i64) = (9_000, 12_000);
const DATABASE_AWAY_MS: (i64, i64) = (0, 1_200);

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// This process was killed.
    Kill(u32),
    /// This process stood still.
    Stop(u32),
    /// The database was away.
    Database,
}

/// What was done, and for how long it lasted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    pub(crate) from: Timestamp,
    pub(crate) to: Timestamp,
}

/// Everything that was done.
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

/// The addresses a node is given.
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

/// Torments one node, and hands over the one that lives in the end.
pub(crate) fn torment(addresses: &Addresses, minutes: usize, mut random: Random, log: &Log) -> Process {
    let a_minute = [[Step::Kill; KILLS_PER_NODE].as_slice(), [Step::Stop; STOPS_PER_NODE].as_slice()].concat();
    let mut steps = a_minute.repeat(minutes);
    let mut node = addresses.start();
    while !steps.is_empty() {
        pause(&mut random, LIVES_MS);
        let from = wall();
        match steps.swap_remove(random.below(steps.len())) {
            Step::Kill => {
                node.kill();
                log.note(Kind::Kill(node.id()), from);
                pause(&mut random, AWAY_MS);
                node = addresses.start();
            }
            Step::Stop => {
                node.stop();
                pause(&mut random, STILL_MS);
                node.go_on();
                log.note(Kind::Stop(node.id()), from);
            }
        }
    }
    node
}

/// Kills the server of the database again and again, where it has one.
pub(crate) fn torment_database(database: &mut dyn Database, minutes: usize, mut random: Random, log: &Log) {
    for _ in 0..DATABASE_KILLS * minutes {
        pause(&mut random, DATABASE_LIVES_MS);
        let from = wall();
        if database.kill(&mut || pause(&mut random, DATABASE_AWAY_MS)) {
            log.note(Kind::Database, from);
        }
    }
}

fn pause(random: &mut Random, (from, to): (i64, i64)) {
    std::thread::sleep(Duration::from_millis(random.between(from, to).unsigned_abs()));
}
