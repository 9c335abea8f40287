//! Which fault has met which step of the pipeline. A pair that a long run never meets is a test that tests nothing.

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

/// How often each fault met each point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coverage {
    met: std::collections::BTreeMap<(Fault, Point), u64>,
}

impl Coverage {
    pub(crate) fn hit(&mut self, fault: Fault, point: Point) {
        *self.met.entry((fault, point)).or_default() += 1;
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (pair, times) in &other.met {
            *self.met.entry(*pair).or_default() += times;
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
}
