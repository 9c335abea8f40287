// Generated from console/openapi.json by `make clients`. Do not edit.

//! Operations of the group `work`.

use std::borrow::Borrow;

use crate::call::{Call, endpoint};
use crate::client::Client;
use crate::types::{
    ClaimRequest, ClaimResult, CompleteRequest, EnqueueRequest, EnqueueResult, ExtendRequest, FailRequest, WorkItem,
    WorkItemList,
};

impl Client {
    /// Lists work items.
    ///
    /// Newest first. Page size: 50 by default, at most 500.
    ///
    /// Requires `viewer`.
    pub fn list_work_items(&self) -> Call<ListWorkItems> {
        self.call::<ListWorkItems>(&[])
    }

    /// Enqueues a work item.
    ///
    /// A repeated key refers to the same work item, for as long as that item is stored. By default, the key is the
    /// request's `Idempotency-Key` or a generated one, the priority is `normal`, and the work item can be claimed at
    /// once. Like `POST /v1/dispatch`, the operation sends without waiting for a schedule.
    ///
    /// Requires `fire`.
    pub fn enqueue_work_item(&self, request: impl Borrow<EnqueueRequest>) -> Call<EnqueueWorkItem> {
        self.call::<EnqueueWorkItem>(&[]).body_json(request.borrow())
    }

    /// Claims work items.
    ///
    /// Claims work items from a queue, highest priority first. Each claim counts as an attempt. With `wait`, the
    /// response is sent as soon as there is work, or when the time is over. Limit: 1 by default, at most 100. Lease: 30
    /// seconds by default, at most 24 hours. Wait: 0 by default, at most 30 seconds.
    ///
    /// Requires `operator`.
    pub fn claim_work_items(&self, request: impl Borrow<ClaimRequest>) -> Call<ClaimWorkItems> {
        self.call::<ClaimWorkItems>(&[]).body_json(request.borrow())
    }

    /// Gets a work item.
    ///
    /// Returns the work item with its payload, state, attempts and lease, and its result or error once it completed.
    ///
    /// Requires `viewer`.
    pub fn get_work_item(&self, id: i64) -> Call<GetWorkItem> {
        self.call::<GetWorkItem>(&[&id])
    }

    /// Completes a work item.
    ///
    /// A repeated request changes nothing. If the lease has been lost, the request returns 409 (`lease_lost`).
    ///
    /// Requires `operator`.
    pub fn complete_work_item(&self, id: i64, request: impl Borrow<CompleteRequest>) -> Call<CompleteWorkItem> {
        self.call::<CompleteWorkItem>(&[&id]).body_json(request.borrow())
    }

    /// Extends a work item's lease.
    ///
    /// The lease lasts from now on: 30 seconds by default, at most 24 hours. If the lease has been lost, the request
    /// returns 409 (`lease_lost`).
    ///
    /// Requires `operator`.
    pub fn extend_work_item(&self, id: i64, request: impl Borrow<ExtendRequest>) -> Call<ExtendWorkItem> {
        self.call::<ExtendWorkItem>(&[&id]).body_json(request.borrow())
    }

    /// Fails a work item.
    ///
    /// While attempts are left, the work item is queued again after 2, 4, 8, … seconds. Otherwise, or with
    /// `retry: false` (default: true), it becomes a dead letter. If the lease has been lost, the request returns 409
    /// (`lease_lost`).
    ///
    /// Requires `operator`.
    pub fn fail_work_item(&self, id: i64, request: impl Borrow<FailRequest>) -> Call<FailWorkItem> {
        self.call::<FailWorkItem>(&[&id]).body_json(request.borrow())
    }
}

endpoint! {
    ListWorkItems = "listWorkItems" GET "/v1/work-items";
    media "", repeatable true, keyed false, slow false;
    -> WorkItemList as json;
    Listing(WorkItem, items);
}

impl Call<ListWorkItems> {
    /// Queue name. Default: all queues.
    pub fn queue(self, queue: &str) -> Self {
        self.parameter("queue", queue)
    }

    /// Comma-separated states, such as `queued,running`. Default: all states.
    pub fn state(self, state: &str) -> Self {
        self.parameter("state", state)
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
    EnqueueWorkItem = "enqueueWorkItem" POST "/v1/work-items";
    media "application/json", repeatable false, keyed true, slow false;
    -> EnqueueResult as json;
    Keyed;
}

endpoint! {
    ClaimWorkItems = "claimWorkItems" POST "/v1/work-items/claim";
    media "application/json", repeatable false, keyed false, slow true;
    -> ClaimResult as json;
}

endpoint! {
    GetWorkItem = "getWorkItem" GET "/v1/work-items/{id}";
    media "", repeatable true, keyed false, slow false;
    -> WorkItem as json;
}

endpoint! {
    CompleteWorkItem = "completeWorkItem" POST "/v1/work-items/{id}/complete";
    media "application/json", repeatable true, keyed false, slow false;
    -> WorkItem as json;
}

endpoint! {
    ExtendWorkItem = "extendWorkItem" POST "/v1/work-items/{id}/extend";
    media "application/json", repeatable true, keyed false, slow false;
    -> WorkItem as json;
}

endpoint! {
    FailWorkItem = "failWorkItem" POST "/v1/work-items/{id}/fail";
    media "application/json", repeatable false, keyed false, slow false;
    -> WorkItem as json;
}
