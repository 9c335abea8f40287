//! Chooses the next step. Names are few, so that steps meet each other; time moves mostly forward, now and then far enough
//! for leases to end.

use jiff::{SignedDuration, Timestamp};
use refrain::definition::Definition;
use refrain::gap::NewGap;
use refrain::id::{OccurrenceId, Revision, ScheduleKey, ScheduleUid, Tenant};
use refrain::moves::State;
use refrain::occurrence::{NewOccurrence, Target, Trigger};
use refrain::policy::{Delivery, Overlap, Priority};
use refrain::reason::{FailReason, SkipReason};
use refrain::schedule::{Schedule, Source, Status};
use refrain::store::{
    ChangeStatus, Claim, Ending, Expect, Insert, Kept, Lease, OccurrenceChange, OccurrenceFilter, Plan, Prune, Replan,
    Resume, SaveSchedule, ScheduleFilter, Settlement, WorkLease,
};

use super::seed::Random;
use super::side::Side;
use super::step::Step;
use crate::fixture::{acme, ann, at, definition, globex, id, node, other_acme};

/// What a sequence is mostly about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Profile {
    /// Schedules and rows of one tenant.
    Ledger,
    /// Claims and settlements of schedules whose runs get in each other's way.
    Overlap,
    /// Several tenants and small claims.
    Crowd,
    /// Queues, documents, marks and the audit too.
    Everything,
}

#[derive(Clone, Copy)]
pub(super) enum Verb {
    Save,
    ChangeStatus,
    Delete,
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

const LEDGER: &[(usize, Verb)] = &[
    (8, Verb::Save),
    (6, Verb::ChangeStatus),
    (2, Verb::Delete),
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
    is_ordered: bool,
    /// Microseconds after the beginning.
    now: i64,
    /// Leases that were given, the latest last, with their schedules' tenants unknown: a batch mixes them.
    leases: Vec<Lease>,
    pub(super) work_leases: Vec<WorkLease>,
    rows: i64,
    pub(super) items: i64,
}

impl Generator {
    pub(super) fn new(profile: Profile, random: Random, is_ordered: bool) -> Self {
        let (leases, work_leases) = (Vec::new(), Vec::new());
        Self { profile, random, is_ordered, now: 0, leases, work_leases, rows: 0, items: 0 }
    }

    /// Takes over what the model's answer showed.
    pub(super) fn learn(&mut self, model: &Side) {
        self.leases.clone_from(&model.leases);
        self.work_leases.clone_from(&model.work_leases);
        (self.rows, self.items) = (model.rows.count(), model.work.count());
    }

    pub(super) async fn next(&mut self, model: &mut Side) -> (Step, Timestamp) {
        self.pass_time();
        let verbs = if self.profile == Profile::Everything { OTHERS } else { LEDGER };
        let step = match self.random.weighted(verbs) {
            Verb::Save => self.save(model).await,
            Verb::ChangeStatus => self.change_status(),
            Verb::Delete => Step::Delete(self.key(), self.expect()),
            Verb::Plan => self.plan(model).await,
            Verb::Insert => self.insert(),
            Verb::Claim => self.claim(),
            Verb::Confirm => Step::Confirm(self.some_leases()),
            Verb::Renew => Step::Renew(self.some_leases(), self.length(5, 60)),
            Verb::Settle => self.settle(),
            Verb::Release => Step::Release(self.some_leases()),
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
            0..3 => 0,
            3..12 => self.random.between(0, 2 * second),
            12..16 => self.random.between(1, 12) * second,
            16..18 => 31 * second,
            18 => self.random.between(60, 120) * second,
            _ => -self.random.between(0, 5) * second,
        };
    }

    /// So many seconds from now.
    pub(super) fn instant(&self, seconds: i64) -> Timestamp {
        at(seconds) + SignedDuration::from_micros(self.now)
    }

    /// Some instant between so many seconds from now and so many.
    pub(super) fn soon(&mut self, from: i64, to: i64) -> Timestamp {
        let seconds = self.random.between(from, to);
        self.instant(seconds)
    }

    pub(super) fn length(&mut self, from: i64, to: i64) -> SignedDuration {
        SignedDuration::from_secs(self.random.between(from, to))
    }

    pub(super) fn tenant(&mut self) -> Tenant {
        match self.profile {
            Profile::Ledger | Profile::Overlap => acme(),
            Profile::Crowd | Profile::Everything => self.random.pick(&[acme(), acme(), globex(), other_acme()]),
        }
    }

    fn key(&mut self) -> ScheduleKey {
        let tenant = self.tenant();
        ScheduleKey { tenant, id: id(self.random.pick(&["a", "b"])) }
    }

    pub(super) fn expect(&mut self) -> Expect {
        match self.random.below(10) {
            0 => Expect::New,
            1 => Expect::Exactly(self.random.between(1, 4)),
            _ => Expect::Any,
        }
    }

    fn definition(&mut self) -> Definition {
        let mut definition = definition();
        definition.description = self.random.pick(&["one", "two", "three"]).to_owned();
        let is_limited = self.profile == Profile::Overlap || self.random.percent(40);
        (definition.overlap, definition.max_concurrent) = if is_limited {
            self.random.pick(&[
                (Overlap::Skip, None),
                (Overlap::BufferOne, None),
                (Overlap::BufferAll, None),
                (Overlap::CancelOther, None),
                (Overlap::AllowAll, Some(1)),
                (Overlap::AllowAll, Some(2)),
            ])
        } else {
            (Overlap::AllowAll, None)
        };
        definition.retry.max_attempts = self.random.between(1, 3) as u32;
        if self.random.percent(15) {
            definition.delivery = Delivery::AtMostOnce;
        }
        if self.random.percent(50) {
            definition.labels.insert("team".to_owned(), self.random.pick(&["x", "y"]).to_owned());
        }
        definition
    }

    async fn save(&mut self, model: &mut Side) -> Step {
        let key = self.key();
        let found = model.store.schedule(&key).await.unwrap();
        let replan = match &found {
            Some(found) if self.random.percent(50) => Some(self.replan(found, model).await),
            _ => None,
        };
        Step::Save(SaveSchedule {
            expect: self.expect(),
            definition: match found {
                Some(found) if self.random.percent(10) => (*found.definition).clone(),
                _ => self.definition(),
            },
            source: if self.random.percent(90) { Source::Api } else { Source::Code },
            next_due_at: self.random.percent(90).then(|| self.instant(5)),
            watermark: self.instant(-60),
            replan,
            by: ann(),
            key,
        })
    }

    async fn replan(&mut self, found: &Schedule, model: &mut Side) -> Replan {
        let mut keep = Vec::new();
        for row in model.store.planned(found.uid, 20).await.unwrap() {
            if self.random.percent(60) {
                let moved = self.random.between(0, 30);
                keep.push(Kept {
                    period_key: row.planned.period_key,
                    discriminator: row.planned.discriminator,
                    nominal_at: self.instant(moved),
                    due_at: self.instant(moved + 1),
                });
            }
        }
        let stale = self.random.percent(10);
        Replan { watermark: if stale { at(-3) } else { found.watermark }, keep }
    }

    fn change_status(&mut self) -> Step {
        let to = self.random.weighted(&[
            (8, Status::Active),
            (8, Status::Paused),
            (2, Status::Disabled),
            (1, Status::Canceled),
            (1, Status::Finished),
        ]);
        let resume = (to == Status::Active && self.random.percent(50)).then(|| Resume {
            gap: self.random.percent(50).then(|| self.gap()),
            watermark: self.soon(-30, 0),
            next_due_at: Some(self.instant(3)),
        });
        Step::ChangeStatus(ChangeStatus {
            key: self.key(),
            expect: self.expect(),
            to,
            text: self.random.percent(50).then(|| "because".to_owned()),
            until: self.random.percent(30).then(|| self.instant(20)),
            resume,
            by: ann(),
        })
    }

    fn gap(&mut self) -> NewGap {
        let (from, to) = (self.instant(-100), self.instant(-10));
        NewGap { from, to, count: self.random.between(1, 9) as u64, reason: SkipReason::Missed }
    }

    fn occurrence(&mut self, trigger: Trigger) -> NewOccurrence {
        let due = self.random.between(-20, 25);
        let nominal_at = self.instant(due);
        // Keys repeat: a small number of slots, whatever the time is.
        let slot = self.random.below(12);
        NewOccurrence {
            period_key: format!("p{slot}"),
            discriminator: self.random.pick(&["", "", "", "x"]).to_owned(),
            nominal_at,
            due_at: nominal_at + SignedDuration::from_secs(self.random.between(0, 2)),
            period: self.random.percent(30).then(|| (nominal_at, nominal_at + SignedDuration::from_secs(60))),
            priority: self.random.pick(&[Priority::High, Priority::Normal, Priority::Normal, Priority::Low]),
            trigger,
            correlation_id: self.random.percent(20).then(|| "corr".to_owned()),
            note: self.random.percent(20).then(|| "note".to_owned()),
        }
    }

    fn occurrences(&mut self, trigger: Trigger) -> Vec<NewOccurrence> {
        (0..self.random.below(4)).map(|_| self.occurrence(trigger)).collect()
    }

    /// Plans for a few schedules, now and then stale, now and then the same one twice.
    async fn plan(&mut self, model: &mut Side) -> Step {
        let mut plans = Vec::new();
        for _ in 0..self.random.between(1, 3) {
            let key = self.key();
            let Some(found) = model.store.schedule(&key).await.unwrap() else { continue };
            let found = model.schedule(found);
            let stale = self.random.percent(10);
            let trigger = self.random.pick(&[Trigger::Schedule, Trigger::Schedule, Trigger::CatchUp]);
            plans.push(Plan {
                uid: found.uid,
                revision: if stale { Revision(found.revision.0 - 1) } else { found.revision },
                watermark: found.watermark,
                occurrences: self.occurrences(trigger),
                gaps: if self.random.percent(20) { vec![self.gap()] } else { Vec::new() },
                watermark_to: found.watermark.max(self.instant(0)),
                next_due_at: self.random.percent(90).then(|| self.soon(0, 30)),
                is_finished: self.random.percent(4),
                tzdb: self.random.pick(&["2026a", "2026b"]).to_owned(),
            });
        }
        Step::Plan(plans)
    }

    fn insert(&mut self) -> Step {
        let trigger = self.random.pick(&[Trigger::Manual, Trigger::Backfill]);
        Step::Insert(Insert {
            key: self.key(),
            occurrences: self.occurrences(trigger),
            tzdb: "2026a".to_owned(),
            by: ann(),
        })
    }

    fn claim(&mut self) -> Step {
        let is_small = self.profile == Profile::Crowd && self.is_ordered;
        let is_alone = matches!(self.profile, Profile::Ledger | Profile::Overlap);
        let limit = if is_small || is_alone { self.random.pick(&[0, 1, 2, 3, 5, 100]) } else { 1_000 };
        Step::Claim(Claim {
            owner: node(self.random.pick(&["n1", "n2", "n3"])),
            lease_for: self.length(5, 40),
            limit,
            ahead_for: if self.random.percent(20) { self.length(1, 20) } else { SignedDuration::ZERO },
        })
    }

    /// Mostly one of the latest; now and then one of long ago, or none that ever was.
    fn a_lease(&mut self) -> Lease {
        let nobody = Lease { id: OccurrenceId(55_555), fence: refrain::id::Fence(1) };
        if self.leases.is_empty() || self.random.percent(2) {
            return nobody;
        }
        let back = if self.random.percent(80) { 6 } else { self.leases.len() };
        let from = self.leases.len().saturating_sub(back);
        self.leases[from + self.random.below(self.leases.len() - from)]
    }

    fn some_leases(&mut self) -> Vec<Lease> {
        (0..self.random.between(1, 4)).map(|_| self.a_lease()).collect()
    }

    fn ending(&mut self) -> Ending {
        let message = self.random.percent(60).then(|| self.random.pick(&["no", "later"]).to_owned());
        match self.random.below(10) {
            0..5 => Ending::Generated {
                target: self.random.percent(30).then(|| Target { kind: "row".to_owned(), id: "7".to_owned() }),
            },
            5 => Ending::Skipped { reason: self.random.pick(SkipReason::ALL), message },
            6..8 => Ending::Failed { reason: self.random.pick(FailReason::ALL), message },
            _ => Ending::Retry { at: self.soon(0, 20), message },
        }
    }

    /// Without work: a lease does not tell whose it is, and work belongs to the tenant of the occurrence.
    fn settle(&mut self) -> Step {
        let mut settlements = Vec::new();
        for _ in 0..self.random.between(1, 4) {
            let lease = self.a_lease();
            let ending = self.ending();
            let is_own = matches!(self.profile, Profile::Ledger | Profile::Overlap);
            let enqueue = if is_own && self.random.percent(20) { vec![self.work(acme())] } else { Vec::new() };
            let next_due_at = self.random.percent(15).then(|| self.instant(10));
            settlements.push(Settlement { lease, ending, enqueue, next_due_at });
        }
        Step::Settle(settlements)
    }

    fn by_hand(&mut self) -> Step {
        let id = OccurrenceId(self.random.between(1, self.rows.max(1) + 1));
        let trigger = self.random.pick(&[Trigger::Retry, Trigger::Retry, Trigger::Backfill]);
        let change =
            self.random.pick(&[OccurrenceChange::Reopen { trigger }, OccurrenceChange::Skip, OccurrenceChange::Cancel]);
        Step::ByHand(self.tenant(), id, change)
    }

    fn prune(&mut self) -> Step {
        let tenant = self.random.percent(50).then(|| self.tenant());
        let is_told_alike = tenant.is_some() || self.is_ordered;
        Step::Prune(Prune {
            tenant,
            ended_before: self.random.percent(60).then(|| self.instant(-20)),
            keep_per_schedule: self.random.between(0, 3) as u32,
            limit: if is_told_alike { self.random.pick(&[0, 1, 2, 100]) } else { 1_000 },
        })
    }

    fn read(&mut self, model: &Side) -> Step {
        let (tenant, limit) = (self.tenant(), self.random.between(1, 6) as usize);
        let uid = ScheduleUid(self.random.between(1, model.schedules.count().max(1)));
        match self.random.below(8) {
            0..2 => Step::Occurrences(tenant, self.occurrence_filter(), limit),
            2 => Step::Schedules(tenant, self.schedule_filter(), limit),
            3 => Step::Gaps(self.key(), limit),
            4 => Step::Planned(uid, limit),
            5 => Step::Definition(uid, Revision(self.random.between(0, 5))),
            6 => {
                let several = matches!(self.profile, Profile::Crowd | Profile::Everything) && !self.is_ordered;
                Step::Due(self.instant(10), if several { 1_000 } else { limit })
            }
            _ => Step::Wakeup,
        }
    }

    fn occurrence_filter(&mut self) -> OccurrenceFilter {
        OccurrenceFilter {
            schedule: self.random.percent(40).then(|| id(self.random.pick(&["a", "b", "c"]))),
            states: if self.random.percent(40) {
                vec![self.random.pick(&State::ALL), self.random.pick(&State::ALL)]
            } else {
                Vec::new()
            },
            reasons: if self.random.percent(30) {
                vec!["overlap".to_owned(), "canceled".to_owned(), "superseded".to_owned()]
            } else {
                Vec::new()
            },
            from: self.random.percent(30).then(|| self.instant(-60)),
            until: self.random.percent(30).then(|| self.instant(5)),
            label: self.random.percent(30).then(|| ("team".to_owned(), "x".to_owned())),
        }
    }

    fn schedule_filter(&mut self) -> ScheduleFilter {
        ScheduleFilter {
            statuses: if self.random.percent(40) { vec![self.random.pick(&Status::ALL)] } else { Vec::new() },
            labels: if self.random.percent(40) { vec![("team".to_owned(), "x".to_owned())] } else { Vec::new() },
            id_prefix: self.random.percent(30).then(|| "a".to_owned()),
        }
    }
}
