//! Schedules: save, change status, delete, read.

use std::ops::Bound;

use jiff::Timestamp;

use super::state::State;
use crate::ledger::change::{self, SaveEffect};
use crate::ledger::check;
use crate::ledger::wanted::{PageScan, ScheduleMatcher};
use crate::model::{
    By, Gap, MESSAGE_BYTES_MAX, NewGap, Reason, Revision, RevisionRecord, Schedule, ScheduleKey, ScheduleUid, Status,
    Tenant,
};
use crate::store::{
    ChangeStatus, DefinitionResult, DueSchedules, ExpectedVersion, ListPage, ListedSchedule, NoDefinition, Page,
    SaveSchedule, ScheduleCounts, ScheduleFilter, StoreError, UnreadableSchedule,
};

impl State {
    pub(super) fn save(&mut self, save: &SaveSchedule, now: Timestamp) -> Result<Schedule, StoreError> {
        check::save(save)?;
        save.definition.to_stored()?;
        let found = self.live(&save.key).map(|found| self.stored(found));
        let schedule = match change::save(found.as_ref(), save, now)? {
            SaveEffect::Same => return Ok(self.live_or_error(&save.key)?.clone()),
            SaveEffect::Replan(schedule) => return self.replan_same(&schedule, save, now),
            SaveEffect::Create(mut schedule) => {
                change::check_schedule_limit(save, self.living(&save.key.tenant).len() as u64)?;
                schedule.uid = ScheduleUid(self.next_number());
                *schedule
            }
            SaveEffect::Update(schedule) => *schedule,
        };
        let old = found.map(|found| found.known().gate());
        let replanned = match (&save.replan, &old) {
            (Some(replan), Some(old)) => Some(self.replanned((old, &schedule), replan)?),
            (Some(_), None) | (None, _) => None,
        };
        let schedule = self.write(schedule, &save.by, true, now)?;
        if let Some((replan, replanned)) = save.replan.as_ref().zip(replanned) {
            self.write_replanned(&schedule, replanned, replan, now);
        }
        self.wake_lanes(schedule.uid, now);
        // Superseded rows change the counters, so the schedule is read again.
        self.live_or_error(&save.key).cloned()
    }

    pub(super) fn change_status(&mut self, change: &ChangeStatus, now: Timestamp) -> Result<Schedule, StoreError> {
        check::by(&change.by)?;
        if let Some(text) = &change.text {
            check::text("note", text, MESSAGE_BYTES_MAX)?;
        }
        let found = self.live(&change.key).map(|found| self.stored(found).whole()).transpose()?;
        let schedule = change::change_status(found.as_ref(), change, now)?;
        for gap in change.resume.iter().flat_map(|resume| &resume.gaps) {
            self.add_gap(&schedule, gap, now);
        }
        let changed = self.write(schedule, &change.by, false, now)?;
        self.wake_lanes(changed.uid, now);
        Ok(changed)
    }

    pub(super) fn quarantine(
        &mut self,
        found: &UnreadableSchedule,
        by: &By,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let stored = self.live(&found.key).map(|schedule| self.stored(schedule));
        let Some(schedule) = stored.and_then(|stored| stored.quarantined(found, by, now)) else { return Ok(false) };
        self.write(schedule, by, false, now).map(|_| true)
    }

    pub(super) fn delete(
        &mut self,
        key: &ScheduleKey,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        check::by(by)?;
        let schedule = change::delete(key, expect, self.live(key), by, now)?;
        self.write(schedule, by, false, now).map(drop)
    }

    /// Writes a changed schedule with its revision and audit entry, and applies its status to its rows.
    fn write(
        &mut self,
        schedule: Schedule,
        by: &By,
        has_definition: bool,
        now: Timestamp,
    ) -> Result<Schedule, StoreError> {
        let uid = schedule.uid;
        let record = change::revision_record(&schedule, by, has_definition);
        self.append(&schedule.key.tenant, change::schedule_entry(&schedule, &record, by), now);
        self.revisions.entry(uid).or_default().push(record);
        let withdrawal = change::withdrawal(schedule.status);
        self.schedules.insert(uid, schedule);
        if let Some(reason) = withdrawal {
            self.withdraw(uid, Reason::Skipped(reason), now);
        }
        // Withdrawn rows change the counters, so the schedule is read again.
        self.schedules.get(&uid).cloned().ok_or_else(|| StoreError::NotFound(format!("schedule {uid}")))
    }

    pub(super) fn add_gap(&mut self, schedule: &Schedule, gap: &NewGap, now: Timestamp) {
        let id = self.next_number();
        let gap = Gap { id, schedule: schedule.key.clone(), covers: gap.clone(), created_at: now };
        self.gaps.insert(id, (schedule.uid, gap));
    }

    pub(super) fn schedules(
        &self,
        tenant: &Tenant,
        filter: &ScheduleFilter,
        page: &Page,
    ) -> Result<ListPage<ListedSchedule>, StoreError> {
        check::schedule_filter(filter)?;
        let after = page.name()?;
        let prefix = filter.id_prefix.as_deref().unwrap_or_default();
        let (wanted, mut walk) = (ScheduleMatcher::by(filter), PageScan::new(filter, page));
        for schedule in self.living(tenant) {
            let id = schedule.key.id.as_str();
            if after.is_some_and(|after| id <= after) || id < prefix {
                continue;
            }
            let stored = self.stored(schedule);
            walk.look(id, || wanted.takes(&stored).then(|| stored.listed()));
        }
        Ok(walk.page())
    }

    pub(super) fn count_schedules(&self, tenant: &Tenant, limit: usize) -> ScheduleCounts {
        let mut counts = ScheduleCounts::default();
        self.living(tenant).iter().for_each(|schedule| counts.add(schedule.status, limit));
        counts
    }

    /// Returns a tenant's schedules that are not deleted, ordered by ID.
    fn living(&self, tenant: &Tenant) -> Vec<&Schedule> {
        let is_living = |schedule: &&Schedule| schedule.key.tenant == *tenant && schedule.status != Status::Deleted;
        let mut found: Vec<&Schedule> = self.schedules.values().filter(is_living).collect();
        found.sort_by(|a, b| a.key.id.cmp(&b.key.id));
        found
    }

    pub(super) fn revisions(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<RevisionRecord>, StoreError> {
        let uid = self.live_or_error(key)?.uid;
        let before = page.number()?.unwrap_or(i64::MAX);
        let records = self.revisions.get(&uid).into_iter().flatten().rev();
        let records = records.filter(|record| record.revision.0 < before).take(page.rows() + 1);
        let found = records.map(|record| self.readable_record(uid, record)).collect();
        Ok(ListPage::cut(found, page.rows(), |record: &RevisionRecord| record.revision.to_string()))
    }

    /// Returns a revision as it can be read: its definition may have been damaged.
    fn readable_record(&self, uid: ScheduleUid, record: &RevisionRecord) -> RevisionRecord {
        match self.damaged.get(&(uid, record.revision)).map(|text| NoDefinition::read(Some(text))) {
            Some(Err(problem)) => {
                RevisionRecord { definition: None, problem: Some(problem.into_problem()), ..record.clone() }
            }
            Some(Ok(_)) | None => record.clone(),
        }
    }

    pub(super) fn definition(&self, uid: ScheduleUid, revision: Revision) -> DefinitionResult {
        let records = self.revisions.get(&uid).into_iter().flatten().rev();
        let mut until = records.filter(|record| record.revision <= revision);
        let last = until.find(|record| record.definition.is_some()).ok_or(NoDefinition::Missing)?;
        match self.damaged.get(&(uid, last.revision)) {
            Some(text) => NoDefinition::read(Some(text)),
            None => last.definition.clone().ok_or(NoDefinition::Missing),
        }
    }

    pub(super) fn due_for_planning(&self, until: Timestamp, limit: usize) -> DueSchedules {
        let due = |schedule: &&Schedule| schedule.plan_at().is_some_and(|at| at <= until);
        let mut found: Vec<&Schedule> = self.schedules.values().filter(due).collect();
        found.sort_by_key(|schedule| (schedule.plan_at(), schedule.uid));
        found.truncate(limit);
        found.into_iter().map(|schedule| self.stored(schedule).listed()).collect()
    }

    pub(super) fn scan(&self, after: Option<ScheduleUid>, limit: usize) -> Vec<ListedSchedule> {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let later = self.schedules.range((from, Bound::Unbounded)).map(|(_, schedule)| schedule);
        let living = later.filter(|schedule| schedule.status != Status::Deleted).take(limit);
        living.map(|schedule| self.stored(schedule).listed()).collect()
    }
}
