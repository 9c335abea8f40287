// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "context"

var listWorkItems = endpoint{
	id:           "listWorkItems",
	method:       "GET",
	path:         "/v1/work-items",
	isRepeatable: true,
}

// ListWorkItemsOptions are the options of [Client.ListWorkItems]. A field without a value is not
// sent.
type ListWorkItemsOptions struct {
	// Queue name. Default: all queues.
	Queue string `query:"queue"`

	// Comma-separated states, such as `queued,running`. Default: all states.
	State string `query:"state"`

	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListWorkItems lists work items.
//
// Newest first. Page size: 50 by default, at most 500.
//
// Requires `viewer`.
func (c *Client) ListWorkItems(ctx context.Context, query *ListWorkItemsOptions, options ...CallOption) *Listing[WorkItemList, WorkItem] {
	return pages(ctx, c, &listWorkItems, parts{query: optional(query), options: options}, func(page *WorkItemList) ([]WorkItem, *string) {
		return page.Items, page.NextCursor
	})
}

var enqueueWorkItem = endpoint{
	id:        "enqueueWorkItem",
	method:    "POST",
	path:      "/v1/work-items",
	mediaType: "application/json",
	takesKey:  true,
}

// EnqueueWorkItem enqueues a work item.
//
// A repeated key refers to the same work item, for as long as that item is stored. By default, the
// key is the request's `Idempotency-Key` or a generated one, the priority is `normal`, and the work
// item can be claimed at once. Like `POST /v1/dispatch`, the operation sends without waiting for a
// schedule.
//
// Requires `fire`.
func (c *Client) EnqueueWorkItem(ctx context.Context, request EnqueueRequest, options ...CallOption) (*EnqueueResult, error) {
	return call[EnqueueResult](ctx, c, &enqueueWorkItem, parts{body: request, options: options})
}

var claimWorkItems = endpoint{
	id:        "claimWorkItems",
	method:    "POST",
	path:      "/v1/work-items/claim",
	mediaType: "application/json",
	isSlow:    true,
}

// ClaimWorkItems claims work items.
//
// Claims work items from a queue, highest priority first. Each claim counts as an attempt. With
// `wait`, the response is sent as soon as there is work, or when the time is over. Limit: 1 by
// default, at most 100. Lease: 30 seconds by default, at most 24 hours. Wait: 0 by default, at most
// 30 seconds.
//
// Requires `operator`.
func (c *Client) ClaimWorkItems(ctx context.Context, request ClaimRequest, options ...CallOption) (*ClaimResult, error) {
	return call[ClaimResult](ctx, c, &claimWorkItems, parts{body: request, options: options})
}

var getWorkItem = endpoint{
	id:           "getWorkItem",
	method:       "GET",
	path:         "/v1/work-items/{id}",
	isRepeatable: true,
}

// GetWorkItem gets a work item.
//
// Returns the work item with its payload, state, attempts and lease, and its result or error once
// it completed.
//
// Requires `viewer`.
func (c *Client) GetWorkItem(ctx context.Context, id int64, options ...CallOption) (*WorkItem, error) {
	return call[WorkItem](ctx, c, &getWorkItem, parts{path: []any{id}, options: options})
}

var completeWorkItem = endpoint{
	id:           "completeWorkItem",
	method:       "POST",
	path:         "/v1/work-items/{id}/complete",
	mediaType:    "application/json",
	isRepeatable: true,
}

// CompleteWorkItem completes a work item.
//
// A repeated request changes nothing. If the lease has been lost, the request returns 409
// (`lease_lost`).
//
// Requires `operator`.
func (c *Client) CompleteWorkItem(ctx context.Context, id int64, request CompleteRequest, options ...CallOption) (*WorkItem, error) {
	return call[WorkItem](ctx, c, &completeWorkItem, parts{path: []any{id}, body: request, options: options})
}

var extendWorkItem = endpoint{
	id:           "extendWorkItem",
	method:       "POST",
	path:         "/v1/work-items/{id}/extend",
	mediaType:    "application/json",
	isRepeatable: true,
}

// ExtendWorkItem extends a work item's lease.
//
// The lease lasts from now on: 30 seconds by default, at most 24 hours. If the lease has been lost,
// the request returns 409 (`lease_lost`).
//
// Requires `operator`.
func (c *Client) ExtendWorkItem(ctx context.Context, id int64, request ExtendRequest, options ...CallOption) (*WorkItem, error) {
	return call[WorkItem](ctx, c, &extendWorkItem, parts{path: []any{id}, body: request, options: options})
}

var failWorkItem = endpoint{
	id:        "failWorkItem",
	method:    "POST",
	path:      "/v1/work-items/{id}/fail",
	mediaType: "application/json",
}

// FailWorkItem fails a work item.
//
// While attempts are left, the work item is queued again after 2, 4, 8, … seconds. Otherwise, or
// with `retry: false` (default: true), it becomes a dead letter. If the lease has been lost, the
// request returns 409 (`lease_lost`).
//
// Requires `operator`.
func (c *Client) FailWorkItem(ctx context.Context, id int64, request FailRequest, options ...CallOption) (*WorkItem, error) {
	return call[WorkItem](ctx, c, &failWorkItem, parts{path: []any{id}, body: request, options: options})
}
