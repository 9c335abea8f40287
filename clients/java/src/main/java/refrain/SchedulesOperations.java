// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain;

import refrain.types.ApplyRequest;
import refrain.types.ApplyResult;
import refrain.types.BulkRequest;
import refrain.types.BulkResult;
import refrain.types.ListSchedulesOptions;
import refrain.types.NewSchedule;
import refrain.types.PreviewRequest;
import refrain.types.Schedule;
import refrain.types.ScheduleDefinition;
import refrain.types.ScheduleList;
import refrain.types.SchedulePatch;
import refrain.types.SchedulePreview;

/** Operations of the group {@code schedules}. */
abstract class SchedulesOperations extends ScheduleOperations {
    private static final Endpoint APPLY_DOCUMENTS = Endpoint.of(
            "applyDocuments",
            "POST",
            "/v1/apply",
            "application/json");
    private static final Endpoint LIST_SCHEDULES = Endpoint.of(
            "listSchedules",
            "GET",
            "/v1/schedules",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint CREATE_SCHEDULE = Endpoint.of(
            "createSchedule",
            "POST",
            "/v1/schedules",
            "application/json",
            Endpoint.Trait.KEYED);
    private static final Endpoint BULK_CHANGE_SCHEDULES = Endpoint.of(
            "bulkChangeSchedules",
            "POST",
            "/v1/schedules/bulk",
            "application/json");
    private static final Endpoint PREVIEW_SCHEDULE = Endpoint.of(
            "previewSchedule",
            "POST",
            "/v1/schedules/preview",
            "application/json",
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint GET_SCHEDULE = Endpoint.of(
            "getSchedule",
            "GET",
            "/v1/schedules/{id}",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CACHEABLE);
    private static final Endpoint PUT_SCHEDULE = Endpoint.of(
            "putSchedule",
            "PUT",
            "/v1/schedules/{id}",
            "application/json",
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL,
            Endpoint.Trait.CREATING);
    private static final Endpoint UPDATE_SCHEDULE = Endpoint.of(
            "updateSchedule",
            "PATCH",
            "/v1/schedules/{id}",
            "application/merge-patch+json",
            Endpoint.Trait.CONDITIONAL);
    private static final Endpoint DELETE_SCHEDULE = Endpoint.of(
            "deleteSchedule",
            "DELETE",
            "/v1/schedules/{id}",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL);

    /**
     * Applies documents.
     *
     * <p>Creates and updates schedules, calendars, dispatch rules, holds, quotas and alerts, or deletes
     * those with {@code "delete": true}. A document that is already as stated changes nothing, so the
     * request can be repeated. Each document is changed on its own, with the caller and the request ID in
     * its audit entry, and the response reports the result of each: a document that is refused has a
     * {@code problem} and does not stop the others. With {@code if_revision}, a document is changed only
     * if it still has that revision. A dry run changes nothing, needs the permissions of a preview, and
     * reports for each changed schedule which occurrences would be added, removed and moved. The request
     * begins no document after ten seconds; the rest is reported as {@code pending}.
     *
     * <p>Requires {@code viewer}. Also requires {@code editor} for some requests. Also requires
     * {@code operator} for some requests. Also requires {@code command} if the request can start a
     * program.
     *
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public ApplyResult applyDocuments(ApplyRequest request, CallOptions callOptions) {
        return send(new Call(APPLY_DOCUMENTS, callOptions).body(request), ApplyResult.class);
    }

    /** As {@link #applyDocuments(ApplyRequest, CallOptions)}, with the defaults of what is left out. */
    public ApplyResult applyDocuments(ApplyRequest request) {
        return applyDocuments(request, null);
    }

    /**
     * Lists schedules.
     *
     * <p>In order of ID. Page size: 50 by default, at most 500.
     *
     * <p>With {@code label}, {@code provider} or {@code text}, a page searches at most 1,000 schedules; with
     * {@code status}, at most 4,000. A page may then have fewer items than {@code limit}, or none, and
     * still have a {@code next_cursor}. Only a page without a {@code next_cursor} is the last.
     *
     * <p>{@code total=true} counts up to 10,000 schedules, by status if {@code status} is given; with other
     * filters, {@code total} is null. {@code recent=20} adds the latest completed runs of each schedule;
     * in a very long ledger, only recent ones are found.
     *
     * <p>Requires {@code viewer}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<ScheduleList, Schedule> listSchedules(
            ListSchedulesOptions options,
            CallOptions callOptions) {
        return list(
                new Call(LIST_SCHEDULES, callOptions).query(options),
                ScheduleList.class,
                ScheduleList::items,
                ScheduleList::nextCursor);
    }

    /**
     * As {@link #listSchedules(ListSchedulesOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<ScheduleList, Schedule> listSchedules(ListSchedulesOptions options) {
        return listSchedules(options, null);
    }

    /**
     * As {@link #listSchedules(ListSchedulesOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<ScheduleList, Schedule> listSchedules() {
        return listSchedules(null, null);
    }

    /**
     * Creates a schedule.
     *
     * <p>If {@code id} is absent, an ID is generated. A repeated request with the same
     * {@code Idempotency-Key} returns the schedule that the first one created. If the ID is already in
     * use, the request returns 409 ({@code exists}). The response shows the next occurrences, so that the
     * recurrence can be checked.
     *
     * <p>Requires {@code editor}. Also requires {@code command} if the request can start a program.
     *
     * @param schedule Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Schedule createSchedule(NewSchedule schedule, CallOptions callOptions) {
        return send(new Call(CREATE_SCHEDULE, callOptions).body(schedule), Schedule.class);
    }

    /** As {@link #createSchedule(NewSchedule, CallOptions)}, with the defaults of what is left out. */
    public Schedule createSchedule(NewSchedule schedule) {
        return createSchedule(schedule, null);
    }

    /**
     * Pauses, resumes or cancels many schedules.
     *
     * <p>With {@code dry_run}, the response lists the schedules that would be changed. Each schedule is
     * changed on its own, with the caller in its audit entry, and the response reports the result of
     * each. If the response has a {@code next_cursor}, repeat the request with it as {@code cursor}. As
     * with lists, a request may find few schedules and still return a cursor. At most 1,000 schedules per
     * request.
     *
     * <p>Requires {@code operator}.
     *
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public BulkResult bulkChangeSchedules(BulkRequest request, CallOptions callOptions) {
        return send(new Call(BULK_CHANGE_SCHEDULES, callOptions).body(request), BulkResult.class);
    }

    /** As {@link #bulkChangeSchedules(BulkRequest, CallOptions)}, with the defaults of what is left out. */
    public BulkResult bulkChangeSchedules(BulkRequest request) {
        return bulkChangeSchedules(request, null);
    }

    /**
     * Previews a schedule.
     *
     * <p>The body is a definition as it would be saved, with these additional fields: {@code against} (ID of
     * a stored schedule to compare with), {@code from} (start time; default: now), {@code count} (number
     * of occurrences; default: 10, maximum: 100), {@code days} (days to compare; default: 30, maximum:
     * 366) and {@code zone} (second time zone to show times in). A definition that would be rejected on
     * creation is rejected here, too. Nothing is written.
     *
     * <p>Requires {@code viewer}. Also requires {@code command} if the request can start a program.
     *
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public SchedulePreview previewSchedule(PreviewRequest request, CallOptions callOptions) {
        return send(new Call(PREVIEW_SCHEDULE, callOptions).body(request), SchedulePreview.class);
    }

    /** As {@link #previewSchedule(PreviewRequest, CallOptions)}, with the defaults of what is left out. */
    public SchedulePreview previewSchedule(PreviewRequest request) {
        return previewSchedule(request, null);
    }

    /**
     * Gets a schedule.
     *
     * <p>Returns the schedule with its definition, status, counters and next occurrence.
     *
     * <p>Requires {@code viewer}.
     *
     * @param id Schedule ID.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Schedule getSchedule(String id, CallOptions callOptions) {
        return send(new Call(GET_SCHEDULE, callOptions).path(id), Schedule.class);
    }

    /** As {@link #getSchedule(String, CallOptions)}, with the defaults of what is left out. */
    public Schedule getSchedule(String id) {
        return getSchedule(id, null);
    }

    /**
     * Creates or replaces a schedule.
     *
     * <p>The caller chooses the ID. Saving the same definition again changes nothing. With {@code If-Match},
     * the schedule is replaced only if its revision matches; with {@code If-None-Match: *}, it is only
     * created. Otherwise the request returns 412.
     *
     * <p>Requires {@code editor}. Also requires {@code command} if the request can start a program.
     *
     * @param id Schedule ID.
     * @param definition Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Schedule putSchedule(String id, ScheduleDefinition definition, CallOptions callOptions) {
        return send(new Call(PUT_SCHEDULE, callOptions).path(id).body(definition), Schedule.class);
    }

    /**
     * As {@link #putSchedule(String, ScheduleDefinition, CallOptions)},
     * with the defaults of what is left out.
     */
    public Schedule putSchedule(String id, ScheduleDefinition definition) {
        return putSchedule(id, definition, null);
    }

    /**
     * Updates a schedule.
     *
     * <p>The body is a JSON merge patch (RFC 7396): absent fields stay as they are, and null restores the
     * default. A recurrence is replaced as a whole. With {@code If-Match}, the schedule is updated only
     * if its revision matches; otherwise the request returns 412.
     *
     * <p>Requires {@code editor}. Also requires {@code command} if the request can start a program.
     *
     * @param id Schedule ID.
     * @param patch Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Schedule updateSchedule(String id, SchedulePatch patch, CallOptions callOptions) {
        return send(new Call(UPDATE_SCHEDULE, callOptions).path(id).body(patch), Schedule.class);
    }

    /**
     * As {@link #updateSchedule(String, SchedulePatch, CallOptions)},
     * with the defaults of what is left out.
     */
    public Schedule updateSchedule(String id, SchedulePatch patch) {
        return updateSchedule(id, patch, null);
    }

    /**
     * Deletes a schedule.
     *
     * <p>Planned occurrences are skipped, and running ones are asked to stop. The history is kept until
     * retention removes it. With {@code If-Match}, the schedule is deleted only if its revision matches;
     * otherwise the request returns 412.
     *
     * <p>Requires {@code editor}.
     *
     * @param id Schedule ID.
     * @param callOptions Options of the call, such as a precondition.
     */
    public void deleteSchedule(String id, CallOptions callOptions) {
        sendForNothing(new Call(DELETE_SCHEDULE, callOptions).path(id));
    }

    /** As {@link #deleteSchedule(String, CallOptions)}, with the defaults of what is left out. */
    public void deleteSchedule(String id) {
        deleteSchedule(id, null);
    }
}
