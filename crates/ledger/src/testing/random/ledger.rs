//! Steps of the ledger.

use std::sync::Arc;

use jiff::SignedDuration;
use serde_json::json;

use super::generate::Generator;
use super::profile::Profile;
use super::side::Side;
use super::step::Step;
use crate::model::{
    Definition, Delivery, FailReason, NewGap, NewOccurrence, OccurrenceId, Overlap, Priority, Revision, RunPayload,
    Schedule, ScheduleKey, ScheduleUid, SkipReason, Source, State, Status, Target, Trigger,
};
use crate::store::{
    ChangeStatus, Claim, Ending, Insert, InsertRequest, KeptOccurrence, Lease, OccurrenceChange, OccurrenceFilter,
    Plan, Prune, Replan, Resume, SaveSchedule, ScheduleFilter, Settlement, UnreadableSchedule,
};
use crate::testing::fixture::{ann, at, definition, id, node, tricky_json};

impl Generator {
    pub(super) fn definition(&mut self) -> Definition {
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

    pub(super) async fn save(&mut self, model: &mut Side) -> Step {
        let key = self.key();
        let found = model.store.schedule(&key).await.unwrap();
        let replan = match &found {
            Some(found) if self.random.percent(50) => Some(self.replan(found, model).await),
            _ => None,
        };
        // Now and then the same definition again, so that only its rows are replanned, or not even those.
        let same = found.filter(|_| self.random.percent(30));
        let next_due_at = self.random.percent(90).then(|| self.instant(5));
        Step::Save(Box::new(SaveSchedule {
            expect: self.expect(),
            definition: match &same {
                Some(same) => (*same.definition).clone(),
                None => self.definition(),
            },
            status: if self.random.percent(10) { Status::Paused } else { Status::Active },
            source: match &same {
                Some(same) => same.source,
                None if self.random.percent(90) => Source::Api,
                None => Source::Code,
            },
            next_due_at: match &same {
                Some(same) if self.random.percent(60) => same.next_due_at,
                Some(_) | None => next_due_at,
            },
            watermark: self.instant(-60),
            replan,
            schedules_max: self.random.percent(20).then_some(4),
            touch: self.random.percent(10),
            by: ann(),
            key,
        }))
    }

    pub(super) async fn replan(&mut self, found: &Schedule, model: &mut Side) -> Replan {
        let (mut keep, mut supersede) = (Vec::new(), Vec::new());
        // Now and then all rows keep their time.
        let (kept, moved) = self.random.pick(&[(60, 100), (60, 50), (100, 0)]);
        let left = self.random.pick(&[0, 0, 50]);
        for row in model.name_planned(&found.key).await {
            let is_left = self.random.percent(left);
            if !is_left && self.random.percent(kept) {
                let moved = self.random.percent(moved).then(|| self.random.between(0, 30));
                keep.push(KeptOccurrence {
                    period_key: row.planned.period_key,
                    discriminator: row.planned.discriminator,
                    nominal_at: moved.map_or(row.planned.nominal_at, |moved| self.instant(moved)),
                    due_at: moved.map_or(row.planned.due_at, |moved| self.instant(moved + 1)),
                });
            } else if !is_left && (row.may_be_superseded() || self.random.percent(2)) {
                supersede.push(row.id);
                self.superseded.push((found.key.clone(), row.planned));
            }
        }
        let stale = self.random.percent(10);
        let tzdb = self.random.pick(&["2026a", "2026a", "2026b"]).to_owned();
        let raised = self.random.percent(40);
        let add = if self.random.percent(40) {
            (0..self.random.between(1, 3)).map(|_| self.added(&found.key)).collect()
        } else {
            Vec::new()
        };
        Replan {
            watermark: if stale { at(-3) } else { found.watermark },
            status: if self.random.percent(5) { Status::Finished } else { found.status },
            keep,
            supersede,
            tzdb,
            watermark_to: if raised { self.instant(0) } else { found.watermark },
            gaps: if self.random.percent(20) { vec![self.gap(), self.gap()] } else { Vec::new() },
            add,
        }
    }

    /// Returns an occurrence that an edit adds: a new one, or one that an edit of this schedule has superseded.
    fn added(&mut self, key: &ScheduleKey) -> NewOccurrence {
        let occurrence = self.occurrence(Trigger::Schedule);
        let superseded: Vec<&NewOccurrence> =
            self.superseded.iter().filter(|(of, _)| of == key).map(|(_, superseded)| superseded).collect();
        if superseded.is_empty() || self.random.percent(50) {
            return occurrence;
        }
        let NewOccurrence { period_key, discriminator, .. } = superseded[self.random.below(superseded.len())].clone();
        NewOccurrence { period_key, discriminator, ..occurrence }
    }

    pub(super) fn change_status(&mut self) -> Step {
        let to = self.random.weighted(&[
            (12, Status::Active),
            (7, Status::Paused),
            (2, Status::Disabled),
            (1, Status::Canceled),
            (1, Status::Finished),
        ]);
        let resume = (to == Status::Active && self.random.percent(50)).then(|| Resume {
            gaps: if self.random.percent(50) { vec![self.gap()] } else { vec![self.gap(), self.gap()] },
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

    pub(super) fn gap(&mut self) -> NewGap {
        let (from, to) = (self.instant(-100), self.instant(-10));
        NewGap { from, to, count: self.random.between(1, 9) as u64, reason: SkipReason::Missed }
    }

    pub(super) fn occurrence(&mut self, trigger: Trigger) -> NewOccurrence {
        let due = self.random.between(-15, 15);
        let nominal_at = self.instant(due);
        // Keys repeat: there are few slots, whatever the time is.
        let slot = self.random.below(25);
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
            concurrency: (trigger == Trigger::Backfill && self.random.percent(30)).then_some(2),
            payload: self.run_payload(),
        }
    }

    fn run_payload(&mut self) -> Option<Arc<RunPayload>> {
        let may_start_programs = self.random.percent(50);
        let value = self.random.pick(&[json!({"x": [1]}), tricky_json()]);
        self.random.percent(20).then(|| Arc::new(RunPayload { may_start_programs, ..RunPayload::new(value) }))
    }

    pub(super) fn occurrences(&mut self, trigger: Trigger) -> Vec<NewOccurrence> {
        (0..self.random.between(0, 5)).map(|_| self.occurrence(trigger)).collect()
    }

    /// Returns plans for a few schedules, some of them stale, and now and then two for the same schedule.
    pub(super) async fn plan(&mut self, model: &mut Side) -> Step {
        let mut plans = Vec::new();
        for _ in 0..self.random.between(1, 3) {
            let key = self.key();
            let Some(found) = model.store.schedule(&key).await.unwrap() else { continue };
            let found = model.schedule(found);
            let stale = self.random.percent(10);
            let trigger = self.random.pick(&[Trigger::Schedule, Trigger::Schedule, Trigger::CatchUp]);
            let is_finished = self.random.percent(10);
            plans.push(Plan {
                uid: found.uid,
                revision: if stale { Revision(found.revision.0 - 1) } else { found.revision },
                watermark: found.watermark,
                occurrences: if is_finished { Vec::new() } else { self.occurrences(trigger) },
                gaps: if self.random.percent(20) { vec![self.gap()] } else { Vec::new() },
                watermark_to: found.watermark.max(self.instant(0)),
                next_due_at: self.random.percent(90).then(|| self.soon(0, 30)),
                is_finished,
                tzdb: self.random.pick(&["2026a", "2026b"]).to_owned(),
            });
        }
        Step::Plan(plans)
    }

    pub(super) fn insert(&mut self) -> Step {
        let trigger = self.random.pick(&[Trigger::Manual, Trigger::Backfill]);
        Step::Insert(Insert {
            key: self.key(),
            occurrences: self.occurrences(trigger),
            tzdb: "2026a".to_owned(),
            request: InsertRequest::Fire,
            by: ann(),
        })
    }

    pub(super) fn claim(&mut self) -> Step {
        let is_cut = self.profile.is_alone() || (self.profile == Profile::Crowd && self.is_ordered);
        let limit = if is_cut { self.random.pick(&[0, 1, 2, 3, 5, 100]) } else { 1_000 };
        Step::Claim(Claim {
            owner: node(self.random.pick(&["n1", "n2", "n3"])),
            lease_for: self.length(5, 40),
            limit,
            ahead_for: if self.random.percent(30) { self.length(1, 20) } else { SignedDuration::ZERO },
        })
    }

    /// Returns a lease: mostly one that may still be valid, now and then an old one or one that never existed.
    pub(super) fn a_lease(&mut self) -> Lease {
        if !self.fresh.is_empty() && self.random.percent(80) {
            return self.random.pick(&self.fresh);
        }
        if self.leases.is_empty() || self.random.percent(4) {
            return Lease { id: OccurrenceId(55_555), fence: crate::model::Fence(1) };
        }
        self.random.pick(&self.leases)
    }

    pub(super) fn some_leases(&mut self) -> Vec<Lease> {
        (0..self.random.between(1, 4)).map(|_| self.a_lease()).collect()
    }

    pub(super) fn ending(&mut self) -> Ending {
        let message = self.random.percent(60).then(|| self.random.pick(&["no", "later"]).to_owned());
        match self.random.below(10) {
            0..5 => Ending::Succeeded {
                target: self.random.percent(30).then(|| Target { kind: "row".to_owned(), id: "7".to_owned() }),
                message: message.filter(|_| self.random.percent(30)),
            },
            5 => Ending::Skipped { reason: self.random.pick(SkipReason::ALL), message },
            6..8 => Ending::Failed { reason: self.random.pick(FailReason::ALL), message },
            _ => Ending::Retry { at: self.soon(0, 20), message },
        }
    }

    /// Returns settlements, now and then with work. Work of another tenant is rejected.
    pub(super) fn settle(&mut self) -> Step {
        let mut settlements = Vec::new();
        for _ in 0..self.random.between(1, 4) {
            let lease = self.a_lease();
            let ending = self.ending();
            let is_working = self.random.percent(if self.profile.is_alone() { 20 } else { 6 });
            let whose = self.tenant();
            let enqueue = if is_working { vec![self.work(whose)] } else { Vec::new() };
            let next_due_at = self.random.percent(15).then(|| self.instant(10));
            settlements.push(Settlement { lease, ending, enqueue, next_due_at });
        }
        self.fresh.retain(|lease| !settlements.iter().any(|settlement| settlement.lease == *lease));
        Step::Settle(settlements)
    }

    pub(super) fn by_hand(&mut self) -> Step {
        let nobody = (55_555, self.tenant());
        let (id, owner) = if self.rows.is_empty() { nobody } else { self.random.pick(&self.rows) };
        let trigger = self.random.pick(&[Trigger::Retry, Trigger::Retry, Trigger::Backfill]);
        let changes = [
            OccurrenceChange::Reopen { trigger, concurrency: None, payload: self.run_payload() },
            OccurrenceChange::Discard,
            OccurrenceChange::Skip,
            OccurrenceChange::Cancel,
        ];
        let change = self.random.pick(&changes);
        let tenant = if self.random.percent(90) { owner } else { self.tenant() };
        Step::ByHand(tenant, OccurrenceId(id), change)
    }

    /// Stores do not check whether a schedule is readable when it is quarantined.
    pub(super) async fn quarantine(&mut self, model: &mut Side) -> Step {
        let mut found = Vec::new();
        for _ in 0..self.random.between(1, 2) {
            let key = self.key();
            let Some(schedule) = model.store.schedule(&key).await.unwrap() else { continue };
            let schedule = model.schedule(schedule);
            let revision = Revision(schedule.revision.0 - i64::from(self.random.percent(20)));
            let Schedule { uid, status, watermark, created_at, .. } = schedule;
            let problem = "it is torn".to_owned();
            found.push(UnreadableSchedule { uid, key, revision, status, watermark, created_at, problem });
        }
        Step::Quarantine(found)
    }

    pub(super) fn prune(&mut self) -> Step {
        Step::Prune(Prune {
            tenant: self.random.percent(50).then(|| self.tenant()),
            ended_before: self.random.percent(60).then(|| self.instant(-20)),
            work_done_before: self.random.percent(30).then(|| self.instant(-10)),
            work_dead_before: self.random.percent(30).then(|| self.instant(-10)),
            keep_per_schedule: self.random.between(0, 3) as u32,
            // Which rows a step with a smaller limit removes first is up to the store.
            limit: self.random.pick(&[0, 1_000]),
        })
    }

    pub(super) fn read(&mut self, model: &Side) -> Step {
        let (tenant, limit) = (self.tenant(), self.random.between(1, 6) as usize);
        let uid = ScheduleUid(self.random.between(1, model.schedules.count().max(1)));
        let is_cut = self.profile.is_alone() || self.is_ordered;
        let limit_of_all = if is_cut { limit } else { 1_000 };
        match self.random.below(10) {
            0..2 => Step::Occurrences(tenant, self.occurrence_filter(), limit),
            2 => Step::Schedules(tenant, self.schedule_filter(), limit),
            3 => Step::Gaps(self.key(), limit),
            4 => Step::Planned(uid, limit),
            5 => {
                let others = (0..self.random.below(3)).map(|_| self.random.between(1, 4)).collect::<Vec<_>>();
                let uids = std::iter::once(uid).chain(others.into_iter().map(ScheduleUid));
                Step::Definitions(uids.map(|uid| (uid, Revision(self.random.between(0, 5)))).collect())
            }
            6 => Step::Due(self.instant(10), limit_of_all),
            7 => Step::Scan(limit_of_all),
            8 => Step::Overdue(self.soon(-40, 10), limit_of_all),
            _ => Step::Wakeup,
        }
    }

    pub(super) fn occurrence_filter(&mut self) -> OccurrenceFilter {
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
            is_discarded: self.random.percent(30).then(|| self.random.percent(50)),
        }
    }

    pub(super) fn schedule_filter(&mut self) -> ScheduleFilter {
        ScheduleFilter {
            statuses: if self.random.percent(40) { vec![self.random.pick(&Status::ALL)] } else { Vec::new() },
            labels: if self.random.percent(40) { vec![("team".to_owned(), "x".to_owned())] } else { Vec::new() },
            id_prefix: self.random.percent(30).then(|| "a".to_owned()),
            provider: self.random.percent(20).then(|| "log".to_owned()),
            text: self.random.percent(20).then(|| "A".to_owned()),
            scan_limit: self.random.percent(30).then_some(2),
        }
    }
}
