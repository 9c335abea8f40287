// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "time"

// ClaimRequest: A request for work items.
type ClaimRequest struct {
	// Queue name.
	Queue string `json:"queue"`

	// Length of the lease. Default: 30 seconds. Maximum: 24 hours.
	Lease Duration `json:"lease,omitempty"`

	// Maximum number of work items. Default: 1. Maximum: 100.
	Limit *int64 `json:"limit,omitempty"`

	// Time to wait for work. Default: 0. Maximum: 30 seconds.
	Wait Duration `json:"wait,omitempty"`

	// Name of the worker, for people.
	Worker *string `json:"worker,omitempty"`
}

// ClaimResult: Claimed work items.
type ClaimResult struct {
	// Work items. Empty if there were none.
	Items []WorkItem `json:"items"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (c ClaimResult) MarshalJSON() ([]byte, error) { return marshalRecord(c) }

// CompleteRequest: A request to complete a work item.
type CompleteRequest struct {
	// Fencing token of the claim.
	Fence int64 `json:"fence"`

	// Result, stored with the work item.
	Result any `json:"result,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (c CompleteRequest) MarshalJSON() ([]byte, error) { return marshalRecord(c) }

// EnqueueRequest: A work item to enqueue.
type EnqueueRequest struct {
	// Queue name. A queue is created with its first work item.
	Queue string `json:"queue"`

	// Payload for the worker.
	Payload any `json:"payload"`

	// Identity of the work item in the queue. Default: the request's `Idempotency-Key`, or a
	// generated key.
	Key *string `json:"key,omitempty"`

	// Priority. Default: `normal`.
	Priority Priority `json:"priority,omitempty"`

	// Earliest time of the first claim. Default: now.
	ReadyAt *time.Time `json:"ready_at,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (e EnqueueRequest) MarshalJSON() ([]byte, error) { return marshalRecord(e) }

// EnqueueResult: Result of enqueuing a work item.
type EnqueueResult struct {
	// Work item ID.
	ID int64 `json:"id"`

	// Whether the queue already had a work item with that key.
	Existing bool `json:"existing"`
}

// ExtendRequest: A request to extend a lease.
type ExtendRequest struct {
	// Fencing token of the claim.
	Fence int64 `json:"fence"`

	// Length of the lease from now on. Default: 30 seconds. Maximum: 24 hours.
	Lease Duration `json:"lease,omitempty"`
}

// FailRequest: A request to fail a work item.
type FailRequest struct {
	// Fencing token of the claim.
	Fence int64 `json:"fence"`

	// Error message.
	Error string `json:"error"`

	// Whether to retry. Default: true. If false, or if no attempts are left, the work item becomes
	// a dead letter.
	Retry *bool `json:"retry,omitempty"`
}

// WorkItemList: A page of a list.
type WorkItemList struct {
	// Items of the page.
	Items []WorkItem `json:"items"`

	// Cursor of the next page. Null on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (w WorkItemList) MarshalJSON() ([]byte, error) { return marshalRecord(w) }
