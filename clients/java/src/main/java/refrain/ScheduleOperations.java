// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain;

import java.time.Instant;
import refrain.types.BackfillRequest;
import refrain.types.BackfillResult;
import refrain.types.CancelRequest;
import refrain.types.CountScheduleRunsByDayOptions;
import refrain.types.DailyCounts;
import refrain.types.Explanation;
import refrain.types.FireRequest;
import refrain.types.FireResult;
import refrain.types.GetScheduleCalendarFileOptions;
import refrain.types.ListNextOccurrencesOptions;
import refrain.types.ListScheduleGapsOptions;
import refrain.types.ListScheduleRevisionsOptions;
import refrain.types.ListScheduleRunsOptions;
import refrain.types.NextOccurrences;
import refrain.types.Occurrence;
import refrain.types.OccurrenceGap;
import refrain.types.OccurrenceGapList;
import refrain.types.OccurrenceList;
import refrain.types.PauseRequest;
import refrain.types.ResumeRequest;
import refrain.types.Revision;
import refrain.types.RevisionList;
import refrain.types.Schedule;

/** Operations of the group {@code schedule}. */
abstract class ScheduleOperations extends RecurringOperations {
    private static final Endpoint BACKFILL_SCHEDULE = Endpoint.of(
            "backfillSchedule",
            "POST",
            "/v1/schedules/{id}/backfill",
            "application/json");
    private static final Endpoint GET_SCHEDULE_CALENDAR_FILE = Endpoint.of(
            "getScheduleCalendarFile",
            "GET",
            "/v1/schedules/{id}/calendar.ics",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CACHEABLE);
    private static final Endpoint CANCEL_SCHEDULE = Endpoint.of(
            "cancelSchedule",
            "POST",
            "/v1/schedules/{id}/cancel",
            "application/json",
            Endpoint.Trait.CONDITIONAL);
    private static final Endpoint COUNT_SCHEDULE_RUNS_BY_DAY = Endpoint.of(
            "countScheduleRunsByDay",
            "GET",
            "/v1/schedules/{id}/days",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint FIRE_SCHEDULE = Endpoint.of(
            "fireSchedule",
            "POST",
            "/v1/schedules/{id}/fire",
            "application/json",
            Endpoint.Trait.KEYED);
    private static final Endpoint LIST_SCHEDULE_GAPS = Endpoint.of(
            "listScheduleGaps",
            "GET",
            "/v1/schedules/{id}/gaps",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint LIST_NEXT_OCCURRENCES = Endpoint.of(
            "listNextOccurrences",
            "GET",
            "/v1/schedules/{id}/next",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint PAUSE_SCHEDULE = Endpoint.of(
            "pauseSchedule",
            "POST",
            "/v1/schedules/{id}/pause",
            "application/json",
            Endpoint.Trait.CONDITIONAL);
    private static final Endpoint RESUME_SCHEDULE = Endpoint.of(
            "resumeSchedule",
            "POST",
            "/v1/schedules/{id}/resume",
            "application/json",
            Endpoint.Trait.CONDITIONAL);
    private static final Endpoint LIST_SCHEDULE_REVISIONS = Endpoint.of(
            "listScheduleRevisions",
            "GET",
            "/v1/schedules/{id}/revisions",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint GET_SCHEDULE_REVISION = Endpoint.of(
            "getScheduleRevision",
            "GET",
            "/v1/schedules/{id}/revisions/{revision}",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint ROLLBACK_SCHEDULE = Endpoint.of(
            "rollbackSchedule",
            "POST",
            "/v1/schedules/{id}/revisions/{revision}/rollback",
            null,
            Endpoint.Trait.CONDITIONAL);
    private static final Endpoint LIST_SCHEDULE_RUNS = Endpoint.of(
            "listScheduleRuns",
            "GET",
            "/v1/schedules/{id}/runs",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint EXPLAIN_SCHEDULE = Endpoint.of(
            "explainSchedule",
            "GET",
            "/v1/schedules/{id}/why",
            null,
            Endpoint.Trait.REPEATABLE);

    /**
     * Backfills a schedule.
     *
     * <p>A backfill takes two requests. Without {@code confirm}, the response is a preview with a token that
     * is valid for 10 minutes. The same request with the token in {@code confirm} starts the backfill. If
     * the token was used, has expired or belongs to another request, or if the schedule has changed
     * since, the request returns 409 ({@code not_confirmed}).
     *
     * <p>An occurrence that is already in the ledger is not created again, even if an edit has since changed
     * its period key. The occurrences run one after the other in nominal order; live occurrences go
     * first. At most 10,000 occurrences per request, counting existing ones and every discriminator.
     *
     * <p>Requires {@code backfill}.
     *
     * @param id Schedule ID.
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public BackfillResult backfillSchedule(String id, BackfillRequest request, CallOptions callOptions) {
        return send(new Call(BACKFILL_SCHEDULE, callOptions).path(id).body(request), BackfillResult.class);
    }

    /**
     * As {@link #backfillSchedule(String, BackfillRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public BackfillResult backfillSchedule(String id, BackfillRequest request) {
        return backfillSchedule(id, request, null);
    }

    /**
     * Gets upcoming occurrences as an iCalendar file.
     *
     * <p>Returns one event per occurrence, in UTC, so that every calendar application shows the same times.
     * The file has no events while the schedule is paused or after it has ended. An occurrence keeps its
     * UID in every version of the file. Default: 50 occurrences. Maximum: 500.
     *
     * <p>Requires {@code viewer}.
     *
     * @param id Schedule ID.
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public String getScheduleCalendarFile(
            String id,
            GetScheduleCalendarFileOptions options,
            CallOptions callOptions) {
        return sendForText(new Call(GET_SCHEDULE_CALENDAR_FILE, callOptions).path(id).query(options));
    }

    /**
     * As {@link #getScheduleCalendarFile(String, GetScheduleCalendarFileOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public String getScheduleCalendarFile(String id, GetScheduleCalendarFileOptions options) {
        return getScheduleCalendarFile(id, options, null);
    }

    /**
     * As {@link #getScheduleCalendarFile(String, GetScheduleCalendarFileOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public String getScheduleCalendarFile(String id) {
        return getScheduleCalendarFile(id, null, null);
    }

    /**
     * Cancels a schedule.
     *
     * <p>Stops the schedule permanently. Planned occurrences are skipped, and running ones are asked to
     * stop. The history is kept. With {@code If-Match}, the schedule is canceled only if its revision
     * matches; otherwise the request returns 412.
     *
     * <p>Requires {@code operator}.
     *
     * @param id Schedule ID.
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Schedule cancelSchedule(String id, CancelRequest request, CallOptions callOptions) {
        return send(new Call(CANCEL_SCHEDULE, callOptions).path(id).body(request), Schedule.class);
    }

    /**
     * As {@link #cancelSchedule(String, CancelRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public Schedule cancelSchedule(String id, CancelRequest request) {
        return cancelSchedule(id, request, null);
    }

    /**
     * As {@link #cancelSchedule(String, CancelRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public Schedule cancelSchedule(String id) {
        return cancelSchedule(id, null, null);
    }

    /**
     * Counts the occurrences of a schedule by day.
     *
     * <p>By nominal time. Occurrences are read from the newest on, at most 20,000 and for at most 3 seconds;
     * beyond that, {@code counted_since} is the time from which the counts are complete.
     *
     * <p>Requires {@code viewer}.
     *
     * @param id Schedule ID.
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public DailyCounts countScheduleRunsByDay(
            String id,
            CountScheduleRunsByDayOptions options,
            CallOptions callOptions) {
        return send(
                new Call(COUNT_SCHEDULE_RUNS_BY_DAY, callOptions).path(id).query(options),
                DailyCounts.class);
    }

    /**
     * As {@link #countScheduleRunsByDay(String, CountScheduleRunsByDayOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public DailyCounts countScheduleRunsByDay(String id, CountScheduleRunsByDayOptions options) {
        return countScheduleRunsByDay(id, options, null);
    }

    /**
     * As {@link #countScheduleRunsByDay(String, CountScheduleRunsByDayOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public DailyCounts countScheduleRunsByDay(String id) {
        return countScheduleRunsByDay(id, null, null);
    }

    /**
     * Runs a schedule now.
     *
     * <p>Starts one manual run, in addition to the schedule and without changing it. This also works while
     * the schedule is paused. A repeated request with the same {@code Idempotency-Key} returns the same
     * occurrence. If it names another payload than the first one, it returns 409
     * ({@code idempotency_key_reused}).
     *
     * <p>Requires {@code fire}. Also requires {@code command} if the request can start a program.
     *
     * @param id Schedule ID.
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public FireResult fireSchedule(String id, FireRequest request, CallOptions callOptions) {
        return send(new Call(FIRE_SCHEDULE, callOptions).path(id).body(request), FireResult.class);
    }

    /** As {@link #fireSchedule(String, FireRequest, CallOptions)}, with the defaults of what is left out. */
    public FireResult fireSchedule(String id, FireRequest request) {
        return fireSchedule(id, request, null);
    }

    /** As {@link #fireSchedule(String, FireRequest, CallOptions)}, with the defaults of what is left out. */
    public FireResult fireSchedule(String id) {
        return fireSchedule(id, null, null);
    }

    /**
     * Lists the gaps of a schedule.
     *
     * <p>Newest first. Many missed occurrences are recorded as one gap instead of one occurrence each. Page
     * size: 50 by default, at most 500.
     *
     * <p>Requires {@code viewer}.
     *
     * @param id Schedule ID.
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<OccurrenceGapList, OccurrenceGap> listScheduleGaps(
            String id,
            ListScheduleGapsOptions options,
            CallOptions callOptions) {
        return list(
                new Call(LIST_SCHEDULE_GAPS, callOptions).path(id).query(options),
                OccurrenceGapList.class,
                OccurrenceGapList::items,
                OccurrenceGapList::nextCursor);
    }

    /**
     * As {@link #listScheduleGaps(String, ListScheduleGapsOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<OccurrenceGapList, OccurrenceGap> listScheduleGaps(
            String id,
            ListScheduleGapsOptions options) {
        return listScheduleGaps(id, options, null);
    }

    /**
     * As {@link #listScheduleGaps(String, ListScheduleGapsOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<OccurrenceGapList, OccurrenceGap> listScheduleGaps(String id) {
        return listScheduleGaps(id, null, null);
    }

    /**
     * Lists the next occurrences of a schedule.
     *
     * <p>Returns 10 times by default, at most 1,000.
     *
     * <p>Requires {@code viewer}.
     *
     * @param id Schedule ID.
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public NextOccurrences listNextOccurrences(
            String id,
            ListNextOccurrencesOptions options,
            CallOptions callOptions) {
        return send(
                new Call(LIST_NEXT_OCCURRENCES, callOptions).path(id).query(options),
                NextOccurrences.class);
    }

    /**
     * As {@link #listNextOccurrences(String, ListNextOccurrencesOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public NextOccurrences listNextOccurrences(String id, ListNextOccurrencesOptions options) {
        return listNextOccurrences(id, options, null);
    }

    /**
     * As {@link #listNextOccurrences(String, ListNextOccurrencesOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public NextOccurrences listNextOccurrences(String id) {
        return listNextOccurrences(id, null, null);
    }

    /**
     * Pauses a schedule.
     *
     * <p>The schedule stays paused until it is resumed, or until {@code until}. Occurrences due during the
     * pause are skipped. Pausing a paused schedule changes the note and the end of the pause. With
     * {@code If-Match}, the schedule is paused only if its revision matches; otherwise the request
     * returns 412.
     *
     * <p>Requires {@code operator}.
     *
     * @param id Schedule ID.
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Schedule pauseSchedule(String id, PauseRequest request, CallOptions callOptions) {
        return send(new Call(PAUSE_SCHEDULE, callOptions).path(id).body(request), Schedule.class);
    }

    /**
     * As {@link #pauseSchedule(String, PauseRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public Schedule pauseSchedule(String id, PauseRequest request) {
        return pauseSchedule(id, request, null);
    }

    /**
     * As {@link #pauseSchedule(String, PauseRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public Schedule pauseSchedule(String id) {
        return pauseSchedule(id, null, null);
    }

    /**
     * Resumes a schedule.
     *
     * <p>Resuming an active schedule changes nothing. With {@code If-Match}, the schedule is resumed only if
     * its revision matches; otherwise the request returns 412.
     *
     * <p>Requires {@code operator}.
     *
     * @param id Schedule ID.
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Schedule resumeSchedule(String id, ResumeRequest request, CallOptions callOptions) {
        return send(new Call(RESUME_SCHEDULE, callOptions).path(id).body(request), Schedule.class);
    }

    /**
     * As {@link #resumeSchedule(String, ResumeRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public Schedule resumeSchedule(String id, ResumeRequest request) {
        return resumeSchedule(id, request, null);
    }

    /**
     * As {@link #resumeSchedule(String, ResumeRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public Schedule resumeSchedule(String id) {
        return resumeSchedule(id, null, null);
    }

    /**
     * Lists the revisions of a schedule.
     *
     * <p>Newest first. Page size: 50 by default, at most 500.
     *
     * <p>Requires {@code viewer}.
     *
     * @param id Schedule ID.
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<RevisionList, Revision> listScheduleRevisions(
            String id,
            ListScheduleRevisionsOptions options,
            CallOptions callOptions) {
        return list(
                new Call(LIST_SCHEDULE_REVISIONS, callOptions).path(id).query(options),
                RevisionList.class,
                RevisionList::items,
                RevisionList::nextCursor);
    }

    /**
     * As {@link #listScheduleRevisions(String, ListScheduleRevisionsOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<RevisionList, Revision> listScheduleRevisions(
            String id,
            ListScheduleRevisionsOptions options) {
        return listScheduleRevisions(id, options, null);
    }

    /**
     * As {@link #listScheduleRevisions(String, ListScheduleRevisionsOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<RevisionList, Revision> listScheduleRevisions(String id) {
        return listScheduleRevisions(id, null, null);
    }

    /**
     * Gets a revision of a schedule.
     *
     * <p>Includes the definition in effect at that revision, even if an earlier change introduced it.
     *
     * <p>Requires {@code viewer}.
     *
     * @param id Schedule ID.
     * @param revision Revision number.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Revision getScheduleRevision(String id, long revision, CallOptions callOptions) {
        return send(new Call(GET_SCHEDULE_REVISION, callOptions).path(id, revision), Revision.class);
    }

    /** As {@link #getScheduleRevision(String, long, CallOptions)}, with the defaults of what is left out. */
    public Revision getScheduleRevision(String id, long revision) {
        return getScheduleRevision(id, revision, null);
    }

    /**
     * Rolls back a schedule to a revision.
     *
     * <p>Saves the definition of that revision as a new revision, like any other edit. A paused schedule
     * stays paused. If the stored definition cannot be read, the request returns 409 ({@code damaged}).
     * With {@code If-Match}, the schedule is changed only if its revision matches; otherwise the request
     * returns 412.
     *
     * <p>Requires {@code editor}. Also requires {@code command} if the request can start a program.
     *
     * @param id Schedule ID.
     * @param revision Revision number.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Schedule rollbackSchedule(String id, long revision, CallOptions callOptions) {
        return send(new Call(ROLLBACK_SCHEDULE, callOptions).path(id, revision), Schedule.class);
    }

    /** As {@link #rollbackSchedule(String, long, CallOptions)}, with the defaults of what is left out. */
    public Schedule rollbackSchedule(String id, long revision) {
        return rollbackSchedule(id, revision, null);
    }

    /**
     * Lists the runs of a schedule.
     *
     * <p>Lists the occurrences of the schedule, newest first, including planned ones. Page size: 50 by
     * default, at most 500.
     *
     * <p>Requires {@code viewer}.
     *
     * @param id Schedule ID.
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<OccurrenceList, Occurrence> listScheduleRuns(
            String id,
            ListScheduleRunsOptions options,
            CallOptions callOptions) {
        return list(
                new Call(LIST_SCHEDULE_RUNS, callOptions).path(id).query(options),
                OccurrenceList.class,
                OccurrenceList::items,
                OccurrenceList::nextCursor);
    }

    /**
     * As {@link #listScheduleRuns(String, ListScheduleRunsOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<OccurrenceList, Occurrence> listScheduleRuns(String id, ListScheduleRunsOptions options) {
        return listScheduleRuns(id, options, null);
    }

    /**
     * As {@link #listScheduleRuns(String, ListScheduleRunsOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<OccurrenceList, Occurrence> listScheduleRuns(String id) {
        return listScheduleRuns(id, null, null);
    }

    /**
     * Explains a schedule at a time.
     *
     * <p>Explains why the schedule did or did not run at a given time, from the recurrence in effect then
     * and from the ledger. Only callers with the permission {@code audit} see who requested an
     * occurrence.
     *
     * <p>Requires {@code viewer}.
     *
     * @param id Schedule ID.
     * @param at Time to explain.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Explanation explainSchedule(String id, Instant at, CallOptions callOptions) {
        return send(new Call(EXPLAIN_SCHEDULE, callOptions).path(id).query("at", at), Explanation.class);
    }

    /** As {@link #explainSchedule(String, Instant, CallOptions)}, with the defaults of what is left out. */
    public Explanation explainSchedule(String id, Instant at) {
        return explainSchedule(id, at, null);
    }
}
