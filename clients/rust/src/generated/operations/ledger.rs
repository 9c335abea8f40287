// Generated from console/openapi.json by `make clients`. Do not edit.

//! Operations of the group `ledger`.

use std::borrow::Borrow;

use jiff::Timestamp;
use serde_json::Value;

use crate::call::{Call, endpoint};
use crate::client::Client;
use crate::types::{
    DeadLetter, DeadLetterKind, DeadLetterList, DeadLetterSelection, DiscardResult, GenerateRequest, GenerateResult,
    Occurrence, OccurrenceDetail, OccurrenceList, ReplayResult,
};

impl Client {
    /// Lists dead letters.
    ///
    /// Failed occurrences that were not discarded, or dead work items, newest first. Page size: 50 by default, at most
    /// 500.
    ///
    /// Requires `viewer`.
    pub fn list_dead_letters(&self) -> Call<ListDeadLetters> {
        self.call::<ListDeadLetters>(&[])
    }

    /// Discards dead letters.
    ///
    /// Discards the given IDs, or the newest dead letters that match. An occurrence stays failed with its history until
    /// retention removes it, and can be reprocessed. A work item is deleted. At most 500 per request.
    ///
    /// Requires `operator`.
    pub fn discard_dead_letters(&self, selection: impl Borrow<DeadLetterSelection>) -> Call<DiscardDeadLetters> {
        self.call::<DiscardDeadLetters>(&[]).body_json(selection.borrow())
    }

    /// Replays dead letters.
    ///
    /// Replays the given IDs, or the newest dead letters that match. Each one starts over with all its attempts and
    /// keeps its idempotency key. At most 500 per request.
    ///
    /// Requires `operator`.
    pub fn replay_dead_letters(&self, selection: impl Borrow<DeadLetterSelection>) -> Call<ReplayDeadLetters> {
        self.call::<ReplayDeadLetters>(&[]).body_json(selection.borrow())
    }

    /// Plans occurrences around a time.
    ///
    /// Creates every missing occurrence of all active schedules in the range. Existing occurrences stay as they are, so
    /// the request may be repeated. Each side of the range is at most 400 days long and has at most 10,000 occurrences
    /// per schedule; the server may be configured with a lower limit.
    ///
    /// With an `as_of` in the future, what is due until then is planned and not missed. A schedule that cannot be
    /// planned does not stop the others; the response is then its error.
    ///
    /// Requires `operator`. Also requires `backfill` for past occurrences.
    pub fn generate_occurrences(&self, request: impl Borrow<GenerateRequest>) -> Call<GenerateOccurrences> {
        self.call::<GenerateOccurrences>(&[]).body_json(request.borrow())
    }

    /// Lists occurrences.
    ///
    /// Newest first, including planned occurrences. Page size: 50 by default, at most 500.
    ///
    /// Requires `viewer`.
    pub fn list_occurrences(&self) -> Call<ListOccurrences> {
        self.call::<ListOccurrences>(&[])
    }

    /// Gets an occurrence.
    ///
    /// Includes all attempts.
    ///
    /// Requires `viewer`.
    pub fn get_occurrence(&self, id: i64) -> Call<GetOccurrence> {
        self.call::<GetOccurrence>(&[&id])
    }

    /// Cancels an occurrence.
    ///
    /// A planned occurrence is skipped. If the occurrence is running, its worker is asked to stop.
    ///
    /// Requires `operator`.
    pub fn cancel_occurrence(&self, id: i64) -> Call<CancelOccurrence> {
        self.call::<CancelOccurrence>(&[&id])
    }

    /// Reprocesses an occurrence.
    ///
    /// Plans a completed occurrence again with all its attempts, and with another payload if one is given. The
    /// occurrence keeps its period and its idempotency key. If the occurrence has not completed, the request returns
    /// 409.
    ///
    /// Requires `operator`. Also requires `fire` for some requests. Also requires `command` if the request can start a
    /// program.
    pub fn reprocess_occurrence(&self, id: i64) -> Call<ReprocessOccurrence> {
        self.call::<ReprocessOccurrence>(&[&id])
    }

    /// Skips an occurrence.
    ///
    /// A planned occurrence is settled as skipped and will not run.
    ///
    /// Requires `operator`.
    pub fn skip_occurrence(&self, id: i64) -> Call<SkipOccurrence> {
        self.call::<SkipOccurrence>(&[&id])
    }
}

endpoint! {
    ListDeadLetters = "listDeadLetters" GET "/v1/dead-letters";
    media "", repeatable true, keyed false, slow false;
    -> DeadLetterList as json;
    Listing(DeadLetter, items);
}

impl Call<ListDeadLetters> {
    /// Kind: `occurrence` or `work_item`. Default: `occurrence`.
    pub fn kind(self, kind: impl Into<DeadLetterKind>) -> Self {
        self.parameter("kind", kind.into().as_str())
    }

    /// Schedule ID. Only for occurrences.
    pub fn schedule(self, schedule: &str) -> Self {
        self.parameter("schedule", schedule)
    }

    /// Queue name. Only for work items.
    pub fn queue(self, queue: &str) -> Self {
        self.parameter("queue", queue)
    }

    /// Whether to list discarded occurrences instead of dead letters. Only for occurrences. Default: false.
    pub fn discarded(self, discarded: bool) -> Self {
        self.parameter("discarded", discarded)
    }

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
    DiscardDeadLetters = "discardDeadLetters" POST "/v1/dead-letters/discard";
    media "application/json", repeatable false, keyed false, slow false;
    -> DiscardResult as json;
}

endpoint! {
    ReplayDeadLetters = "replayDeadLetters" POST "/v1/dead-letters/replay";
    media "application/json", repeatable false, keyed false, slow false;
    -> ReplayResult as json;
}

endpoint! {
    GenerateOccurrences = "generateOccurrences" POST "/v1/generate";
    media "application/json", repeatable false, keyed false, slow false;
    -> GenerateResult as json;
}

endpoint! {
    ListOccurrences = "listOccurrences" GET "/v1/occurrences";
    media "", repeatable true, keyed false, slow false;
    -> OccurrenceList as json;
    Listing(Occurrence, items);
}

impl Call<ListOccurrences> {
    /// Schedule ID. Includes occurrences of deleted schedules with the same ID.
    pub fn schedule(self, schedule: &str) -> Self {
        self.parameter("schedule", schedule)
    }

    /// Comma-separated states, such as `failed,skipped`. Default: all states.
    pub fn state(self, state: &str) -> Self {
        self.parameter("state", state)
    }

    /// Comma-separated reasons, such as `overlap,missed`. Default: all reasons.
    pub fn reason(self, reason: &str) -> Self {
        self.parameter("reason", reason)
    }

    /// Start of the range, inclusive, by nominal time.
    pub fn from(self, from: Timestamp) -> Self {
        self.parameter("from", from)
    }

    /// End of the range, exclusive, by nominal time.
    pub fn until(self, until: Timestamp) -> Self {
        self.parameter("until", until)
    }

    /// Label of the schedule, such as `team:billing`.
    pub fn label(self, label: &str) -> Self {
        self.parameter("label", label)
    }

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
    GetOccurrence = "getOccurrence" GET "/v1/occurrences/{id}";
    media "", repeatable true, keyed false, slow false;
    -> OccurrenceDetail as json;
}

endpoint! {
    CancelOccurrence = "cancelOccurrence" POST "/v1/occurrences/{id}/cancel";
    media "application/json", repeatable false, keyed false, slow false;
    -> Occurrence as json;
}

impl Call<CancelOccurrence> {
    /// Reason for the change, for the audit log.
    pub fn note(self, note: impl Into<String>) -> Self {
        self.body_field("note", Into::<String>::into(note))
    }
}

endpoint! {
    ReprocessOccurrence = "reprocessOccurrence" POST "/v1/occurrences/{id}/reprocess";
    media "application/json", repeatable false, keyed false, slow false;
    -> Occurrence as json;
}

impl Call<ReprocessOccurrence> {
    /// Reason for the change, for the audit log.
    pub fn note(self, note: impl Into<String>) -> Self {
        self.body_field("note", Into::<String>::into(note))
    }

    /// Payload of this occurrence alone, for every attempt from now on. It requires `fire`, and also `command` for a
    /// provider that starts programs. Default: the occurrence keeps its payload.
    pub fn payload(self, payload: impl Into<Value>) -> Self {
        self.body_field("payload", Into::<Value>::into(payload))
    }
}

endpoint! {
    SkipOccurrence = "skipOccurrence" POST "/v1/occurrences/{id}/skip";
    media "application/json", repeatable false, keyed false, slow false;
    -> Occurrence as json;
}

impl Call<SkipOccurrence> {
    /// Reason for the change, for the audit log.
    pub fn note(self, note: impl Into<String>) -> Self {
        self.body_field("note", Into::<String>::into(note))
    }
}
