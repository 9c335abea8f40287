//! Lists the revisions of a schedule, and reads definitions by revision. A definition is stored with the revision
//! that set it, so the definition in effect at a later revision is searched backwards.

use super::record::{self, Record};
use super::{Redis, link};
use refrain_ledger::model::{Revision, RevisionRecord, ScheduleKey, ScheduleUid};
use refrain_ledger::store::{DefinitionResult, ListPage, NoDefinition, Page, StoreError};

/// Number of revisions read in one step.
const STEP: i64 = 16;

/// Search for the definition of a revision.
struct DefinitionSearch {
    place: usize,
    uid: ScheduleUid,
    from: i64,
    to: i64,
    /// Whether the definition can only be in one revision: an earlier definition must not replace one that was lost.
    is_exact: bool,
}

impl Redis {
    pub(super) async fn list_revisions(
        &self,
        key: &ScheduleKey,
        page: &Page,
    ) -> Result<ListPage<RevisionRecord>, StoreError> {
        let not_found = || StoreError::NotFound(format!("schedule {key}"));
        let uid = self.uid(key).await?.ok_or_else(not_found)?;
        let last = self.records(&[uid]).await?.pop().flatten().ok_or_else(not_found)?.gate.revision.0;
        let before = page.number()?.unwrap_or(i64::MAX);
        let to = last.min(before.saturating_sub(1));
        let from = (to - page.rows() as i64).max(1);
        let found = self.read_revisions(uid, (from..=to).rev().map(Revision)).await?;
        Ok(ListPage::cut(found, page.rows(), |record: &RevisionRecord| record.revision.to_string()))
    }

    async fn read_revisions(
        &self,
        uid: ScheduleUid,
        wanted: impl Iterator<Item = Revision>,
    ) -> Result<Vec<RevisionRecord>, StoreError> {
        let wanted: Vec<Revision> = wanted.collect();
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let mut command = redis::cmd("HMGET");
        command.arg(self.keys.revisions(uid)).arg(wanted.iter().map(|revision| revision.0).collect::<Vec<i64>>());
        let mut found = Vec::with_capacity(wanted.len());
        for (revision, value) in wanted.iter().zip(link::list(self.link.call(command).await?)?) {
            if let Some(bytes) = link::bytes(value)? {
                found.push(record::revision(*revision, &bytes)?);
            }
        }
        Ok(found)
    }

    pub(super) async fn read_definitions(
        &self,
        wanted: &[(ScheduleUid, Revision)],
    ) -> Result<Vec<DefinitionResult>, StoreError> {
        let mut found: Vec<DefinitionResult> = vec![Err(NoDefinition::Missing); wanted.len()];
        let keys: Vec<String> = wanted.iter().map(|(uid, _)| self.keys.record(*uid)).collect();
        let mut sought = Vec::with_capacity(wanted.len());
        for (place, stored) in self.values(&keys).await?.into_iter().enumerate() {
            let (uid, revision) = wanted[place];
            match stored.map(|stored| Record::read(uid, &stored)) {
                Some(Ok(record)) => sought.extend(DefinitionSearch::first(place, &record, revision)),
                Some(Err(error)) => found[place] = Err(NoDefinition::of(error)?),
                None => {}
            }
        }
        while !sought.is_empty() {
            let mut pipeline = redis::Pipeline::new();
            for step in &sought {
                let revisions: Vec<i64> = (step.from..=step.to).rev().collect();
                pipeline.cmd("HMGET").arg(self.keys.revisions(step.uid)).arg(revisions);
            }
            let mut further = Vec::new();
            for (step, answer) in sought.into_iter().zip(self.link.calls(&pipeline).await?) {
                match step.last_in(answer)? {
                    Err(NoDefinition::Missing) => further.extend(step.before()),
                    defined => found[step.place] = defined,
                }
            }
            sought = further;
        }
        Ok(found)
    }
}

impl DefinitionSearch {
    /// Returns the first step of the search. Revisions after the last definition contain none, and mostly the
    /// last definition is the requested one.
    fn first(place: usize, record: &Record, revision: Revision) -> Option<Self> {
        let defined_in = record.defined_in.0;
        let (uid, to) = (record.uid, revision.0.min(defined_in));
        let is_exact = to == defined_in;
        let from = if is_exact { to } else { (to - STEP).max(0) + 1 };
        (to > 0).then_some(Self { place, uid, from, to, is_exact })
    }

    /// Returns the step before this one.
    fn before(self) -> Option<Self> {
        let to = self.from - 1;
        (to > 0 && !self.is_exact).then(|| Self { from: (to - STEP).max(0) + 1, to, ..self })
    }

    /// Returns the last definition among the revisions of this step.
    fn last_in(&self, answer: redis::Value) -> Result<DefinitionResult, StoreError> {
        for (revision, value) in (self.from..=self.to).rev().zip(link::list(answer)?) {
            let Some(bytes) = link::bytes(value)? else { continue };
            match record::revision(Revision(revision), &bytes) {
                Ok(RevisionRecord { definition: Some(definition), .. }) => return Ok(Ok(definition)),
                Ok(RevisionRecord { problem: Some(problem), .. }) => return Ok(Err(NoDefinition::Damaged(problem))),
                Ok(_) => {}
                Err(error) => return NoDefinition::of(error).map(Err),
            }
        }
        Ok(Err(NoDefinition::Missing))
    }
}
