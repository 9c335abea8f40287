//! Which fault has met which step of the pipeline, and which features have met on one schedule. A pair that a long run never
//! meets is a test that tests nothing.

use std::collections::BTreeMap;

use crate::features::{Feature, Features};

/// Where in the pipeline a call to the store or to the receiver stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Point {
    /// The store's clock.
    Tick,
    /// What is due for planning, and when to look again.
    Look,
    /// Inserting rows and moving watermarks.
    Plan,
    /// Leasing.
    Claim,
    /// Reading what a lease needs to begin.
    Read,
    /// Asking whether what was leased ahead may begin.
    Confirm,
    /// Heartbeats.
    Renew,
    /// Sending.
    Send,
    /// Writing down what came of it.
    Settle,
    /// Giving leases back.
    Release,
    /// Changes by people.
    Change,
    /// Nodes that say that they live, and clearing away.
    Watch,
}

impl Point {
    pub(crate) const ALL: [Self; 12] = [
        Self::Tick,
        Self::Look,
        Self::Plan,
        Self::Claim,
        Self::Read,
        Self::Confirm,
        Self::Renew,
        Self::Send,
        Self::Settle,
        Self::Release,
        Self::Change,
        Self::Watch,
    ];
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Fault {
    /// The call takes long.
    Slow,
    /// It never arrives.
    LostRequest,
    /// It is done, and the answer never arrives.
    LostAnswer,
    /// The store cannot be reached.
    Outage,
    /// The store cannot be written.
    DiskFull,
    /// The node dies while the call is under way.
    Crash,
    /// The node stands still before or after the call.
    Stopped,
    /// The node is told to stop while the call is under way.
    Drain,
    /// The store's clock was stepped a moment ago.
    ClockStep,
    /// The receiver fails, panics or is silent.
    BadReceiver,
}

impl Fault {
    pub(crate) const ALL: [Self; 10] = [
        Self::Slow,
        Self::LostRequest,
        Self::LostAnswer,
        Self::Outage,
        Self::DiskFull,
        Self::Crash,
        Self::Stopped,
        Self::Drain,
        Self::ClockStep,
        Self::BadReceiver,
    ];

    /// Whether the pair can come to be at all.
    fn meets(self, point: Point) -> bool {
        let writes = matches!(
            point,
            Point::Plan | Point::Claim | Point::Renew | Point::Settle | Point::Release | Point::Change | Point::Watch
        );
        match self {
            Self::Slow | Self::LostRequest | Self::LostAnswer | Self::Outage => point != Point::Send,
            Self::DiskFull => writes,
            Self::ClockStep => true,
            // Changes are made by people, whose node neither crashes nor stands still nor is drained.
            Self::Crash | Self::Stopped | Self::Drain => point != Point::Change,
            Self::BadReceiver => point == Point::Send,
        }
    }
}

/// How often each fault met each point, and how many schedules met each pair of features.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coverage {
    met: BTreeMap<(Fault, Point), u64>,
    pairs: BTreeMap<(Feature, Feature), u64>,
}

impl Coverage {
    pub(crate) fn hit(&mut self, fault: Fault, point: Point) {
        *self.met.entry((fault, point)).or_default() += 1;
    }

    /// The features that one schedule has met.
    pub(crate) fn meet(&mut self, features: Features) {
        for one in features.iter() {
            for other in features.iter().filter(|other| *other >= one) {
                *self.pairs.entry((one, other)).or_default() += 1;
            }
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (pair, times) in &other.met {
            *self.met.entry(*pair).or_default() += times;
        }
        for (pair, times) in &other.pairs {
            *self.pairs.entry(*pair).or_default() += times;
        }
    }

    pub(crate) fn faults(&self) -> u64 {
        self.met.values().sum()
    }

    /// The pairs that should have met and did not.
    pub(crate) fn missing(&self) -> Vec<(Fault, Point)> {
        let pairs = Fault::ALL.into_iter().flat_map(|fault| Point::ALL.into_iter().map(move |point| (fault, point)));
        pairs.filter(|(fault, point)| fault.meets(*point) && !self.met.contains_key(&(*fault, *point))).collect()
    }

    fn all_pairs() -> impl Iterator<Item = (Feature, Feature)> {
        let all = Feature::ALL.iter().copied();
        all.flat_map(|one| {
            Feature::ALL.iter().copied().filter(move |other| *other >= one).map(move |other| (one, other))
        })
    }

    /// Pairs of features that should have met on a schedule and did not, and single features that were never met.
    pub(crate) fn missing_pairs(&self) -> Vec<(Feature, Feature)> {
        let is_missing =
            |pair: &(Feature, Feature)| pair.0.excludes(pair.1).is_none() && !self.pairs.contains_key(pair);
        Self::all_pairs().filter(is_missing).collect()
    }

    /// Pairs that met although they are listed as impossible.
    pub(crate) fn unexpected_pairs(&self) -> Vec<(Feature, Feature)> {
        self.pairs.keys().copied().filter(|(one, other)| one.excludes(*other).is_some()).collect()
    }

    /// The table, one line per feature: how many schedules met it, and the pairs that are rare.
    pub(crate) fn table(&self) -> String {
        let met = |pair| self.pairs.get(&pair).copied().unwrap_or_default();
        let mut table = String::new();
        for one in Feature::ALL {
            let others = Self::all_pairs().filter(|(a, b)| (a == one || b == one) && a.excludes(*b).is_none());
            let rarest = others.min_by_key(|pair| met(*pair)).map(|pair| (pair, met(pair)));
            table.push_str(&format!("  {one:?}: {} schedules, rarest pair {rarest:?}\n", met((*one, *one))));
        }
        table
    }
}
