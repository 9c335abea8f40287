// Generated from console/openapi.json by `make clients`. Do not edit.

//! Operations of the group `schedule`.

use std::borrow::Borrow;

use jiff::Timestamp;
use serde_json::Value;

use crate::call::{Call, endpoint};
use crate::client::Client;
use crate::types::{
    BackfillRequest, BackfillResult, DailyCounts, Explanation, FireResult, NextOccurrences, Occurrence, OccurrenceGap,
    OccurrenceGapList, OccurrenceList, ResumeMode, Revision, RevisionList, Schedule,
};

impl Client {
    /// Backfills a schedule.
    ///
    /// A backfill takes two requests. Without `confirm`, the response is a preview with a token that is valid for 10
    /// minutes. The same request with the token in `confirm` starts the backfill. If the token was used, has expired or
    /// belongs to another request, or if the schedule has changed since, the request returns 409 (`not_confirmed`).
    ///
    /// An occurrence that is already in the ledger is not created again, even if an edit has since changed its period
    /// key. The occurrences run one after the other in nominal order; live occurrences go first. At most 10,000
    /// occurrences per request, counting existing ones and every discriminator.
    ///
    /// Requires `backfill`.
    pub fn backfill_schedule(&self, id: &str, request: impl Borrow<BackfillRequest>) -> Call<BackfillSchedule> {
        self.call::<BackfillSchedule>(&[&id]).body_json(request.borrow())
    }

    /// Gets upcoming occurrences as an iCalendar file.
    ///
    /// Returns one event per occurrence, in UTC, so that every calendar application shows the same times. The file has
    /// no events while the schedule is paused or after it has ended. An occurrence keeps its UID in every version of
    /// the file. Default: 50 occurrences. Maximum: 500.
    ///
    /// Requires `viewer`.
    pub fn get_schedule_calendar_file(&self, id: &str) -> Call<GetScheduleCalendarFile> {
        self.call::<GetScheduleCalendarFile>(&[&id])
    }

    /// Cancels a schedule.
    ///
    /// Stops the schedule permanently. Planned occurrences are skipped, and running ones are asked to stop. The history
    /// is kept. With `If-Match`, the schedule is canceled only if its revision matches; otherwise the request returns
    /// 412.
    ///
    /// Requires `operator`.
    pub fn cancel_schedule(&self, id: &str) -> Call<CancelSchedule> {
        self.call::<CancelSchedule>(&[&id])
    }

    /// Counts the occurrences of a schedule by day.
    ///
    /// By nominal time. Occurrences are read from the newest on, at most 20,000 and for at most 3 seconds; beyond that,
    /// `counted_since` is the time from which the counts are complete.
    ///
    /// Requires `viewer`.
    pub fn count_schedule_runs_by_day(&self, id: &str) -> Call<CountScheduleRunsByDay> {
        self.call::<CountScheduleRunsByDay>(&[&id])
    }

    /// Runs a schedule now.
    ///
    /// Starts one manual run, in addition to the schedule and without changing it. This also works while the schedule
    /// is paused. A repeated request with the same `Idempotency-Key` returns the same occurrence. If it names another
    /// payload than the first one, it returns 409 (`idempotency_key_reused`).
    ///
    /// Requires `fire`. Also requires `command` if the request can start a program.
    pub fn fire_schedule(&self, id: &str) -> Call<FireSchedule> {
        self.call::<FireSchedule>(&[&id])
    }

    /// Lists the gaps of a schedule.
    ///
    /// Newest first. Many missed occurrences are recorded as one gap instead of one occurrence each. Page size: 50 by
    /// default, at most 500.
    ///
    /// Requires `viewer`.
    pub fn list_schedule_gaps(&self, id: &str) -> Call<ListScheduleGaps> {
        self.call::<ListScheduleGaps>(&[&id])
    }

    /// Lists the next occurrences of a schedule.
    ///
    /// Returns 10 times by default, at most 1,000.
    ///
    /// Requires `viewer`.
    pub fn list_next_occurrences(&self, id: &str) -> Call<ListNextOccurrences> {
        self.call::<ListNextOccurrences>(&[&id])
    }

    /// Pauses a schedule.
    ///
    /// The schedule stays paused until it is resumed, or until `until`. Occurrences due during the pause are skipped.
    /// Pausing a paused schedule changes the note and the end of the pause. With `If-Match`, the schedule is paused
    /// only if its revision matches; otherwise the request returns 412.
    ///
    /// Requires `operator`.
    pub fn pause_schedule(&self, id: &str) -> Call<PauseSchedule> {
        self.call::<PauseSchedule>(&[&id])
    }

    /// Resumes a schedule.
    ///
    /// Resuming an active schedule changes nothing. With `If-Match`, the schedule is resumed only if its revision
    /// matches; otherwise the request returns 412.
    ///
    /// Requires `operator`.
    pub fn resume_schedule(&self, id: &str) -> Call<ResumeSchedule> {
        self.call::<ResumeSchedule>(&[&id])
    }

    /// Lists the revisions of a schedule.
    ///
    /// Newest first. Page size: 50 by default, at most 500.
    ///
    /// Requires `viewer`.
    pub fn list_schedule_revisions(&self, id: &str) -> Call<ListScheduleRevisions> {
        self.call::<ListScheduleRevisions>(&[&id])
    }

    /// Gets a revision of a schedule.
    ///
    /// Includes the definition in effect at that revision, even if an earlier change introduced it.
    ///
    /// Requires `viewer`.
    pub fn get_schedule_revision(&self, id: &str, revision: i64) -> Call<GetScheduleRevision> {
        self.call::<GetScheduleRevision>(&[&id, &revision])
    }

    /// Rolls back a schedule to a revision.
    ///
    /// Saves the definition of that revision as a new revision, like any other edit. A paused schedule stays paused. If
    /// the stored definition cannot be read, the request returns 409 (`damaged`). With `If-Match`, the schedule is
    /// changed only if its revision matches; otherwise the request returns 412.
    ///
    /// Requires `editor`. Also requires `command` if the request can start a program.
    pub fn rollback_schedule(&self, id: &str, revision: i64) -> Call<RollbackSchedule> {
        self.call::<RollbackSchedule>(&[&id, &revision])
    }

    /// Lists the runs of a schedule.
    ///
    /// Lists the occurrences of the schedule, newest first, including planned ones. Page size: 50 by default, at most
    /// 500.
    ///
    /// Requires `viewer`.
    pub fn list_schedule_runs(&self, id: &str) -> Call<ListScheduleRuns> {
        self.call::<ListScheduleRuns>(&[&id])
    }

    /// Explains a schedule at a time.
    ///
    /// Explains why the schedule did or did not run at a given time, from the recurrence in effect then and from the
    /// ledger. Only callers with the permission `audit` see who requested an occurrence.
    ///
    /// Requires `viewer`.
    pub fn explain_schedule(&self, id: &str, at: Timestamp) -> Call<ExplainSchedule> {
        self.call::<ExplainSchedule>(&[&id]).parameter("at", at)
    }
}

endpoint! {
    BackfillSchedule = "backfillSchedule" POST "/v1/schedules/{id}/backfill";
    media "application/json", repeatable false, keyed false, slow false;
    -> BackfillResult as json;
}

endpoint! {
    GetScheduleCalendarFile = "getScheduleCalendarFile" GET "/v1/schedules/{id}/calendar.ics";
    media "", repeatable true, keyed false, slow false;
    -> String as text;
    Cacheable;
}

impl Call<GetScheduleCalendarFile> {
    /// Number of occurrences. Default: 50. Maximum: 500.
    pub fn count(self, count: u32) -> Self {
        self.parameter("count", count)
    }
}

endpoint! {
    CancelSchedule = "cancelSchedule" POST "/v1/schedules/{id}/cancel";
    media "application/json", repeatable false, keyed false, slow false;
    -> Schedule as json;
    Conditional;
}

impl Call<CancelSchedule> {
    /// Reason for the cancellation.
    pub fn note(self, note: impl Into<String>) -> Self {
        self.body_field("note", Into::<String>::into(note))
    }
}

endpoint! {
    CountScheduleRunsByDay = "countScheduleRunsByDay" GET "/v1/schedules/{id}/days";
    media "", repeatable true, keyed false, slow false;
    -> DailyCounts as json;
}

impl Call<CountScheduleRunsByDay> {
    /// Start of the range, inclusive, by nominal time. Default: 371 days before `until`. Maximum: 400 days before
    /// `until`.
    pub fn from(self, from: Timestamp) -> Self {
        self.parameter("from", from)
    }

    /// End of the range, exclusive. Default: now.
    pub fn until(self, until: Timestamp) -> Self {
        self.parameter("until", until)
    }

    /// Time zone of the days. Default: the schedule's time zone.
    pub fn zone(self, zone: &str) -> Self {
        self.parameter("zone", zone)
    }
}

endpoint! {
    FireSchedule = "fireSchedule" POST "/v1/schedules/{id}/fire";
    media "application/json", repeatable false, keyed true, slow false;
    -> FireResult as json;
    Keyed;
}

impl Call<FireSchedule> {
    /// Correlation ID of the occurrence. Default: the request ID.
    pub fn correlation_id(self, correlation_id: impl Into<String>) -> Self {
        self.body_field("correlation_id", Into::<String>::into(correlation_id))
    }

    /// Discriminator of the occurrence. Default: the schedule's first one.
    pub fn discriminator(self, discriminator: impl Into<String>) -> Self {
        self.body_field("discriminator", Into::<String>::into(discriminator))
    }

    /// Reason for the run.
    pub fn note(self, note: impl Into<String>) -> Self {
        self.body_field("note", Into::<String>::into(note))
    }

    /// Payload of this run alone, for every attempt. It replaces the payload of the schedule. Default: the payload of
    /// the schedule. A payload for a provider that starts programs requires `command`.
    pub fn payload(self, payload: impl Into<Value>) -> Self {
        self.body_field("payload", Into::<Value>::into(payload))
    }
}

endpoint! {
    ListScheduleGaps = "listScheduleGaps" GET "/v1/schedules/{id}/gaps";
    media "", repeatable true, keyed false, slow false;
    -> OccurrenceGapList as json;
    Listing(OccurrenceGap, items);
}

impl Call<ListScheduleGaps> {
    /// Page size. Default: 50. Maximum: 500.
    pub fn limit(self, limit: u32) -> Self {
        self.parameter("limit", limit)
    }

    /// Cursor: the `next_cursor` of the previous page.
    pub fn cursor(self, cursor: &str) -> Self {
        self.parameter("cursor", cursor)
    }
}

endpoint! {
    ListNextOccurrences = "listNextOccurrences" GET "/v1/schedules/{id}/next";
    media "", repeatable true, keyed false, slow false;
    -> NextOccurrences as json;
}

impl Call<ListNextOccurrences> {
    /// Number of occurrences. Default: 10. Maximum: 1,000.
    pub fn count(self, count: u32) -> Self {
        self.parameter("count", count)
    }
}

endpoint! {
    PauseSchedule = "pauseSchedule" POST "/v1/schedules/{id}/pause";
    media "application/json", repeatable false, keyed false, slow false;
    -> Schedule as json;
    Conditional;
}

impl Call<PauseSchedule> {
    /// Reason for the pause.
    pub fn note(self, note: impl Into<String>) -> Self {
        self.body_field("note", Into::<String>::into(note))
    }

    /// Time at which the pause ends by itself. Default: none.
    pub fn until(self, until: Timestamp) -> Self {
        self.body_field("until", until)
    }
}

endpoint! {
    ResumeSchedule = "resumeSchedule" POST "/v1/schedules/{id}/resume";
    media "application/json", repeatable false, keyed false, slow false;
    -> Schedule as json;
    Conditional;
}

impl Call<ResumeSchedule> {
    /// What happens to the occurrences that were due during the pause. Default: `now`.
    pub fn from(self, from: impl Into<ResumeMode>) -> Self {
        self.body_field("from", Into::<ResumeMode>::into(from))
    }

    /// Reason for resuming.
    pub fn note(self, note: impl Into<String>) -> Self {
        self.body_field("note", Into::<String>::into(note))
    }
}

endpoint! {
    ListScheduleRevisions = "listScheduleRevisions" GET "/v1/schedules/{id}/revisions";
    media "", repeatable true, keyed false, slow false;
    -> RevisionList as json;
    Listing(Revision, items);
}

impl Call<ListScheduleRevisions> {
    /// Page size. Default: 50. Maximum: 500.
    pub fn limit(self, limit: u32) -> Self {
        self.parameter("limit", limit)
    }

    /// Cursor: the `next_cursor` of the previous page.
    pub fn cursor(self, cursor: &str) -> Self {
        self.parameter("cursor", cursor)
    }
}

endpoint! {
    GetScheduleRevision = "getScheduleRevision" GET "/v1/schedules/{id}/revisions/{revision}";
    media "", repeatable true, keyed false, slow false;
    -> Revision as json;
}

endpoint! {
    RollbackSchedule = "rollbackSchedule" POST "/v1/schedules/{id}/revisions/{revision}/rollback";
    media "", repeatable false, keyed false, slow false;
    -> Schedule as json;
    Conditional;
}

endpoint! {
    ListScheduleRuns = "listScheduleRuns" GET "/v1/schedules/{id}/runs";
    media "", repeatable true, keyed false, slow false;
    -> OccurrenceList as json;
    Listing(Occurrence, items);
}

impl Call<ListScheduleRuns> {
    /// Page size. Default: 50. Maximum: 500.
    pub fn limit(self, limit: u32) -> Self {
        self.parameter("limit", limit)
    }

    /// Cursor: the `next_cursor` of the previous page.
    pub fn cursor(self, cursor: &str) -> Self {
        self.parameter("cursor", cursor)
    }
}

endpoint! {
    ExplainSchedule = "explainSchedule" GET "/v1/schedules/{id}/why";
    media "", repeatable true, keyed false, slow false;
    -> Explanation as json;
}
