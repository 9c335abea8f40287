//! Chooses the next step. There are few names, so that steps interact. Time moves mostly forward, now and then
//! far enough for leases to end.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use super::profile::Profile;
use super::seed::Random;
use super::side::Side;
use super::step::Step;
use crate::model::{NewOccurrence, ScheduleKey, Tenant};
use crate::store::{ExpectedVersion, Lease, Release, WorkLease};
use crate::testing::fixture::{acme, at, id};

#[derive(Clone, Copy)]
pub(super) enum Verb {
    Save,
    ChangeStatus,
    Delete,
    Quarantine,
    Plan,
    Insert,
    Claim,
    Confirm,
    Renew,
    Settle,
    Release,
    ByHand,
    Prune,
    Read,
    Queue,
    Catalog,
    Marks,
    Audit,
}

const BEGINNING: &[(usize, Verb)] = &[(1, Verb::Save), (1, Verb::Plan)];

const LEDGER: &[(usize, Verb)] = &[
    (8, Verb::Save),
    (5, Verb::ChangeStatus),
    (1, Verb::Delete),
    (1, Verb::Quarantine),
    (18, Verb::Plan),
    (6, Verb::Insert),
    (22, Verb::Claim),
    (3, Verb::Confirm),
    (5, Verb::Renew),
    (22, Verb::Settle),
    (4, Verb::Release),
    (7, Verb::ByHand),
    (2, Verb::Prune),
    (6, Verb::Read),
];

const OTHERS: &[(usize, Verb)] = &[
    (4, Verb::Save),
    (2, Verb::ChangeStatus),
    (8, Verb::Plan),
    (8, Verb::Claim),
    (10, Verb::Settle),
    (3, Verb::ByHand),
    (2, Verb::Prune),
    (4, Verb::Read),
    (24, Verb::Queue),
    (12, Verb::Catalog),
    (12, Verb::Marks),
    (4, Verb::Audit),
];

pub(super) struct Generator {
    pub(super) profile: Profile,
    pub(super) random: Random,
    pub(super) is_ordered: bool,
    /// Microseconds since the beginning.
    now: i64,
    steps: usize,
    /// All leases so far, newest last.
    pub(super) leases: Vec<Lease>,
    /// Leases that were neither settled nor released.
    pub(super) fresh: Vec<Lease>,
    pub(super) work_leases: Vec<WorkLease>,
    /// Rows and items seen so far, with their tenants.
    pub(super) rows: Vec<(i64, Tenant)>,
    pub(super) items: Vec<(i64, Tenant)>,
    /// Occurrences that edits have superseded, or tried to. Later ones plan some of them again.
    pub(super) superseded: Vec<(ScheduleKey, NewOccurrence)>,
}

impl Generator {
    pub(super) fn new(profile: Profile, random: Random, is_ordered: bool) -> Self {
        Self {
            profile,
            random,
            is_ordered,
            now: 0,
            steps: 0,
            leases: Vec::new(),
            superseded: Vec::new(),
            fresh: Vec::new(),
            work_leases: Vec::new(),
            rows: Vec::new(),
            items: Vec::new(),
        }
    }

    /// Records the IDs and leases in the model's answer.
    pub(super) fn record_answer(&mut self, model: &Side) {
        self.fresh.extend(&model.leases[self.leases.len()..]);
        self.leases.clone_from(&model.leases);
        self.work_leases.clone_from(&model.work_leases);
        let list = |tenants: &BTreeMap<i64, Tenant>| tenants.iter().map(|(id, tenant)| (*id, tenant.clone())).collect();
        (self.rows, self.items) = (list(&model.row_tenants), list(&model.item_tenants));
    }

    pub(super) async fn next(&mut self, model: &mut Side) -> (Step, Timestamp) {
        self.pass_time();
        self.steps += 1;
        let verbs = match (self.steps, self.profile) {
            // The first steps create something to work with.
            (1..=4, _) => BEGINNING,
            (_, Profile::Everything) => OTHERS,
            (_, Profile::Ledger | Profile::Overlap | Profile::Crowd) => LEDGER,
        };
        let step = match self.random.weighted(verbs) {
            Verb::Save => self.save(model).await,
            Verb::ChangeStatus => self.change_status(),
            Verb::Delete => Step::Delete(self.key(), self.expect()),
            Verb::Quarantine => self.quarantine(model).await,
            Verb::Plan => self.plan(model).await,
            Verb::Insert => self.insert(),
            Verb::Claim => self.claim(),
            Verb::Confirm => Step::Confirm(self.some_leases()),
            Verb::Renew => Step::Renew(self.some_leases(), self.length(5, 60)),
            Verb::Settle => self.settle(),
            Verb::Release => {
                let leases = self.some_leases();
                self.fresh.retain(|lease| !leases.contains(lease));
                let ready_at = self.random.percent(40).then(|| self.soon(-5, 20));
                Step::Release(leases.into_iter().map(|lease| Release { lease, ready_at }).collect())
            }
            Verb::ByHand => self.by_hand(),
            Verb::Prune => self.prune(),
            Verb::Read => self.read(model),
            Verb::Queue => self.queue_step(),
            Verb::Catalog => self.catalog_step(),
            Verb::Marks => self.marks_step(),
            Verb::Audit => self.audit_step(),
        };
        (step, self.instant(0))
    }

    fn pass_time(&mut self) {
        let second = 1_000_000;
        self.now += match self.random.below(20) {
            0..4 => 0,
            4..13 => self.random.between(0, 2 * second),
            13..17 => self.random.between(1, 12) * second,
            17 => 31 * second,
            18 if self.random.percent(50) => self.random.between(60, 120) * second,
            _ => -self.random.between(0, 5) * second,
        };
    }

    /// Returns the instant this many seconds from now.
    pub(super) fn instant(&self, seconds: i64) -> Timestamp {
        at(seconds) + SignedDuration::from_micros(self.now)
    }

    /// Returns a random instant in a range of seconds from now.
    pub(super) fn soon(&mut self, from: i64, to: i64) -> Timestamp {
        let seconds = self.random.between(from, to);
        self.instant(seconds)
    }

    pub(super) fn length(&mut self, from: i64, to: i64) -> SignedDuration {
        SignedDuration::from_secs(self.random.between(from, to))
    }

    pub(super) fn tenant(&mut self) -> Tenant {
        // One tenant has more work than the others, so that its steps interact.
        if self.random.percent(60) { acme() } else { self.random.pick(self.profile.tenants()) }
    }

    pub(super) fn key(&mut self) -> ScheduleKey {
        let tenant = self.tenant();
        ScheduleKey { tenant, id: id(self.random.pick(&["a", "b"])) }
    }

    pub(super) fn expect(&mut self) -> ExpectedVersion {
        match self.random.below(10) {
            0 => ExpectedVersion::New,
            1 => ExpectedVersion::Exactly(self.random.between(1, 4)),
            _ => ExpectedVersion::Any,
        }
    }
}
