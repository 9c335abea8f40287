//! Explains why an occurrence ran or did not run. The answer comes from the recurrence in force at the time and
//! from the ledger, and names the cause.

use jiff::Timestamp;
use refrain_recurrence::{CompiledRecurrence, Verdict};

use super::Control;
use super::occurrence_request::OccurrenceRequest;
use crate::error::Error;
use crate::model::{
    Attempt, Gap, Occurrence, Reason, Revision, RevisionRecord, Schedule, ScheduleKey, SkipReason, State, Status,
};
use crate::right::Right;
use crate::rights::Rights;
use crate::store::{ListPage, OccurrenceFilter, PAGE_ROWS_MAX, Page};

/// Maximum number of pages of gaps and revisions to search.
const PAGES_MAX: usize = 20;

/// Explanation of what happened, or did not happen, at an instant.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The schedule.
    pub schedule: Schedule,
    /// The instant in question.
    pub at: Timestamp,
    /// The revision of the schedule in force at that instant; `None` if the schedule did not exist yet.
    pub in_force: Option<RevisionRecord>,
    /// Whether the recurrence in force at that instant matches it.
    pub verdict: Option<Verdict>,
    /// The occurrences at that instant, each with its attempts.
    pub rows: Vec<(Occurrence, Vec<Attempt>)>,
    /// The gap that covers the instant.
    pub gap: Option<Gap>,
    /// Description of the hold that would stop the occurrence now.
    pub hold: Option<String>,
    /// The request that created the first occurrence or reopened it; `None` if the recurrence created it.
    pub request: Option<OccurrenceRequest>,
    /// The answer in short form.
    pub answer: Answer,
}

/// Short form of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The schedule did not exist at that instant.
    NotCreatedYet,
    /// The recurrence does not match the instant. The value names the part that does not match.
    NotMatched(&'static str),
    /// There is an occurrence, with this state and reason. See [`Explanation::rows`] for its details.
    Recorded(State, Option<Reason>),
    /// The occurrence was collapsed into a gap.
    InGap(SkipReason),
    /// The schedule had this status. The text says who set it, and the note.
    Stopped(Status, String),
    /// The instant is in the future, or planning has not reached it yet.
    NotPlannedYet,
    /// Not planned yet, and this hold will stop the occurrence unless the hold is deleted.
    WillBeHeld(String),
    /// There is neither an occurrence nor a gap, but there should be one. Check the logs.
    Unexplained,
}

impl<R> Control<R> {
    /// Explains why the schedule did or did not run at an instant.
    ///
    /// # Errors
    /// Returns an error if there is no such schedule, or if the store is unavailable.
    pub async fn explain(&self, key: &ScheduleKey, at: Timestamp) -> Result<Explanation, Error> {
        let schedule = self.schedule(key).await?;
        let in_force = self.in_force(key, at).await?;
        let rule = self.rule_of_revision(&schedule, in_force.as_ref()).await?;
        let verdict = rule.as_ref().map(|rule| rule.matches(at));
        let rows = self.rows_at(key, at).await?;
        let gap = if rows.is_empty() { self.gap_at(&schedule, at).await? } else { None };
        let request = match rows.first() {
            Some((row, _)) => self.request_of(row).await?,
            None => None,
        };
        let hold = self.controls(&key.tenant).await?.hold_on(&key.id, &schedule.definition, at);
        let answer = match answer(&schedule, in_force.as_ref(), verdict.as_ref(), &rows, gap.as_ref(), at) {
            Answer::NotPlannedYet => hold.clone().map_or(Answer::NotPlannedYet, Answer::WillBeHeld),
            other => other,
        };
        Ok(Explanation { schedule, at, in_force, verdict, rows, gap, hold, request, answer })
    }

    /// Returns the last revision made at or before the instant.
    async fn in_force(&self, key: &ScheduleKey, at: Timestamp) -> Result<Option<RevisionRecord>, Error> {
        let mut page = Page::first(PAGE_ROWS_MAX);
        for _ in 0..PAGES_MAX {
            let read = self.store.revisions(key, &page).await?;
            if let Some(found) = read.rows.into_iter().find(|record| record.at <= at) {
                return Ok(Some(found));
            }
            let Some(next) = read.next else { return Ok(None) };
            page = Page::after(PAGE_ROWS_MAX, next);
        }
        Ok(None)
    }

    /// Compiles the recurrence of a revision, or of revision 1 without a record. Falls back to the current definition
    /// if that revision cannot be read.
    async fn rule_of_revision(
        &self,
        schedule: &Schedule,
        record: Option<&RevisionRecord>,
    ) -> Result<Option<CompiledRecurrence>, Error> {
        let revision = record.map_or(Revision(1), |record| record.revision);
        let then = self.store.definitions(&[(schedule.uid, revision)]).await?.pop();
        let definition = then.and_then(Result::ok).unwrap_or_else(|| std::sync::Arc::clone(&schedule.definition));
        match self.rule(&Schedule { definition, ..schedule.clone() }).await {
            Ok(rule) => Ok(Some(rule)),
            // An invalid recurrence explains nothing, but the ledger still does.
            Err(Error::Recurrence(_) | Error::Invalid { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn rows_at(&self, key: &ScheduleKey, at: Timestamp) -> Result<Vec<(Occurrence, Vec<Attempt>)>, Error> {
        let second = |at: Timestamp, plus: i64| Timestamp::from_second(at.as_second() + plus).unwrap_or(at);
        let filter = OccurrenceFilter {
            schedule: Some(key.id.clone()),
            from: Some(second(at, 0)),
            until: Some(second(at, 1)),
            ..OccurrenceFilter::default()
        };
        let mut found = Vec::new();
        for row in self.store.occurrences(&key.tenant, &filter, &Page::first(PAGE_ROWS_MAX)).await?.rows {
            found.extend(self.store.occurrence(&key.tenant, row.id).await?);
        }
        Ok(found)
    }

    /// Returns the gaps of a schedule, the latest first. Gaps of a deleted schedule with the same key are left out.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn gaps(&self, schedule: &Schedule, page: &Page) -> Result<ListPage<Gap>, Error> {
        let mut read = self.store.gaps(&schedule.key, page).await?;
        // Gaps are listed in order of creation: once one is older than the schedule, all that follow are.
        let own = read.rows.iter().take_while(|gap| gap.created_at >= schedule.created_at).count();
        if own < read.rows.len() {
            read.rows.truncate(own);
            read.next = None;
        }
        Ok(read)
    }

    async fn gap_at(&self, schedule: &Schedule, at: Timestamp) -> Result<Option<Gap>, Error> {
        let mut page = Page::first(PAGE_ROWS_MAX);
        for _ in 0..PAGES_MAX {
            let read = self.gaps(schedule, &page).await?;
            if let Some(gap) = read.rows.into_iter().find(|gap| gap.covers.from <= at && at <= gap.covers.to) {
                return Ok(Some(gap));
            }
            let Some(next) = read.next else { return Ok(None) };
            page = Page::after(PAGE_ROWS_MAX, next);
        }
        Ok(None)
    }
}

fn answer(
    schedule: &Schedule,
    in_force: Option<&RevisionRecord>,
    verdict: Option<&Verdict>,
    rows: &[(Occurrence, Vec<Attempt>)],
    gap: Option<&Gap>,
    at: Timestamp,
) -> Answer {
    if let Some((row, _)) = rows.first() {
        return Answer::Recorded(row.state, row.reason);
    }
    let Some(in_force) = in_force else { return Answer::NotCreatedYet };
    if let Some(verdict) = verdict.filter(|verdict| !verdict.matches()) {
        return Answer::NotMatched(verdict.reason().unwrap_or("recurrence"));
    }
    if let Some(gap) = gap {
        return Answer::InGap(gap.covers.reason);
    }
    match schedule.status {
        // A schedule that is stopped now was stopped by its last change, if that change was before the instant.
        Status::Paused | Status::Canceled | Status::Disabled | Status::Deleted if schedule.updated_at <= at => {
            let note = schedule.status_note.text.as_deref().map(|text| format!(": {text}")).unwrap_or_default();
            Answer::Stopped(schedule.status, format!("by {}{note}", in_force.by))
        }
        _ if at > schedule.watermark => Answer::NotPlannedYet,
        _ => Answer::Unexplained,
    }
}

impl Explanation {
    /// Whether jitter moved an occurrence. A requested occurrence is due when it was requested, or behind others
    /// of its backfill.
    fn is_jittered(&self, row: &Occurrence) -> bool {
        let is_moved = row.planned.due_at != row.planned.nominal_at;
        is_moved && !row.planned.trigger.is_user_requested() && self.schedule.definition.spec.jitter.is_some()
    }

    /// Returns the explanation as a caller with these rights may see it: who made a request comes from the audit log,
    /// which needs the permission `audit`.
    #[must_use]
    pub fn visible_to(mut self, rights: &Rights) -> Self {
        if let Some(request) = self.request.as_mut().filter(|_| !rights.has(Right::Audit)) {
            request.by = None;
        }
        self
    }

    /// Returns the answer as a sentence.
    pub fn sentence(&self) -> String {
        let Self { at, schedule, rows, .. } = self;
        let row = rows.first().map(|(row, _)| row);
        match &self.answer {
            Answer::NotCreatedYet => format!("{} did not exist at {at}.", schedule.key.id),
            Answer::NotMatched(what) => format!("The recurrence has no occurrence at {at}: its {what} does not match."),
            Answer::InGap(reason) => {
                format!("{at} is in a gap: the occurrence was skipped ({reason}) and has no record of its own.")
            }
            Answer::Stopped(status, why) => format!("The schedule was {} {why}.", status.as_str()),
            Answer::NotPlannedYet => format!("{at} has not been planned yet."),
            Answer::WillBeHeld(hold) => format!("{at} has not been planned yet and will be skipped under {hold}."),
            Answer::Unexplained => format!("{at} has neither an occurrence nor a gap, but should have one."),
            Answer::Recorded(state, reason) => {
                let mut text = format!("The occurrence has the state {}", state.as_str());
                if let Some(reason) = reason {
                    text.push_str(&format!(" ({})", reason.as_str()));
                }
                if let Some((row, blocker)) = row.and_then(|row| Some((row, row.blocker?))) {
                    let how = match state {
                        State::Skipped => "blocked by",
                        State::Planned if row.waits => "waits for",
                        State::Planned | State::Running | State::Succeeded | State::Failed => "waited for",
                    };
                    text.push_str(&format!(", {how} occurrence {blocker}"));
                }
                if let Some(request) = &self.request {
                    text.push_str(&format!(", {request}"));
                }
                if row.is_some_and(|row| row.planned.payload.is_some()) {
                    text.push_str(", with a payload of its own");
                }
                if let Some(row) = row.filter(|row| self.is_jittered(row)) {
                    text.push_str(&format!(", jittered to {}", row.planned.due_at));
                }
                if let Some(message) = row.and_then(|row| row.message.as_deref()) {
                    text.push_str(&format!(": {message}"));
                }
                if let Some(at) = row.and_then(|row| row.discarded_at) {
                    text.push_str(&format!(", and was discarded at {at}"));
                }
                if let Some(hold) = self.hold.as_ref().filter(|_| !state.is_terminal()) {
                    text.push_str(&format!(", and its next attempt will be skipped under {hold}"));
                }
                text.push('.');
                text
            }
        }
    }
}
