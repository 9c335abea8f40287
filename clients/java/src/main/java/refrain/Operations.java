// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain;

import refrain.types.ClaimRequest;
import refrain.types.ClaimResult;
import refrain.types.CompleteRequest;
import refrain.types.EnqueueRequest;
import refrain.types.EnqueueResult;
import refrain.types.ExtendRequest;
import refrain.types.FailRequest;
import refrain.types.ListWorkItemsOptions;
import refrain.types.WorkItem;
import refrain.types.WorkItemList;

/** Operations of the group {@code work}. */
abstract class Operations extends ServerOperations {
    private static final Endpoint LIST_WORK_ITEMS = Endpoint.of(
            "listWorkItems",
            "GET",
            "/v1/work-items",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint ENQUEUE_WORK_ITEM = Endpoint.of(
            "enqueueWorkItem",
            "POST",
            "/v1/work-items",
            "application/json",
            Endpoint.Trait.KEYED);
    private static final Endpoint CLAIM_WORK_ITEMS = Endpoint.of(
            "claimWorkItems",
            "POST",
            "/v1/work-items/claim",
            "application/json",
            Endpoint.Trait.SLOW);
    private static final Endpoint GET_WORK_ITEM = Endpoint.of(
            "getWorkItem",
            "GET",
            "/v1/work-items/{id}",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint COMPLETE_WORK_ITEM = Endpoint.of(
            "completeWorkItem",
            "POST",
            "/v1/work-items/{id}/complete",
            "application/json",
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint EXTEND_WORK_ITEM = Endpoint.of(
            "extendWorkItem",
            "POST",
            "/v1/work-items/{id}/extend",
            "application/json",
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint FAIL_WORK_ITEM = Endpoint.of(
            "failWorkItem",
            "POST",
            "/v1/work-items/{id}/fail",
            "application/json");

    /**
     * Lists work items.
     *
     * <p>Newest first. Page size: 50 by default, at most 500.
     *
     * <p>Requires {@code viewer}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<WorkItemList, WorkItem> listWorkItems(
            ListWorkItemsOptions options,
            CallOptions callOptions) {
        return list(
                new Call(LIST_WORK_ITEMS, callOptions).query(options),
                WorkItemList.class,
                WorkItemList::items,
                WorkItemList::nextCursor);
    }

    /**
     * As {@link #listWorkItems(ListWorkItemsOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<WorkItemList, WorkItem> listWorkItems(ListWorkItemsOptions options) {
        return listWorkItems(options, null);
    }

    /**
     * As {@link #listWorkItems(ListWorkItemsOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<WorkItemList, WorkItem> listWorkItems() {
        return listWorkItems(null, null);
    }

    /**
     * Enqueues a work item.
     *
     * <p>A repeated key refers to the same work item, for as long as that item is stored. By default, the
     * key is the request's {@code Idempotency-Key} or a generated one, the priority is {@code normal},
     * and the work item can be claimed at once. Like {@code POST /v1/dispatch}, the operation sends
     * without waiting for a schedule.
     *
     * <p>Requires {@code fire}.
     *
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public EnqueueResult enqueueWorkItem(EnqueueRequest request, CallOptions callOptions) {
        return send(new Call(ENQUEUE_WORK_ITEM, callOptions).body(request), EnqueueResult.class);
    }

    /** As {@link #enqueueWorkItem(EnqueueRequest, CallOptions)}, with the defaults of what is left out. */
    public EnqueueResult enqueueWorkItem(EnqueueRequest request) {
        return enqueueWorkItem(request, null);
    }

    /**
     * Claims work items.
     *
     * <p>Claims work items from a queue, highest priority first. Each claim counts as an attempt. With
     * {@code wait}, the response is sent as soon as there is work, or when the time is over. Limit: 1 by
     * default, at most 100. Lease: 30 seconds by default, at most 24 hours. Wait: 0 by default, at most
     * 30 seconds.
     *
     * <p>Requires {@code operator}.
     *
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public ClaimResult claimWorkItems(ClaimRequest request, CallOptions callOptions) {
        return send(new Call(CLAIM_WORK_ITEMS, callOptions).body(request), ClaimResult.class);
    }

    /** As {@link #claimWorkItems(ClaimRequest, CallOptions)}, with the defaults of what is left out. */
    public ClaimResult claimWorkItems(ClaimRequest request) {
        return claimWorkItems(request, null);
    }

    /**
     * Gets a work item.
     *
     * <p>Returns the work item with its payload, state, attempts and lease, and its result or error once it
     * completed.
     *
     * <p>Requires {@code viewer}.
     *
     * @param id Work item ID.
     * @param callOptions Options of the call, such as a precondition.
     */
    public WorkItem getWorkItem(long id, CallOptions callOptions) {
        return send(new Call(GET_WORK_ITEM, callOptions).path(id), WorkItem.class);
    }

    /** As {@link #getWorkItem(long, CallOptions)}, with the defaults of what is left out. */
    public WorkItem getWorkItem(long id) {
        return getWorkItem(id, null);
    }

    /**
     * Completes a work item.
     *
     * <p>A repeated request changes nothing. If the lease has been lost, the request returns 409
     * ({@code lease_lost}).
     *
     * <p>Requires {@code operator}.
     *
     * @param id Work item ID.
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public WorkItem completeWorkItem(long id, CompleteRequest request, CallOptions callOptions) {
        return send(new Call(COMPLETE_WORK_ITEM, callOptions).path(id).body(request), WorkItem.class);
    }

    /**
     * As {@link #completeWorkItem(long, CompleteRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public WorkItem completeWorkItem(long id, CompleteRequest request) {
        return completeWorkItem(id, request, null);
    }

    /**
     * Extends a work item's lease.
     *
     * <p>The lease lasts from now on: 30 seconds by default, at most 24 hours. If the lease has been lost,
     * the request returns 409 ({@code lease_lost}).
     *
     * <p>Requires {@code operator}.
     *
     * @param id Work item ID.
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public WorkItem extendWorkItem(long id, ExtendRequest request, CallOptions callOptions) {
        return send(new Call(EXTEND_WORK_ITEM, callOptions).path(id).body(request), WorkItem.class);
    }

    /**
     * As {@link #extendWorkItem(long, ExtendRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public WorkItem extendWorkItem(long id, ExtendRequest request) {
        return extendWorkItem(id, request, null);
    }

    /**
     * Fails a work item.
     *
     * <p>While attempts are left, the work item is queued again after 2, 4, 8, … seconds. Otherwise, or with
     * {@code retry: false} (default: true), it becomes a dead letter. If the lease has been lost, the
     * request returns 409 ({@code lease_lost}).
     *
     * <p>Requires {@code operator}.
     *
     * @param id Work item ID.
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public WorkItem failWorkItem(long id, FailRequest request, CallOptions callOptions) {
        return send(new Call(FAIL_WORK_ITEM, callOptions).path(id).body(request), WorkItem.class);
    }

    /** As {@link #failWorkItem(long, FailRequest, CallOptions)}, with the defaults of what is left out. */
    public WorkItem failWorkItem(long id, FailRequest request) {
        return failWorkItem(id, request, null);
    }
}
