// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain;

import refrain.types.AuditEntry;
import refrain.types.AuditEntryList;
import refrain.types.AuditVerification;
import refrain.types.GetHeatmapOptions;
import refrain.types.GetRunHistoryOptions;
import refrain.types.Heatmap;
import refrain.types.ListAuditEntriesOptions;
import refrain.types.ListUpcomingOccurrencesOptions;
import refrain.types.RunHistory;
import refrain.types.ScheduleHealth;
import refrain.types.Stats;
import refrain.types.StreamEventsOptions;
import refrain.types.UpcomingOccurrences;

/** Operations of the group {@code insight}. */
abstract class InsightOperations extends ControlsOperations {
    private static final Endpoint LIST_AUDIT_ENTRIES = Endpoint.of(
            "listAuditEntries",
            "GET",
            "/v1/audit",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint VERIFY_AUDIT_LOG = Endpoint.of(
            "verifyAuditLog",
            "GET",
            "/v1/audit/verify",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint STREAM_EVENTS = Endpoint.of(
            "streamEvents",
            "GET",
            "/v1/events",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.STREAM);
    private static final Endpoint GET_HEATMAP = Endpoint.of(
            "getHeatmap",
            "GET",
            "/v1/heatmap",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint GET_RUN_HISTORY = Endpoint.of(
            "getRunHistory",
            "GET",
            "/v1/history",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint GET_SCHEDULE_HEALTH = Endpoint.of(
            "getScheduleHealth",
            "GET",
            "/v1/schedules/health",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint GET_STATISTICS = Endpoint.of(
            "getStatistics",
            "GET",
            "/v1/stats",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint LIST_UPCOMING_OCCURRENCES = Endpoint.of(
            "listUpcomingOccurrences",
            "GET",
            "/v1/upcoming",
            null,
            Endpoint.Trait.REPEATABLE);

    /**
     * Lists audit log entries.
     *
     * <p>Newest first. Page size: 50 by default, at most 500.
     *
     * <p>Requires {@code audit}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<AuditEntryList, AuditEntry> listAuditEntries(
            ListAuditEntriesOptions options,
            CallOptions callOptions) {
        return list(
                new Call(LIST_AUDIT_ENTRIES, callOptions).query(options),
                AuditEntryList.class,
                AuditEntryList::items,
                AuditEntryList::nextCursor);
    }

    /**
     * As {@link #listAuditEntries(ListAuditEntriesOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<AuditEntryList, AuditEntry> listAuditEntries(ListAuditEntriesOptions options) {
        return listAuditEntries(options, null);
    }

    /**
     * As {@link #listAuditEntries(ListAuditEntriesOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<AuditEntryList, AuditEntry> listAuditEntries() {
        return listAuditEntries(null, null);
    }

    /**
     * Verifies the audit log.
     *
     * <p>Checks the tenant's hash chain from the first entry to the last.
     *
     * <p>Requires {@code audit}.
     *
     * @param callOptions Options of the call, such as a precondition.
     */
    public AuditVerification verifyAuditLog(CallOptions callOptions) {
        return send(new Call(VERIFY_AUDIT_LOG, callOptions), AuditVerification.class);
    }

    /** As {@link #verifyAuditLog(CallOptions)}, with the defaults of what is left out. */
    public AuditVerification verifyAuditLog() {
        return verifyAuditLog(null);
    }

    /**
     * Streams events.
     *
     * <p>Streams server-sent events about the tenant's schedules, from all nodes on the store. Each event
     * has an ID. Events beyond 2,000 per second and node may be missing.
     *
     * <p>The first event is {@code open} and names the serving node. A client that reconnects with the
     * {@code Last-Event-ID} header gets the events it missed, as far as they are still available. If some
     * are not, the event {@code missed} comes first. A comment is sent every 15 seconds.
     *
     * <p>The stream ends within a second after the key is revoked, is rotated or expires, or after the
     * session ends. A tenant may have 20 open streams per node; further requests return 429.
     *
     * <p>Requires {@code viewer}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public EventStream streamEvents(StreamEventsOptions options, CallOptions callOptions) {
        return stream(new Call(STREAM_EVENTS, callOptions).query(options));
    }

    /** As {@link #streamEvents(StreamEventsOptions, CallOptions)}, with the defaults of what is left out. */
    public EventStream streamEvents(StreamEventsOptions options) {
        return streamEvents(options, null);
    }

    /** As {@link #streamEvents(StreamEventsOptions, CallOptions)}, with the defaults of what is left out. */
    public EventStream streamEvents() {
        return streamEvents(null, null);
    }

    /**
     * Gets the load by hour of the week.
     *
     * <p>Counts the occurrences of active schedules from their recurrences, without jitter. Considers at
     * most 10,000 schedules, in order of ID, for at most 5 seconds; if there are more, {@code is_cut} is
     * true.
     *
     * <p>Requires {@code viewer}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Heatmap getHeatmap(GetHeatmapOptions options, CallOptions callOptions) {
        return send(new Call(GET_HEATMAP, callOptions).query(options), Heatmap.class);
    }

    /** As {@link #getHeatmap(GetHeatmapOptions, CallOptions)}, with the defaults of what is left out. */
    public Heatmap getHeatmap(GetHeatmapOptions options) {
        return getHeatmap(options, null);
    }

    /** As {@link #getHeatmap(GetHeatmapOptions, CallOptions)}, with the defaults of what is left out. */
    public Heatmap getHeatmap() {
        return getHeatmap(null, null);
    }

    /**
     * Gets the run history.
     *
     * <p>Counts the occurrences of all schedules in a time window. Occurrences are read from the newest on,
     * at most 20,000 and for at most 3 seconds; beyond that, {@code counted_since} is the time from which
     * the counts are complete. More than four occurrences of a schedule in an hour or day are merged into
     * one span.
     *
     * <p>Requires {@code viewer}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public RunHistory getRunHistory(GetRunHistoryOptions options, CallOptions callOptions) {
        return send(new Call(GET_RUN_HISTORY, callOptions).query(options), RunHistory.class);
    }

    /**
     * As {@link #getRunHistory(GetRunHistoryOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public RunHistory getRunHistory(GetRunHistoryOptions options) {
        return getRunHistory(options, null);
    }

    /**
     * As {@link #getRunHistory(GetRunHistoryOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public RunHistory getRunHistory() {
        return getRunHistory(null, null);
    }

    /**
     * Checks the health of schedules.
     *
     * <p>Lists the schedules that no node has planned although their planning is overdue by a minute or
     * more.
     *
     * <p>Requires {@code viewer}.
     *
     * @param callOptions Options of the call, such as a precondition.
     */
    public ScheduleHealth getScheduleHealth(CallOptions callOptions) {
        return send(new Call(GET_SCHEDULE_HEALTH, callOptions), ScheduleHealth.class);
    }

    /** As {@link #getScheduleHealth(CallOptions)}, with the defaults of what is left out. */
    public ScheduleHealth getScheduleHealth() {
        return getScheduleHealth(null);
    }

    /**
     * Gets statistics.
     *
     * <p>Counts up to 10,000 schedules, 500 planned and 500 running occurrences, and the tenant's share of
     * up to 1,000 overdue occurrences. If there are more, {@code is_cut} is true.
     *
     * <p>Requires {@code viewer}.
     *
     * @param callOptions Options of the call, such as a precondition.
     */
    public Stats getStatistics(CallOptions callOptions) {
        return send(new Call(GET_STATISTICS, callOptions), Stats.class);
    }

    /** As {@link #getStatistics(CallOptions)}, with the defaults of what is left out. */
    public Stats getStatistics() {
        return getStatistics(null);
    }

    /**
     * Lists upcoming occurrences.
     *
     * <p>Computes the occurrences of active schedules in a time window from their recurrences, without
     * jitter. Considers at most 10,000 schedules, in order of ID, for at most 5 seconds, and returns
     * those with the earliest occurrences.
     *
     * <p>More than four occurrences of a schedule in an hour or day are merged into one span with their
     * number. At most 60 per hour and 1,500 per day are counted; if there are more, {@code is_cut} is
     * true. For past occurrences, use {@code GET /v1/occurrences}.
     *
     * <p>Requires {@code viewer}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public UpcomingOccurrences listUpcomingOccurrences(
            ListUpcomingOccurrencesOptions options,
            CallOptions callOptions) {
        return send(
                new Call(LIST_UPCOMING_OCCURRENCES, callOptions).query(options),
                UpcomingOccurrences.class);
    }

    /**
     * As {@link #listUpcomingOccurrences(ListUpcomingOccurrencesOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public UpcomingOccurrences listUpcomingOccurrences(ListUpcomingOccurrencesOptions options) {
        return listUpcomingOccurrences(options, null);
    }

    /**
     * As {@link #listUpcomingOccurrences(ListUpcomingOccurrencesOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public UpcomingOccurrences listUpcomingOccurrences() {
        return listUpcomingOccurrences(null, null);
    }
}
