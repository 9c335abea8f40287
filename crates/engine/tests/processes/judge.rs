//! Checks the promises against the ledger and the receiver after the storm. The judge uses nothing of the
//! engine except the recurrence arithmetic; everything else is compared with recorded facts.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use refrain::model::{AttemptOutcome, FailReason, Reason, SkipReason, State};
use refrain::recurrence::{CompiledRecurrence, Context};

use crate::causes::{Causes, Faults, lease};
use crate::ledger::{Row, ScheduleRecord};
use crate::receiver::{Effect, Phase};
use crate::work::{MANUAL, ONCE, SLOW};

/// Two processes on one machine read the same clock at slightly different times.
const CLOCK_ERROR: SignedDuration = SignedDuration::from_millis(5);

/// Result of the judgment.
#[derive(Default)]
pub(crate) struct Judgement {
    /// Violations found.
    pub(crate) findings: Vec<String>,
    pub(crate) causes: Causes,
    /// Runs that completed after their lease was taken over. None of them settled the row.
    pub(crate) stale: usize,
    pub(crate) unknown: usize,
    /// Rows with an unknown outcome for which nothing was sent: their nodes were lost between lease and start.
    pub(crate) unsent: usize,
    pub(crate) exhausted: usize,
    pub(crate) skipped: usize,
    pub(crate) gap_count: u64,
}

impl Judgement {
    fn expect(&mut self, is_so: bool, text: impl FnOnce() -> String) {
        if !is_so {
            self.findings.push(text());
        }
    }

    pub(crate) fn judge(&mut self, reported: &ScheduleRecord, faults: &Faults) {
        if reported.schedule.key.id.as_str() != MANUAL {
            self.nothing_is_lost(reported);
        }
        let mut keys = BTreeSet::new();
        for row in &reported.rows {
            let planned = &row.occurrence.planned;
            let is_new = keys.insert((planned.period_key.clone(), planned.discriminator.clone()));
            self.expect(is_new, || format!("{} has two rows", name(row)));
            self.ends_with_a_reason(row);
            self.is_never_early(row);
            self.fences_increase(row, faults);
            self.no_stale_completion_settles(row);
            self.every_duplicate_has_a_cause(row, faults);
            if reported.schedule.key.id.as_str() == ONCE {
                self.is_sent_at_most_once(row, faults);
            }
        }
    }

    /// Every instant of the recurrence has exactly one row or lies in exactly one gap, and there are no other rows.
    fn nothing_is_lost(&mut self, reported: &ScheduleRecord) {
        let schedule = &reported.schedule;
        let spec = &schedule.definition.spec;
        let context = Context { anchor: Some(schedule.created_at), seed: schedule.key.id.as_str(), calendars: None };
        let rule = CompiledRecurrence::compile(spec, &context).unwrap();
        let (starts_at, ends_at) = (spec.starts_at.unwrap(), spec.ends_at.unwrap());
        let (mut expected, mut in_gaps) = (0, 0);
        // On a slow machine, a schedule is saved after its start: planning then begins when it was saved.
        let planned_after = schedule.created_at.max(starts_at - SignedDuration::from_micros(1));
        for occurrence in rule.iter_after(planned_after) {
            let (at, key) = (occurrence.at(), rule.period_key(&occurrence));
            assert!(at < ends_at, "the recurrence ends at ends_at");
            let rows = reported.rows.iter().filter(|row| row.occurrence.planned.period_key == key).count();
            let gaps = reported.gaps.iter().filter(|gap| (gap.from..=gap.to).contains(&at)).count();
            self.expect(rows + gaps == 1, || format!("{} of {key}: {rows} rows, {gaps} gaps", schedule.key.id));
            expected += 1;
            in_gaps += gaps as u64;
        }
        let gap_count = reported.gaps.iter().map(|gap| gap.count).sum::<u64>();
        self.gap_count += gap_count;
        self.expect(gap_count == in_gaps, || format!("{}: gaps count {gap_count} of {in_gaps}", schedule.key.id));
        let found = reported.rows.len() as u64 + in_gaps;
        self.expect(found == expected, || format!("{}: {found} found, {expected} expected", schedule.key.id));
    }

    fn ends_with_a_reason(&mut self, row: &Row) {
        let occurrence = &row.occurrence;
        let is_right = match (occurrence.state, occurrence.reason) {
            (State::Succeeded, None) => true,
            (State::Skipped, Some(Reason::Skipped(SkipReason::Overlap))) => {
                self.skipped += 1;
                occurrence.schedule.id.as_str() == SLOW && occurrence.blocker.is_some() && row.effects.is_empty()
            }
            (State::Failed, Some(Reason::Failed(FailReason::OutcomeUnknown))) => {
                self.unknown += 1;
                self.unsent += usize::from(row.effects.is_empty());
                occurrence.schedule.id.as_str() == ONCE
            }
            (State::Failed, Some(Reason::Failed(FailReason::LeaseExhausted | FailReason::AttemptsExhausted))) => {
                self.exhausted += 1;
                true
            }
            _ => false,
        };
        let (state, reason) = (occurrence.state, occurrence.reason);
        self.expect(is_right, || format!("{} ended as {state:?} for {reason:?}", name(row)));
    }

    fn is_never_early(&mut self, row: &Row) {
        let due_at = row.occurrence.planned.due_at;
        for effect in &row.effects {
            self.expect(effect.at + CLOCK_ERROR >= due_at, || format!("{} started early, at {}", name(row), effect.at));
        }
    }

    /// No lease is used twice, and a process that reports late with an old fence was suspended.
    fn fences_increase(&mut self, row: &Row, faults: &Faults) {
        let fences: Vec<_> = row.attempts.iter().map(|attempt| attempt.fence).collect();
        self.expect(fences.is_sorted_by(|one, next| one < next), || format!("{}: fences {fences:?}", name(row)));
        for effect in &row.effects {
            let same = row.attempts.iter().find(|attempt| attempt.fence == effect.fence);
            let is_same = same.is_none_or(|attempt| attempt.number == effect.attempt);
            self.expect(is_same, || format!("{}: {effect:?} is not {same:?}", name(row)));
        }
        let mut highest: Option<&Effect> = None;
        for effect in started(row) {
            match highest {
                Some(before) if effect.fence <= before.fence => {
                    let was_suspended = faults.was_suspended(effect.pid, before.at - lease(), effect.at);
                    let is_late = effect.fence < before.fence && was_suspended;
                    self.expect(is_late, || format!("{}: fence {} after {}", name(row), effect.fence, before.fence));
                }
                _ => highest = Some(effect),
            }
        }
    }

    /// The run with the last fence settled the row, and no other run did.
    fn no_stale_completion_settles(&mut self, row: &Row) {
        let occurrence = &row.occurrence;
        let has_said = |phase| row.effects.iter().any(|it| it.fence == occurrence.fence && it.phase == phase);
        let is_newest = row.effects.iter().all(|effect| effect.fence <= occurrence.fence);
        self.expect(is_newest, || format!("{}: a run beyond fence {}", name(row), occurrence.fence));
        self.stale += row.effects.iter().filter(|it| it.phase == Phase::Done && it.fence < occurrence.fence).count();
        if occurrence.state == State::Succeeded {
            self.expect(has_said(Phase::Done), || format!("{} succeeded without a completed run", name(row)));
        }
        if occurrence.reason == Some(Reason::Failed(FailReason::AttemptsExhausted)) {
            self.expect(has_said(Phase::Failed), || format!("{} failed without a failed run", name(row)));
        }
        let earlier = row.attempts.iter().filter(|attempt| attempt.fence < occurrence.fence);
        let has_given_way = |outcome| matches!(outcome, AttemptOutcome::Retried | AttemptOutcome::LeaseLost);
        let is_right = earlier.into_iter().all(|attempt| has_given_way(attempt.outcome));
        self.expect(is_right, || format!("{} was settled twice: {:?}", name(row), row.attempts));
    }

    fn every_duplicate_has_a_cause(&mut self, row: &Row, faults: &Faults) {
        let mut runs: Vec<&Effect> = started(row).collect();
        runs.sort_by_key(|run| run.fence);
        for pair in runs.windows(2) {
            match faults.cause(row, pair[0], pair[1]) {
                Some(cause) => *self.causes.entry(cause).or_default() += 1,
                None => {
                    let text = format!("{} was started again without a cause: {pair:?}, {:?}", name(row), row.attempts);
                    self.findings.push(text);
                }
            }
        }
    }

    fn is_sent_at_most_once(&mut self, row: &Row, faults: &Faults) {
        let runs: Vec<&Effect> = started(row).collect();
        self.expect(runs.len() <= 1, || format!("{} was sent twice: {runs:?}", name(row)));
        let occurrence = &row.occurrence;
        let is_unknown = occurrence.reason == Some(Reason::Failed(FailReason::OutcomeUnknown));
        if let Some(run) = runs.first().filter(|_| is_unknown) {
            let ended_at = occurrence.ended_at.unwrap();
            let is_hit = faults.has_hit(run.pid, run.at - lease(), ended_at);
            self.expect(is_hit, || format!("{} is unknown though nothing was done to {}", name(row), run.pid));
        }
    }
}

fn started(row: &Row) -> impl Iterator<Item = &Effect> {
    row.effects.iter().filter(|effect| effect.phase == Phase::Started)
}

fn name(row: &Row) -> String {
    let Row { occurrence, .. } = row;
    format!("{} {} (row {})", occurrence.schedule.id, occurrence.planned.period_key, occurrence.id)
}
