//! The watermark never moves back, and a plan is taken only for the schedule as it was read.

use jiff::Timestamp;
use refrain::id::ScheduleUid;
use refrain::schedule::{Schedule, Status};
use refrain::store::{Plan, Replan};

use crate::trace::Line;
use crate::watch::{Span, Watch};

impl Watch {
    /// The store took a plan.
    pub(crate) fn planned(&mut self, node: usize, plan: &Plan, inserted: usize) {
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
            self.broken("a plan is taken only for what was read", text);
        }
        self.moved(plan.uid.0, known.watermark, plan.watermark, to);
        self.spans.push(Span { uid: plan.uid, definition: known.definition, from: known.watermark, to });
        if let Some(known) = self.schedules.get_mut(&plan.uid) {
            known.watermark = to;
            if plan.is_finished {
                known.status = Status::Finished;
            }
        }
        if plan.next_due_at.is_none() && !plan.is_finished {
            self.broken("an active schedule is looked at again", format!("schedule {}", plan.uid));
        }
        self.gaps.extend(plan.gaps.iter().map(|gap| (plan.uid, gap.clone())));
        self.planned_after_jump(node, plan.uid);
        self.planned_with_zones(node, &plan.tzdb);
    }

    /// An edit looked anew at what was planned: what it folded and what it asked for besides.
    pub(crate) fn replanned(&mut self, uid: ScheduleUid, replan: Option<Replan>) {
        let Some(replan) = replan else { return };
        self.gaps.extend(replan.gaps.into_iter().map(|gap| (uid, gap)));
        self.asked_for.extend(replan.add.into_iter().map(|row| (uid, row.period_key, row.discriminator)));
    }

    fn moved(&mut self, uid: i64, known: Timestamp, from: Timestamp, to: Timestamp) {
        if to < known {
            self.broken("the watermark never moves back", format!("schedule {uid}: from {known} to {to}"));
        }
        if from != known {
            let text = format!("schedule {uid} is planned until {known}, the plan begins at {from}");
            self.broken("a plan is taken only for what was read", text);
        }
    }

    /// A person, or the engine itself, changed a schedule.
    pub(crate) fn schedule_changed(&mut self, schedule: &Schedule) {
        self.line(Line::Changed {
            schedule: schedule.uid.0,
            revision: schedule.revision.0,
            to: schedule.status.as_str(),
        });
        if let Some(known) = self.schedules.get(&schedule.uid).cloned() {
            let (from, to) = (known.watermark, schedule.watermark);
            if to < from {
                self.broken("the watermark never moves back", format!("schedule {}: {from} to {to}", schedule.uid));
            }
            // A rule that had come to its end, or to the number of its runs, yields nothing more.
            if to > from && known.status != Status::Finished {
                self.spans.push(Span { uid: schedule.uid, definition: known.definition, from, to });
            }
        }
        self.schedule(schedule);
    }
}
