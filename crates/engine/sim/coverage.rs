//! Coverage: which fault hit which step of the pipeline, and which features met on one schedule. A pair that
//! a long run never covers is not tested.

use std::collections::BTreeMap;

use crate::features::{Feature, Features};

/// Step of the pipeline that a call to the store or to the receiver belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Point {
    /// Reading the store's clock.
    Tick,
    /// Reading which schedules are due for planning, and the next wake-up.
    Look,
    /// Inserting occurrences and moving watermarks.
    Plan,
    /// Claiming leases.
    Claim,
    /// Reading what a leased occurrence needs to start.
    Read,
    /// Confirming that an occurrence leased ahead may start.
    Confirm,
    /// Renewing leases.
    Renew,
    /// Sending.
    Send,
    /// Settling results.
    Settle,
    /// Releasing leases.
    Release,
    /// Changes by people.
    Change,
    /// Node heartbeats and cleanup.
    Housekeeping,
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
        Self::Housekeeping,
    ];
}

/// Kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Fault {
    /// The call is slow.
    Slow,
    /// The request never arrives.
    LostRequest,
    /// The call is executed, and the answer never arrives.
    LostAnswer,
    /// The store is unreachable.
    Outage,
    /// The store is read-only.
    DiskFull,
    /// The node crashes during the call.
    Crash,
    /// The node freezes before or after the call.
    Frozen,
    /// The node gets the signal to stop during the call.
    Drain,
    /// The store's clock was stepped just before the call.
    ClockStep,
    /// The receiver fails, panics or does not answer.
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
        Self::Frozen,
        Self::Drain,
        Self::ClockStep,
        Self::BadReceiver,
    ];

    /// Returns whether the fault can hit this step at all.
    fn meets(self, point: Point) -> bool {
        let writes = matches!(
            point,
            Point::Plan
                | Point::Claim
                | Point::Renew
                | Point::Settle
                | Point::Release
                | Point::Change
                | Point::Housekeeping
        );
        match self {
            Self::Slow | Self::LostRequest | Self::LostAnswer | Self::Outage => point != Point::Send,
            Self::DiskFull => writes,
            Self::ClockStep => true,
            // People make the changes. Their node never crashes, freezes or drains.
            Self::Crash | Self::Frozen | Self::Drain => point != Point::Change,
            Self::BadReceiver => point == Point::Send,
        }
    }
}

/// Number of times each fault hit each step, and number of schedules on which each pair of features met.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coverage {
    met: BTreeMap<(Fault, Point), u64>,
    pairs: BTreeMap<(Feature, Feature), u64>,
}

impl Coverage {
    pub(crate) fn hit(&mut self, fault: Fault, point: Point) {
        *self.met.entry((fault, point)).or_default() += 1;
    }

    /// Counts the features that one schedule met. An edit may change the definition, so features that exclude
    /// each other may have met it one after the other. Such pairs are not counted.
    pub(crate) fn meet(&mut self, features: Features) {
        let is_edited = features.has(Feature::ScheduleEdit) || features.has(Feature::Reload);
        for one in features.iter() {
            let others = features.iter().filter(|other| *other >= one);
            for other in others.filter(|other| !is_edited || one.excludes(*other).is_none()) {
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

    /// Returns the possible pairs of fault and step that never occurred.
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

    /// Returns the possible pairs of features that never met on a schedule, and single features that never
    /// occurred.
    pub(crate) fn missing_pairs(&self) -> Vec<(Feature, Feature)> {
        let is_missing =
            |pair: &(Feature, Feature)| pair.0.excludes(pair.1).is_none() && !self.pairs.contains_key(pair);
        Self::all_pairs().filter(is_missing).collect()
    }

    /// Returns the pairs that met although they are listed as impossible.
    pub(crate) fn unexpected_pairs(&self) -> Vec<(Feature, Feature)> {
        self.pairs.keys().copied().filter(|(one, other)| one.excludes(*other).is_some()).collect()
    }

    /// Formats a table with one line per feature: the number of schedules that met it, and its rarest pair.
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
