// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain;

import refrain.types.CreateRecurringRequest;
import refrain.types.CreateRecurringResult;
import refrain.types.GetRecurringActionHistoryOptions;
import refrain.types.ListRecurringActionsOptions;
import refrain.types.RecurringAction;
import refrain.types.RecurringBackfillRequest;
import refrain.types.RecurringBackfillResult;
import refrain.types.RecurringHistory;
import refrain.types.RecurringList;
import refrain.types.RecurringState;
import refrain.types.RecurringSummary;
import refrain.types.UpdateRecurringRequest;

/** Operations of the group {@code recurring}. */
abstract class RecurringOperations extends LedgerOperations {
    private static final Endpoint LIST_RECURRING_ACTIONS = Endpoint.of(
            "listRecurringActions",
            "GET",
            "/v1/recurring",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint CREATE_RECURRING_ACTION = Endpoint.of(
            "createRecurringAction",
            "POST",
            "/v1/recurring",
            "application/json",
            Endpoint.Trait.KEYED);
    private static final Endpoint GET_RECURRING_ACTION = Endpoint.of(
            "getRecurringAction",
            "GET",
            "/v1/recurring/{id}",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint UPDATE_RECURRING_ACTION = Endpoint.of(
            "updateRecurringAction",
            "PUT",
            "/v1/recurring/{id}",
            "application/json",
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL);
    private static final Endpoint DELETE_RECURRING_ACTION = Endpoint.of(
            "deleteRecurringAction",
            "DELETE",
            "/v1/recurring/{id}",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL);
    private static final Endpoint BACKFILL_RECURRING_ACTION = Endpoint.of(
            "backfillRecurringAction",
            "POST",
            "/v1/recurring/{id}/backfill",
            "application/json");
    private static final Endpoint GET_RECURRING_ACTION_HISTORY = Endpoint.of(
            "getRecurringActionHistory",
            "GET",
            "/v1/recurring/{id}/history",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint PAUSE_RECURRING_ACTION = Endpoint.of(
            "pauseRecurringAction",
            "POST",
            "/v1/recurring/{id}/pause",
            null,
            Endpoint.Trait.CONDITIONAL);
    private static final Endpoint RESUME_RECURRING_ACTION = Endpoint.of(
            "resumeRecurringAction",
            "POST",
            "/v1/recurring/{id}/resume",
            null,
            Endpoint.Trait.CONDITIONAL);

    /**
     * Lists recurring actions.
     *
     * <p>In order of ID. Schedules whose recurrence is not a cron expression are not included. Page size:
     * 100 by default, at most 500.
     *
     * <p>Requires {@code viewer}.
     *
     * @param namespace Namespace of the tenant.
     * @param tenant Tenant that owns the recurring actions.
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<RecurringList, RecurringSummary> listRecurringActions(
            String namespace,
            String tenant,
            ListRecurringActionsOptions options,
            CallOptions callOptions) {
        return list(
                new Call(LIST_RECURRING_ACTIONS, callOptions)
                        .query("namespace", namespace)
                        .query("tenant", tenant)
                        .query(options),
                RecurringList.class,
                RecurringList::recurringActions,
                RecurringList::nextCursor);
    }

    /**
     * As {@link #listRecurringActions(String, String, ListRecurringActionsOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<RecurringList, RecurringSummary> listRecurringActions(
            String namespace,
            String tenant,
            ListRecurringActionsOptions options) {
        return listRecurringActions(namespace, tenant, options, null);
    }

    /**
     * As {@link #listRecurringActions(String, String, ListRecurringActionsOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<RecurringList, RecurringSummary> listRecurringActions(String namespace, String tenant) {
        return listRecurringActions(namespace, tenant, null, null);
    }

    /**
     * Creates a recurring action.
     *
     * <p>Recurring actions do not catch up after downtime, are not retried, and may overlap. By default, a
     * recurring action is enabled, in the time zone UTC, and has neither an end nor a maximum number of
     * executions.
     *
     * <p>A repeated request with the same {@code Idempotency-Key} returns the recurring action that the
     * first one created. If that one has changed since, the request returns 409
     * ({@code idempotency_key_reused}).
     *
     * <p>Requires {@code editor}. Also requires {@code command} if the request can start a program.
     *
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public CreateRecurringResult createRecurringAction(
            CreateRecurringRequest request,
            CallOptions callOptions) {
        return send(new Call(CREATE_RECURRING_ACTION, callOptions).body(request), CreateRecurringResult.class);
    }

    /**
     * As {@link #createRecurringAction(CreateRecurringRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public CreateRecurringResult createRecurringAction(CreateRecurringRequest request) {
        return createRecurringAction(request, null);
    }

    /**
     * Gets a recurring action.
     *
     * <p>Returns the recurring action with its totals and the times of its last and next executions.
     *
     * <p>Requires {@code viewer}.
     *
     * @param id Recurring action ID.
     * @param namespace Namespace of the tenant.
     * @param tenant Tenant that owns the recurring actions.
     * @param callOptions Options of the call, such as a precondition.
     */
    public RecurringAction getRecurringAction(
            String id,
            String namespace,
            String tenant,
            CallOptions callOptions) {
        return send(
                new Call(GET_RECURRING_ACTION, callOptions)
                        .path(id)
                        .query("namespace", namespace)
                        .query("tenant", tenant),
                RecurringAction.class);
    }

    /**
     * As {@link #getRecurringAction(String, String, String, CallOptions)},
     * with the defaults of what is left out.
     */
    public RecurringAction getRecurringAction(String id, String namespace, String tenant) {
        return getRecurringAction(id, namespace, tenant, null);
    }

    /**
     * Updates a recurring action.
     *
     * <p>Absent fields stay as they are. Null removes the value of an optional field; the time zone becomes
     * UTC. Concurrent updates are merged, unless {@code If-Match} names the revision to change.
     * {@code updated_at} changes even if nothing else does.
     *
     * <p>Requires {@code editor}. Also requires {@code command} if the request can start a program.
     *
     * @param id Recurring action ID.
     * @param namespace Namespace of the tenant.
     * @param tenant Tenant that owns the recurring actions.
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public RecurringAction updateRecurringAction(
            String id,
            String namespace,
            String tenant,
            UpdateRecurringRequest request,
            CallOptions callOptions) {
        return send(
                new Call(UPDATE_RECURRING_ACTION, callOptions)
                        .path(id)
                        .query("namespace", namespace)
                        .query("tenant", tenant)
                        .body(request),
                RecurringAction.class);
    }

    /**
     * As {@link #updateRecurringAction(String, String, String, UpdateRecurringRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public RecurringAction updateRecurringAction(
            String id,
            String namespace,
            String tenant,
            UpdateRecurringRequest request) {
        return updateRecurringAction(id, namespace, tenant, request, null);
    }

    /**
     * Deletes a recurring action.
     *
     * <p>Its history is kept until retention removes it.
     *
     * <p>Requires {@code editor}.
     *
     * @param id Recurring action ID.
     * @param namespace Namespace of the tenant.
     * @param tenant Tenant that owns the recurring actions.
     * @param callOptions Options of the call, such as a precondition.
     */
    public void deleteRecurringAction(String id, String namespace, String tenant, CallOptions callOptions) {
        sendForNothing(
                new Call(DELETE_RECURRING_ACTION, callOptions)
                        .path(id)
                        .query("namespace", namespace)
                        .query("tenant", tenant));
    }

    /**
     * As {@link #deleteRecurringAction(String, String, String, CallOptions)},
     * with the defaults of what is left out.
     */
    public void deleteRecurringAction(String id, String namespace, String tenant) {
        deleteRecurringAction(id, namespace, tenant, null);
    }

    /**
     * Backfills a recurring action.
     *
     * <p>Creates the missing executions of a past range and runs them after all current work. A repeated
     * request creates no duplicates. At most 500 executions per request.
     *
     * <p>Requires {@code backfill}.
     *
     * @param id Recurring action ID.
     * @param namespace Namespace of the tenant.
     * @param tenant Tenant that owns the recurring actions.
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public RecurringBackfillResult backfillRecurringAction(
            String id,
            String namespace,
            String tenant,
            RecurringBackfillRequest request,
            CallOptions callOptions) {
        return send(
                new Call(BACKFILL_RECURRING_ACTION, callOptions)
                        .path(id)
                        .query("namespace", namespace)
                        .query("tenant", tenant)
                        .body(request),
                RecurringBackfillResult.class);
    }

    /**
     * As {@link #backfillRecurringAction(String, String, String, RecurringBackfillRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public RecurringBackfillResult backfillRecurringAction(
            String id,
            String namespace,
            String tenant,
            RecurringBackfillRequest request) {
        return backfillRecurringAction(id, namespace, tenant, request, null);
    }

    /**
     * Gets the execution history of a recurring action.
     *
     * <p>Latest executions first, with their times and outcomes.
     *
     * <p>Requires {@code viewer}.
     *
     * @param id Recurring action ID.
     * @param namespace Namespace of the tenant.
     * @param tenant Tenant that owns the recurring actions.
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public RecurringHistory getRecurringActionHistory(
            String id,
            String namespace,
            String tenant,
            GetRecurringActionHistoryOptions options,
            CallOptions callOptions) {
        return send(
                new Call(GET_RECURRING_ACTION_HISTORY, callOptions)
                        .path(id)
                        .query("namespace", namespace)
                        .query("tenant", tenant)
                        .query(options),
                RecurringHistory.class);
    }

    /**
     * As {@link #getRecurringActionHistory(String, String, String, GetRecurringActionHistoryOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public RecurringHistory getRecurringActionHistory(
            String id,
            String namespace,
            String tenant,
            GetRecurringActionHistoryOptions options) {
        return getRecurringActionHistory(id, namespace, tenant, options, null);
    }

    /**
     * As {@link #getRecurringActionHistory(String, String, String, GetRecurringActionHistoryOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public RecurringHistory getRecurringActionHistory(String id, String namespace, String tenant) {
        return getRecurringActionHistory(id, namespace, tenant, null, null);
    }

    /**
     * Pauses a recurring action.
     *
     * <p>Pausing a paused recurring action changes nothing.
     *
     * <p>Requires {@code operator}.
     *
     * @param id Recurring action ID.
     * @param namespace Namespace of the tenant.
     * @param tenant Tenant that owns the recurring actions.
     * @param callOptions Options of the call, such as a precondition.
     */
    public RecurringState pauseRecurringAction(
            String id,
            String namespace,
            String tenant,
            CallOptions callOptions) {
        return send(
                new Call(PAUSE_RECURRING_ACTION, callOptions)
                        .path(id)
                        .query("namespace", namespace)
                        .query("tenant", tenant),
                RecurringState.class);
    }

    /**
     * As {@link #pauseRecurringAction(String, String, String, CallOptions)},
     * with the defaults of what is left out.
     */
    public RecurringState pauseRecurringAction(String id, String namespace, String tenant) {
        return pauseRecurringAction(id, namespace, tenant, null);
    }

    /**
     * Resumes a recurring action.
     *
     * <p>The next execution is the first one after now; executions missed during the pause do not run.
     *
     * <p>Requires {@code operator}.
     *
     * @param id Recurring action ID.
     * @param namespace Namespace of the tenant.
     * @param tenant Tenant that owns the recurring actions.
     * @param callOptions Options of the call, such as a precondition.
     */
    public RecurringState resumeRecurringAction(
            String id,
            String namespace,
            String tenant,
            CallOptions callOptions) {
        return send(
                new Call(RESUME_RECURRING_ACTION, callOptions)
                        .path(id)
                        .query("namespace", namespace)
                        .query("tenant", tenant),
                RecurringState.class);
    }

    /**
     * As {@link #resumeRecurringAction(String, String, String, CallOptions)},
     * with the defaults of what is left out.
     */
    public RecurringState resumeRecurringAction(String id, String namespace, String tenant) {
        return resumeRecurringAction(id, namespace, tenant, null);
    }
}
