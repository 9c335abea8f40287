//! Faults and their timing. Single calls fail at random. Meanwhile, nodes crash, freeze and restart, the
//! store becomes unreachable, full or slow, and its clock is stepped.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use tokio::time::sleep;

use crate::coverage::{Fault, Point};
use crate::features::Feature;
use crate::node::{Node, tzdb_of_node};
use crate::restore::{copy, restore};
use crate::seed::Seed;
use crate::trace::Line;
use crate::world::{World, seconds};

/// Maximum number of tries to find a node in the middle of a certain call.
const WAIT_TRIES_MAX: u32 = 700;

/// Probability that a call fails, and conditions that affect all calls.
#[derive(Clone, Debug)]
pub(crate) struct FaultConditions {
    /// Rate per thousand calls.
    pub(crate) slow: u32,
    pub(crate) lost_request: u32,
    pub(crate) lost_answer: u32,
    /// Rate per thousand sends.
    pub(crate) bad_receiver: u32,
    pub(crate) is_unreachable: bool,
    pub(crate) is_full: bool,
    /// Time until which calls count as made just after a clock step.
    pub(crate) stepped_until: SignedDuration,
}

impl FaultConditions {
    pub(crate) fn new(seed: &mut Seed) -> Self {
        let rate = |seed: &mut Seed| seed.pick(&[0, 2, 10, 30]);
        Self {
            slow: rate(seed) / 2,
            lost_request: rate(seed),
            lost_answer: rate(seed),
            bad_receiver: seed.pick(&[0, 100, 300, 500]),
            is_unreachable: false,
            is_full: false,
            stepped_until: SignedDuration::ZERO,
        }
    }

    pub(crate) fn calm(&mut self) {
        *self = Self {
            slow: 0,
            lost_request: 0,
            lost_answer: 0,
            bad_receiver: 0,
            is_unreachable: false,
            is_full: false,
            stepped_until: SignedDuration::ZERO,
        };
    }

    /// Returns whether all calls, or all writes, fail now.
    pub(crate) fn is_bad(&self) -> bool {
        self.is_unreachable || self.is_full
    }
}

/// Runs nodes and injects faults for a time. Returns the nodes that are alive at the end.
pub(crate) async fn inject_faults(world: &Arc<World>, lasts_for: SignedDuration) -> Vec<Node> {
    let count = world.seed().between(2, 4);
    let mut nodes: Vec<Node> = (0..count).map(|_| Node::start(world)).collect();
    let pace = world.seed().pick(&[8_000, 20_000, 45_000]);
    let restores = world.seed().per_mille(500);
    let ends_at = world.time.steady() + lasts_for;
    while world.time.steady() < ends_at {
        let wait = world.seed().between(500, pace);
        sleep(Duration::from_millis(wait.unsigned_abs())).await;
        let kind = world.seed().between(0, 99);
        match kind {
            0..=17 => crash(world, &mut nodes).await,
            18..=37 => set_frozen(world, &nodes).await,
            38..=52 => stop(world, &mut nodes).await,
            53..=62 => outage(world),
            63..=72 => full_disk(world),
            73..=87 => step_clock(world),
            88..=91 => blackout(world, &mut nodes).await,
            92..=94 if restores => copy(world),
            95..=97 if restores => restore(world, &mut nodes).await,
            _ => {}
        }
        while nodes.len() < usize::try_from(count).expect("a small number") && world.seed().per_mille(700) {
            nodes.push(Node::start(world));
        }
    }
    while nodes.len() < 2 || !has_newest_zones(world, &nodes) {
        nodes.push(Node::start(world));
    }
    nodes
}

/// Returns whether one of the nodes may plan, regardless of the versions that earlier nodes planned with.
fn has_newest_zones(world: &World, nodes: &[Node]) -> bool {
    let newest = tzdb_of_node(world.watch().nodes.len() - 1);
    nodes.iter().any(|node| tzdb_of_node(node.place.number) == newest)
}

async fn crash(world: &Arc<World>, nodes: &mut Vec<Node>) {
    if let Some(index) = wait_for_call(world, nodes).await {
        nodes.remove(index).crash();
    }
}

/// Waits for a node in the middle of a randomly chosen kind of call. After a while, any node is taken.
async fn wait_for_call(world: &World, nodes: &[Node]) -> Option<usize> {
    if nodes.is_empty() {
        return None;
    }
    let point = world.seed().pick(&Point::ALL);
    for _ in 0..WAIT_TRIES_MAX {
        if let Some(index) = nodes.iter().position(|node| node.place.is_at(point)) {
            return Some(index);
        }
        sleep(Duration::from_millis(3)).await;
    }
    Some(usize::try_from(world.seed().next() % nodes.len() as u64).expect("an index"))
}

async fn set_frozen(world: &Arc<World>, nodes: &[Node]) {
    let Some(index) = wait_for_call(world, nodes).await else { return };
    nodes[index].set_frozen(true);
    let lasts_for = world.seed().between(300, 14_000);
    sleep(Duration::from_millis(lasts_for.unsigned_abs())).await;
    nodes[index].set_frozen(false);
}

async fn stop(world: &Arc<World>, nodes: &mut Vec<Node>) {
    let Some(index) = wait_for_call(world, nodes).await else { return };
    let node = nodes.remove(index);
    // The second signal often comes before the leases are released.
    let most = world.seed().pick(&[4, 30, 2_000]);
    let second_after = world.seed().between(0, most).unsigned_abs();
    let is_impatient = world.seed().per_mille(500);
    node.stop(is_impatient.then(|| Duration::from_millis(second_after))).await;
}

fn outage(world: &Arc<World>) {
    // A long outage leads to catch-up.
    let lasts_for = if world.seed().per_mille(150) { (65_000, 130_000) } else { (500, 9_000) };
    let lasts_for = world.seed().between(lasts_for.0, lasts_for.1);
    world.conditions().is_unreachable = true;
    world.watch().line(Line::FaultConditions { what: "the store is unreachable" });
    run_later(world, lasts_for, |world| {
        world.conditions().is_unreachable = false;
        world.watch().line(Line::FaultConditions { what: "the store is reachable again" });
    });
}

/// Runs a function after a delay, while the simulation continues.
fn run_later(world: &Arc<World>, wait_ms: i64, then: fn(&World)) {
    let world = Arc::clone(world);
    tokio::spawn(async move {
        sleep(Duration::from_millis(wait_ms.unsigned_abs())).await;
        then(&world);
    });
}

fn full_disk(world: &Arc<World>) {
    let most = world.seed().pick(&[1_000, 2_500, 9_000]);
    let lasts_for = world.seed().between(200, most);
    world.conditions().is_full = true;
    world.watch().line(Line::FaultConditions { what: "the disk is full" });
    run_later(world, lasts_for, |world| {
        world.conditions().is_full = false;
        world.watch().line(Line::FaultConditions { what: "the disk has space again" });
    });
}

fn step_clock(world: &World) {
    let mut seed = world.seed();
    let by = match seed.between(0, 9) {
        0..=4 => SignedDuration::from_millis(seed.between(-3_000, 3_000)),
        5 | 6 => seconds(seed.between(5, 200)),
        7 => -seconds(seed.between(5, 200)),
        8 => seconds(seed.between(660, 7_200)),
        _ => -seconds(seed.between(660, 3_600)),
    };
    drop(seed);
    world.time.step(by);
    world.watch().world_features.add(Feature::ClockJump);
    world.conditions().stepped_until = world.time.steady() + seconds(2);
    let mut watch = world.watch();
    watch.stepped_at = Some(watch.now);
    watch.stepped_back |= by.is_negative();
    let by_ms = i64::try_from(by.as_millis()).expect("a day at most");
    watch.line(Line::ClockStepped { by_ms });
}

/// Stops all nodes for longer than counts as on time.
async fn blackout(world: &Arc<World>, nodes: &mut Vec<Node>) {
    for node in nodes.drain(..) {
        node.crash();
    }
    let lasts_for = world.seed().between(30, 150);
    sleep(Duration::from_secs(lasts_for.unsigned_abs())).await;
}

/// Fate of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Fine,
    Unreachable,
    Full,
    LostRequest,
    LostAnswer,
}

/// Decides the fate of one call to the store, and its delays there and back in milliseconds.
pub(crate) fn fate(world: &World, node: usize, point: Point, writes: bool) -> (Fate, u64, u64) {
    let conditions = world.conditions().clone();
    let mut seed = world.seed();
    let mut there = if seed.per_mille(500) { 0 } else { seed.next() % 12 };
    let back = if seed.per_mille(500) { 0 } else { seed.next() % 12 };
    let is_slow = seed.per_mille(conditions.slow);
    if is_slow {
        there += 300 + seed.next() % 4_000;
    }
    let fate = if conditions.is_unreachable {
        Fate::Unreachable
    } else if conditions.is_full && writes {
        Fate::Full
    } else if seed.per_mille(conditions.lost_request) {
        Fate::LostRequest
    } else if seed.per_mille(conditions.lost_answer) {
        Fate::LostAnswer
    } else {
        Fate::Fine
    };
    drop(seed);
    let mut watch = world.watch();
    if is_slow {
        watch.fault(node, Fault::Slow, point);
        // One slow call can cost as much time as several lost ones.
        watch.nodes[node].faults += 2;
    }
    match fate {
        Fate::Fine => {}
        Fate::Unreachable => watch.fault(node, Fault::Outage, point),
        Fate::Full => watch.fault(node, Fault::DiskFull, point),
        Fate::LostRequest => watch.fault(node, Fault::LostRequest, point),
        Fate::LostAnswer => watch.fault(node, Fault::LostAnswer, point),
    }
    if watch.now < conditions.stepped_until {
        watch.coverage.hit(Fault::ClockStep, point);
    }
    (fate, there, back)
}
