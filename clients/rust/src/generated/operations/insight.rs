// Generated from console/openapi.json by `make clients`. Do not edit.

//! Operations of the group `insight`.

use jiff::Timestamp;

use crate::call::{Call, endpoint};
use crate::client::Client;
use crate::types::{
    AuditEntry, AuditEntryList, AuditVerification, Fold, Heatmap, RunHistory, ScheduleHealth, Stats,
    UpcomingOccurrences,
};

impl Client {
    /// Lists audit log entries.
    ///
    /// Newest first. Page size: 50 by default, at most 500.
    ///
    /// Requires `audit`.
    pub fn list_audit_entries(&self) -> Call<ListAuditEntries> {
        self.call::<ListAuditEntries>(&[])
    }

    /// Verifies the audit log.
    ///
    /// Checks the tenant's hash chain from the first entry to the last.
    ///
    /// Requires `audit`.
    pub fn verify_audit_log(&self) -> Call<VerifyAuditLog> {
        self.call::<VerifyAuditLog>(&[])
    }

    /// Streams events.
    ///
    /// Streams server-sent events about the tenant's schedules, from all nodes on the store. Each event has an ID.
    /// Events beyond 2,000 per second and node may be missing.
    ///
    /// The first event is `open` and names the serving node. A client that reconnects with the `Last-Event-ID` header
    /// gets the events it missed, as far as they are still available. If some are not, the event `missed` comes first.
    /// A comment is sent every 15 seconds.
    ///
    /// The stream ends within a second after the key is revoked, is rotated or expires, or after the session ends. A
    /// tenant may have 20 open streams per node; further requests return 429.
    ///
    /// Requires `viewer`.
    pub fn stream_events(&self) -> Call<StreamEvents> {
        self.call::<StreamEvents>(&[])
    }

    /// Gets the load by hour of the week.
    ///
    /// Counts the occurrences of active schedules from their recurrences, without jitter. Considers at most 10,000
    /// schedules, in order of ID, for at most 5 seconds; if there are more, `is_cut` is true.
    ///
    /// Requires `viewer`.
    pub fn get_heatmap(&self) -> Call<GetHeatmap> {
        self.call::<GetHeatmap>(&[])
    }

    /// Gets the run history.
    ///
    /// Counts the occurrences of all schedules in a time window. Occurrences are read from the newest on, at most
    /// 20,000 and for at most 3 seconds; beyond that, `counted_since` is the time from which the counts are complete.
    /// More than four occurrences of a schedule in an hour or day are merged into one span.
    ///
    /// Requires `viewer`.
    pub fn get_run_history(&self) -> Call<GetRunHistory> {
        self.call::<GetRunHistory>(&[])
    }

    /// Checks the health of schedules.
    ///
    /// Lists the schedules that no node has planned although their planning is overdue by a minute or more.
    ///
    /// Requires `viewer`.
    pub fn get_schedule_health(&self) -> Call<GetScheduleHealth> {
        self.call::<GetScheduleHealth>(&[])
    }

    /// Gets statistics.
    ///
    /// Counts up to 10,000 schedules, 500 planned and 500 running occurrences, and the tenant's share of up to 1,000
    /// overdue occurrences. If there are more, `is_cut` is true.
    ///
    /// Requires `viewer`.
    pub fn get_statistics(&self) -> Call<GetStatistics> {
        self.call::<GetStatistics>(&[])
    }

    /// Lists upcoming occurrences.
    ///
    /// Computes the occurrences of active schedules in a time window from their recurrences, without jitter. Considers
    /// at most 10,000 schedules, in order of ID, for at most 5 seconds, and returns those with the earliest
    /// occurrences.
    ///
    /// More than four occurrences of a schedule in an hour or day are merged into one span with their number. At most
    /// 60 per hour and 1,500 per day are counted; if there are more, `is_cut` is true. For past occurrences, use
    /// `GET /v1/occurrences`.
    ///
    /// Requires `viewer`.
    pub fn list_upcoming_occurrences(&self) -> Call<ListUpcomingOccurrences> {
        self.call::<ListUpcomingOccurrences>(&[])
    }
}

endpoint! {
    ListAuditEntries = "listAuditEntries" GET "/v1/audit";
    media "", repeatable true, keyed false, slow false;
    -> AuditEntryList as json;
    Listing(AuditEntry, items);
}

impl Call<ListAuditEntries> {
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
    VerifyAuditLog = "verifyAuditLog" GET "/v1/audit/verify";
    media "", repeatable true, keyed false, slow false;
    -> AuditVerification as json;
}

endpoint! {
    StreamEvents = "streamEvents" GET "/v1/events";
    media "", repeatable true, keyed false, slow false;
}

impl Call<StreamEvents> {
    /// Schedule ID. Default: all schedules.
    pub fn schedule(self, schedule: &str) -> Self {
        self.parameter("schedule", schedule)
    }

    /// Comma-separated event kinds, such as `completed,alarm`. Default: all kinds.
    pub fn kind(self, kind: &str) -> Self {
        self.parameter("kind", kind)
    }

    /// Continues after the event with this ID.
    pub fn last_event_id(self, id: &str) -> Self {
        self.request_header("Last-Event-ID", id)
    }
}

endpoint! {
    GetHeatmap = "getHeatmap" GET "/v1/heatmap";
    media "", repeatable true, keyed false, slow false;
    -> Heatmap as json;
}

impl Call<GetHeatmap> {
    /// Number of days ahead. Default: 7. Maximum: 31.
    pub fn days(self, days: u32) -> Self {
        self.parameter("days", days)
    }

    /// Time zone of the hours. Default: the server's time zone.
    pub fn zone(self, zone: &str) -> Self {
        self.parameter("zone", zone)
    }
}

endpoint! {
    GetRunHistory = "getRunHistory" GET "/v1/history";
    media "", repeatable true, keyed false, slow false;
    -> RunHistory as json;
}

impl Call<GetRunHistory> {
    /// Start of the window, inclusive, by nominal time. Default: one day before `until`. Maximum: 45 days before
    /// `until`.
    pub fn from(self, from: Timestamp) -> Self {
        self.parameter("from", from)
    }

    /// End of the window, exclusive. Default: now.
    pub fn until(self, until: Timestamp) -> Self {
        self.parameter("until", until)
    }

    /// Time slot in which more than four occurrences of a schedule are merged into one span. Default: `hour` for
    /// windows of up to 8 days, `day` for longer ones.
    pub fn fold(self, fold: impl Into<Fold>) -> Self {
        self.parameter("fold", fold.into().as_str())
    }

    /// Time zone of the hours and days. Default: the server's time zone.
    pub fn zone(self, zone: &str) -> Self {
        self.parameter("zone", zone)
    }

    /// Comma-separated states, such as `failed,skipped`. Default: all states.
    pub fn state(self, state: &str) -> Self {
        self.parameter("state", state)
    }

    /// Label of the schedule, such as `team:billing`.
    pub fn label(self, label: &str) -> Self {
        self.parameter("label", label)
    }

    /// Prefix of the schedule ID.
    pub fn id_prefix(self, id_prefix: &str) -> Self {
        self.parameter("id_prefix", id_prefix)
    }

    /// Text in the schedule ID, case-insensitive.
    pub fn text(self, text: &str) -> Self {
        self.parameter("text", text)
    }

    /// Maximum number of schedules in the response; those with the latest occurrences are returned. Default: 100.
    /// Maximum: 500.
    pub fn limit(self, limit: u32) -> Self {
        self.parameter("limit", limit)
    }
}

endpoint! {
    GetScheduleHealth = "getScheduleHealth" GET "/v1/schedules/health";
    media "", repeatable true, keyed false, slow false;
    -> ScheduleHealth as json;
}

endpoint! {
    GetStatistics = "getStatistics" GET "/v1/stats";
    media "", repeatable true, keyed false, slow false;
    -> Stats as json;
}

endpoint! {
    ListUpcomingOccurrences = "listUpcomingOccurrences" GET "/v1/upcoming";
    media "", repeatable true, keyed false, slow false;
    -> UpcomingOccurrences as json;
}

impl Call<ListUpcomingOccurrences> {
    /// Start of the window. Default: now. Never earlier than now.
    pub fn from(self, from: Timestamp) -> Self {
        self.parameter("from", from)
    }

    /// End of the window, exclusive. Default: one day after `from`. Maximum: 45 days after `from`.
    pub fn until(self, until: Timestamp) -> Self {
        self.parameter("until", until)
    }

    /// Time slot in which more than four occurrences of a schedule are merged into one span. Default: `hour` for
    /// windows of up to 8 days, `day` for longer ones.
    pub fn fold(self, fold: impl Into<Fold>) -> Self {
        self.parameter("fold", fold.into().as_str())
    }

    /// Time zone of the hours and days. Default: the server's time zone.
    pub fn zone(self, zone: &str) -> Self {
        self.parameter("zone", zone)
    }

    /// Comma-separated labels, such as `team:billing,tier:1`. Schedules must have all of them.
    pub fn label(self, label: &str) -> Self {
        self.parameter("label", label)
    }

    /// Prefix of the schedule ID.
    pub fn id_prefix(self, id_prefix: &str) -> Self {
        self.parameter("id_prefix", id_prefix)
    }

    /// Text in the ID or the description, case-insensitive.
    pub fn text(self, text: &str) -> Self {
        self.parameter("text", text)
    }

    /// Maximum number of schedules in the response; those with the earliest occurrences are returned. Default: 100.
    /// Maximum: 500.
    pub fn limit(self, limit: u32) -> Self {
        self.parameter("limit", limit)
    }
}
