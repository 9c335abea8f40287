//! The watermark never moves back, a plan is accepted only for the schedule as it was read, and only the past is
//! missed.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain::model::{NewGap, NewOccurrence, Schedule, ScheduleUid, SkipReason, Status, Trigger};
use refrain::recurrence::{FirstRunAt, Recurrence};
use refrain::store::{Plan, Replan};

use crate::features::Feature;
use crate::trace::Line;
use crate::watch::{Observer, ScheduleState, Span};

impl Observer {
    /// Checks a plan that the store accepted, made by a caller whose clock showed `now`.
    pub(crate) fn planned(&mut self, node: usize, plan: &Plan, inserted: usize, now: Timestamp) {
        let to = plan.watermark_to;
        self.line(Line::Planned {
            node,
            schedule: plan.uid.0,
            rows: inserted,
            gaps: plan.gaps.len(),
            watermark_to: to.as_microsecond(),
        });
        let Some(known) = self.schedules.get(&plan.uid).cloned() else { return };
        if plan.revision != known.revision || known.status != Status::Active {
            let text = format!("schedule {} has revision {}, planned for {}", plan.uid, known.revision, plan.revision);
            self.report_violation("a plan is accepted only for the state it was based on", text);
        }
        self.moved(plan.uid.0, known.watermark, plan.watermark, to);
        let is_ahead = |gap: &&NewGap| gap.reason == SkipReason::Missed && gap.to > now;
        if let Some(gap) = plan.gaps.iter().find(is_ahead) {
            let text = format!("schedule {}, planned at {now}: {gap:?}", plan.uid);
            self.report_violation("only the past is missed", text);
        }
        self.caught_up(plan, &known);
        let at = self.now;
        self.spans.push(Span { uid: plan.uid, definition: known.definition, from: known.watermark, to, at });
        if let Some(known) = self.schedules.get_mut(&plan.uid) {
            known.watermark = to;
            if plan.is_finished {
                known.status = Status::Finished;
            }
        }
        if plan.next_due_at.is_none() && !plan.is_finished {
            self.report_violation("an active schedule has a next planning time", format!("schedule {}", plan.uid));
        }
        self.gaps.extend(plan.gaps.iter().map(|gap| (plan.uid, gap.clone())));
        self.planned_after_jump(node, plan.uid);
        self.planned_with_zones(node, &plan.tzdb);
    }

    /// Records the features that a plan exercises.
    fn caught_up(&mut self, plan: &Plan, known: &ScheduleState) {
        if matches!(known.definition.spec.recurrence, Recurrence::AfterCompletion(_)) {
            // Such rows are planned one by one, and no recurrence could be evaluated to find them.
            let key = |row: &NewOccurrence| (plan.uid, row.period_key.clone(), row.discriminator.clone());
            self.requested.extend(plan.occurrences.iter().map(key));
        }
        if !known.definition.spec.calendars.is_empty() {
            let (uid, now) = (plan.uid, self.now);
            let key = |row: &NewOccurrence| (uid, row.period_key.clone(), row.discriminator.clone());
            for row in &plan.occurrences {
                self.planned_at.entry(key(row)).or_insert(now);
            }
        }
        let is_late = plan.occurrences.iter().any(|row| row.trigger == Trigger::CatchUp);
        if is_late || plan.gaps.iter().any(|gap| gap.reason == SkipReason::Missed) {
            self.meets(plan.uid, Feature::of_catch_up(known.definition.catch_up.policy));
        }
        if self.is_generating {
            self.meets(plan.uid, Feature::Generate);
        }
    }

    /// Records the gaps and rows of an edit that replanned a schedule.
    pub(crate) fn replanned(&mut self, uid: ScheduleUid, replan: Option<Replan>) {
        let Some(replan) = replan else { return };
        self.line(Line::Replanned { schedule: uid.0, rows: replan.add.len(), gaps: replan.gaps.len() });
        let now = self.now;
        let key = |row: &NewOccurrence| (uid, row.period_key.clone(), row.discriminator.clone());
        self.planned_at.extend(replan.add.iter().map(|row| (key(row), now)));
        self.gaps.extend(replan.gaps.into_iter().map(|gap| (uid, gap)));
        self.requested.extend(replan.add.into_iter().map(|row| (uid, row.period_key, row.discriminator)));
    }

    /// Checks the watermark after a schedule was replanned. Replanning may move it, so that only one of two
    /// nodes succeeds.
    pub(crate) fn replanned_in_place(&mut self, schedule: &Schedule) {
        let Some(known) = self.schedules.get_mut(&schedule.uid) else { return };
        let from = std::mem::replace(&mut known.watermark, schedule.watermark);
        if schedule.watermark < from {
            let text = format!("schedule {}: {from} to {}", schedule.uid, schedule.watermark);
            self.report_violation("the watermark never moves back", text);
        }
    }

    fn moved(&mut self, uid: i64, known: Timestamp, from: Timestamp, to: Timestamp) {
        if to < known {
            self.report_violation("the watermark never moves back", format!("schedule {uid}: from {known} to {to}"));
        }
        if from != known {
            let text = format!("schedule {uid} is planned until {known}, the plan starts at {from}");
            self.report_violation("a plan is accepted only for the state it was based on", text);
        }
    }

    /// Records a new schedule. A first run whose time has just passed must not be left out.
    fn created(&mut self, schedule: &Schedule) {
        let spec = &schedule.definition.spec;
        let (uid, to, at) = (schedule.uid, schedule.watermark, self.now);
        if let Some(FirstRunAt::At(first)) = spec.first_run.map(|first| first.when)
            && first <= to
        {
            let from = first - SignedDuration::from_secs(1);
            self.spans.push(Span { uid, definition: Arc::clone(&schedule.definition), from, to, at });
        }
    }

    /// Checks a change of a schedule by a person or by the engine.
    pub(crate) fn schedule_changed(&mut self, schedule: &Schedule) {
        self.line(Line::Changed {
            schedule: schedule.uid.0,
            revision: schedule.revision.0,
            to: schedule.status.as_str(),
        });
        if !self.schedules.contains_key(&schedule.uid) {
            self.created(schedule);
        }
        if let Some(known) = self.schedules.get(&schedule.uid).cloned() {
            let (from, to) = (known.watermark, schedule.watermark);
            if to < from {
                self.report_violation(
                    "the watermark never moves back",
                    format!("schedule {}: {from} to {to}", schedule.uid),
                );
            }
            // A finished schedule yields nothing more, because its recurrence or its number of runs is
            // exhausted.
            if to > from && known.status != Status::Finished {
                let at = self.now;
                self.spans.push(Span { uid: schedule.uid, definition: known.definition, from, to, at });
            }
        }
        self.schedule(schedule);
    }
}
