// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import (
	"encoding/json"
	"time"
)

// Attempt: One try of an occurrence.
type Attempt struct {
	// Number of the attempt, counted from 1. The count restarts when the occurrence is reprocessed.
	Number int64 `json:"number"`

	// Fencing token of the lease that the attempt ran under.
	Fence int64 `json:"fence"`

	// Node that ran the attempt.
	Node string `json:"node"`

	// Outcome: `open`, `succeeded`, `skipped`, `failed`, `retried` or `lease_lost`.
	Outcome string `json:"outcome"`

	// End time. Null while the attempt is running.
	EndedAt *time.Time `json:"ended_at,omitempty"`

	// Message, such as the error.
	Message *string `json:"message,omitempty"`

	// Start time. Null if the attempt never started.
	StartedAt *time.Time `json:"started_at,omitempty"`
}

// DeadLetter: An occurrence or work item that failed and is not retried.
type DeadLetter struct {
	// Kind of the dead letter.
	Kind DeadLetterKind `json:"kind"`

	// ID of the occurrence or work item.
	ID int64 `json:"id"`

	// The occurrence, if the kind is `occurrence`.
	Occurrence *Occurrence `json:"occurrence,omitempty"`

	// The work item, if the kind is `work_item`.
	WorkItem *WorkItem `json:"work_item,omitempty"`
}

// DeadLetterKind: Kind of a dead letter.
type DeadLetterKind string

// Known values of DeadLetterKind. A newer server may have further ones.
const (
	DeadLetterKindOccurrence DeadLetterKind = "occurrence"
	DeadLetterKindWorkItem   DeadLetterKind = "work_item"
)

// DeadLetterList: A page of a list.
type DeadLetterList struct {
	// Items of the page.
	Items []DeadLetter `json:"items"`

	// Cursor of the next page. Null on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (d DeadLetterList) MarshalJSON() ([]byte, error) { return marshalRecord(d) }

// DeadLetterSelection: Dead letters to change: by ID, or the newest that match.
type DeadLetterSelection struct {
	// Kind of the dead letters.
	Kind DeadLetterKind `json:"kind"`

	// IDs, at most 500. Cannot be combined with `schedule` or `queue`.
	IDs []int64 `json:"ids,omitempty"`

	// Maximum number of dead letters. Default: 500. Maximum: 500.
	Limit *int64 `json:"limit,omitempty"`

	// Reason for the change.
	Note *string `json:"note,omitempty"`

	// Queue name. Only for work items.
	Queue *string `json:"queue,omitempty"`

	// Schedule ID. Only for occurrences.
	Schedule *string `json:"schedule,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (d DeadLetterSelection) MarshalJSON() ([]byte, error) { return marshalRecord(d) }

// DiscardResult: Result of discarding dead letters.
type DiscardResult struct {
	// IDs that are discarded.
	Discarded []int64 `json:"discarded"`

	// IDs that were not dead letters.
	Refused []int64 `json:"refused"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (d DiscardResult) MarshalJSON() ([]byte, error) { return marshalRecord(d) }

// GenerateRequest: A time, and the range around it to plan.
type GenerateRequest struct {
	// Reference time.
	AsOf time.Time `json:"as_of"`

	// Length of the range after `as_of`. Default: 0. Maximum: 400 days.
	Lookahead Duration `json:"lookahead,omitempty"`

	// Length of the range before `as_of`. Default: 0. Maximum: 400 days.
	Lookback Duration `json:"lookback,omitempty"`
}

// GenerateResult: Result of planning a range.
type GenerateResult struct {
	// Number of active schedules that were considered.
	Schedules int64 `json:"schedules"`

	// Number of active schedules whose definition cannot be read.
	Unreadable int64 `json:"unreadable"`

	// Number of occurrences that were created.
	New int64 `json:"new"`

	// Number of occurrences before `as_of` that already existed.
	Existing int64 `json:"existing"`
}

// Occurrence: An occurrence: one instance of a schedule.
type Occurrence struct {
	// Occurrence ID.
	ID int64 `json:"id"`

	// Schedule ID.
	Schedule string `json:"schedule"`

	// Key of the period that the occurrence stands for.
	PeriodKey string `json:"period_key"`

	// Discriminator, if the period has several occurrences. Empty otherwise.
	Discriminator string `json:"discriminator"`

	// Time that the recurrence yields.
	NominalAt time.Time `json:"nominal_at"`

	// Nominal time plus jitter.
	DueAt time.Time `json:"due_at"`

	// State: `planned`, `running`, `succeeded`, `skipped` or `failed`.
	State string `json:"state"`

	// Trigger: `schedule`, `catch_up`, `manual`, `backfill` or `retry`.
	Trigger string `json:"trigger"`

	// Priority among the tenant's due occurrences.
	Priority Priority `json:"priority"`

	// Number of attempts so far.
	Attempt int64 `json:"attempt"`

	// Whether the worker has been asked to stop.
	CancelRequested bool `json:"cancel_requested"`

	// Revision of the schedule that produced the occurrence.
	Revision int64 `json:"revision"`

	// Version of the time zone database that produced the occurrence.
	Tzdb string `json:"tzdb"`

	// Idempotency key, the same for every attempt.
	IdempotencyKey string `json:"idempotency_key"`

	// Whether the occurrence has a payload of its own, which replaces the payload of the schedule.
	HasOwnPayload bool `json:"has_own_payload"`

	// Time at which the occurrence was created.
	CreatedAt time.Time `json:"created_at"`

	// ID of the occurrence that blocked this one.
	Blocker *int64 `json:"blocker,omitempty"`

	// Correlation ID, for occurrences that were requested.
	CorrelationID *string `json:"correlation_id,omitempty"`

	// Time at which the failed occurrence was discarded. It is then no longer a dead letter.
	DiscardedAt *time.Time `json:"discarded_at,omitempty"`

	// Time at which the occurrence completed.
	EndedAt *time.Time `json:"ended_at,omitempty"`

	// Message for people, such as the error.
	Message *string `json:"message,omitempty"`

	// Node that holds the lease, or held it when the occurrence completed.
	Node *string `json:"node,omitempty"`

	// Reason given by the caller, for occurrences that were requested.
	Note *string `json:"note,omitempty"`

	// End of the period.
	PeriodEnd *time.Time `json:"period_end,omitempty"`

	// Start of the period, if the occurrence stands for a calendar period.
	PeriodStart *time.Time `json:"period_start,omitempty"`

	// Reason code, if the occurrence was skipped or failed.
	Reason *string `json:"reason,omitempty"`

	// Start time of the last attempt.
	StartedAt *time.Time `json:"started_at,omitempty"`

	// Object that the run created.
	Target *RunTarget `json:"target,omitempty"`
}

// OccurrenceChangeRequest: Reason for a change to an occurrence.
type OccurrenceChangeRequest struct {
	// Reason for the change, for the audit log.
	Note *string `json:"note,omitempty"`
}

// OccurrenceDetail: An occurrence with its attempts.
type OccurrenceDetail struct {
	// Attempts, oldest first.
	Attempts []Attempt `json:"attempts"`

	// Number of attempts so far.
	Attempt int64 `json:"attempt"`

	// Whether the worker has been asked to stop.
	CancelRequested bool `json:"cancel_requested"`

	// Time at which the occurrence was created.
	CreatedAt time.Time `json:"created_at"`

	// Discriminator, if the period has several occurrences. Empty otherwise.
	Discriminator string `json:"discriminator"`

	// Nominal time plus jitter.
	DueAt time.Time `json:"due_at"`

	// Whether the occurrence has a payload of its own, which replaces the payload of the schedule.
	HasOwnPayload bool `json:"has_own_payload"`

	// Occurrence ID.
	ID int64 `json:"id"`

	// Idempotency key, the same for every attempt.
	IdempotencyKey string `json:"idempotency_key"`

	// Time that the recurrence yields.
	NominalAt time.Time `json:"nominal_at"`

	// Key of the period that the occurrence stands for.
	PeriodKey string `json:"period_key"`

	// Priority among the tenant's due occurrences.
	Priority Priority `json:"priority"`

	// Revision of the schedule that produced the occurrence.
	Revision int64 `json:"revision"`

	// Schedule ID.
	Schedule string `json:"schedule"`

	// State: `planned`, `running`, `succeeded`, `skipped` or `failed`.
	State string `json:"state"`

	// Trigger: `schedule`, `catch_up`, `manual`, `backfill` or `retry`.
	Trigger string `json:"trigger"`

	// Version of the time zone database that produced the occurrence.
	Tzdb string `json:"tzdb"`

	// ID of the occurrence that blocked this one.
	Blocker *int64 `json:"blocker,omitempty"`

	// Correlation ID, for occurrences that were requested.
	CorrelationID *string `json:"correlation_id,omitempty"`

	// Time at which the failed occurrence was discarded. It is then no longer a dead letter.
	DiscardedAt *time.Time `json:"discarded_at,omitempty"`

	// Time at which the occurrence completed.
	EndedAt *time.Time `json:"ended_at,omitempty"`

	// Message for people, such as the error.
	Message *string `json:"message,omitempty"`

	// Node that holds the lease, or held it when the occurrence completed.
	Node *string `json:"node,omitempty"`

	// Reason given by the caller, for occurrences that were requested.
	Note *string `json:"note,omitempty"`

	// End of the period.
	PeriodEnd *time.Time `json:"period_end,omitempty"`

	// Start of the period, if the occurrence stands for a calendar period.
	PeriodStart *time.Time `json:"period_start,omitempty"`

	// Reason code, if the occurrence was skipped or failed.
	Reason *string `json:"reason,omitempty"`

	// Start time of the last attempt.
	StartedAt *time.Time `json:"started_at,omitempty"`

	// Object that the run created.
	Target *RunTarget `json:"target,omitempty"`

	// Payload of this occurrence alone. Null if it is sent with the payload of its schedule.
	Payload json.RawMessage `json:"payload,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (o OccurrenceDetail) MarshalJSON() ([]byte, error) { return marshalRecord(o) }

// OccurrenceList: A page of a list.
type OccurrenceList struct {
	// Items of the page.
	Items []Occurrence `json:"items"`

	// Cursor of the next page. Null on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (o OccurrenceList) MarshalJSON() ([]byte, error) { return marshalRecord(o) }

// ReplayResult: Result of a replay.
type ReplayResult struct {
	// IDs that are replayed.
	Replayed []int64 `json:"replayed"`

	// IDs that were not dead letters, or could not be replayed.
	Refused []int64 `json:"refused"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (r ReplayResult) MarshalJSON() ([]byte, error) { return marshalRecord(r) }

// ReprocessRequest: Occurrence to reprocess.
type ReprocessRequest struct {
	// Reason for the change, for the audit log.
	Note *string `json:"note,omitempty"`

	// Payload of this occurrence alone, for every attempt from now on. It requires `fire`, and also
	// `command` for a provider that starts programs. Default: the occurrence keeps its payload.
	Payload any `json:"payload,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (r ReprocessRequest) MarshalJSON() ([]byte, error) { return marshalRecord(r) }

// RunTarget: Object that a run created, in the receiver's own terms.
type RunTarget struct {
	// Type of the object.
	Type string `json:"type"`

	// ID of the object.
	ID string `json:"id"`
}

// WorkItem: A unit of work in a queue.
type WorkItem struct {
	// Work item ID.
	ID int64 `json:"id"`

	// Queue name.
	Queue string `json:"queue"`

	// Identity in the queue: two items with the same key are one.
	Key string `json:"key"`

	// Payload for the worker, and the occurrence that enqueued it.
	Payload json.RawMessage `json:"payload"`

	// Priority.
	Priority Priority `json:"priority"`

	// State of the work item.
	State string `json:"state"`

	// Earliest time of the next claim.
	ReadyAt time.Time `json:"ready_at"`

	// Number of attempts so far.
	Attempt int64 `json:"attempt"`

	// Maximum number of attempts.
	MaxAttempts int64 `json:"max_attempts"`

	// Fencing token of the last claim. Required to extend, complete or fail the work item.
	Fence int64 `json:"fence"`

	// Time at which the work item was enqueued.
	CreatedAt time.Time `json:"created_at"`

	// Time at which the work item completed or became a dead letter.
	EndedAt *time.Time `json:"ended_at,omitempty"`

	// Message of the last failure.
	Error *string `json:"error,omitempty"`

	// Time at which the lease expires.
	LeaseUntil *time.Time `json:"lease_until,omitempty"`

	// ID of the occurrence that enqueued the work item.
	Occurrence *int64 `json:"occurrence,omitempty"`

	// Result given by the worker.
	Result json.RawMessage `json:"result,omitempty"`

	// Worker that holds the lease, or held it last.
	Worker *string `json:"worker,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (w WorkItem) MarshalJSON() ([]byte, error) { return marshalRecord(w) }
