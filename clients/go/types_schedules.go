// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import (
	"encoding/json"
	"time"
)

// ApplyDocument: A schedule or control as its owner wants it to be, or one to delete. Besides the
// fields here, it has those of the definition: for a schedule those of `PUT /v1/schedules/{id}`,
// for a calendar those of `PUT /v1/calendars/{name}`, and so on. Read-only fields of responses are
// ignored with a warning.
type ApplyDocument struct {
	// Whether to delete the document. Default: false.
	Delete *bool `json:"delete,omitempty"`

	// Schedule ID. Required for a schedule.
	ID *string `json:"id,omitempty"`

	// Revision or version that the document must have. 0 if it must not exist. Default: any.
	IfRevision *int64 `json:"if_revision,omitempty"`

	// Kind of the document. Default: `schedule`.
	Kind DocumentType `json:"kind,omitempty"`

	// Name of the document. Required for all kinds except schedules.
	Name *string `json:"name,omitempty"`
}

// ApplyItem: Result for one document.
type ApplyItem struct {
	// Kind of the document.
	Kind string `json:"kind"`

	// Schedule ID, or name of the document.
	Name string `json:"name"`

	// What was done, or would be done.
	Result ApplyOutcome `json:"result"`

	// Warnings about settings that are probably not intended.
	Warnings []Warning `json:"warnings"`

	// Fields of the new definition that differ. Null if the document is unchanged or deleted.
	After json.RawMessage `json:"after,omitempty"`

	// Fields of the stored definition that differ. Null if the document is new or unchanged.
	Before json.RawMessage `json:"before,omitempty"`

	// Occurrences that a dry run finds added, removed and moved. Null if none is, and unless the
	// document is an existing schedule. At most 100 of each are listed.
	Occurrences *OccurrenceDiff `json:"occurrences,omitempty"`

	// Reason why the document was refused.
	Problem *ApplyProblem `json:"problem,omitempty"`

	// Revision after the change; in a dry run the present one, which the change can name as
	// `if_revision`. 0 if the document does not exist. Null if it was refused.
	Revision *int64 `json:"revision,omitempty"`

	// Description of a schedule's recurrence.
	Sentence *string `json:"sentence,omitempty"`

	// Change of a schedule's status. Null if it stays the same.
	Status *StatusChange `json:"status,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a ApplyItem) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// ApplyOutcome: What was done with a document, or would be done.
type ApplyOutcome string

// Known values of ApplyOutcome. A newer server may have further ones.
const (
	ApplyOutcomeCreated   ApplyOutcome = "created"
	ApplyOutcomeUpdated   ApplyOutcome = "updated"
	ApplyOutcomeUnchanged ApplyOutcome = "unchanged"
	ApplyOutcomeDeleted   ApplyOutcome = "deleted"
	ApplyOutcomeRefused   ApplyOutcome = "refused"
	ApplyOutcomePending   ApplyOutcome = "pending"
)

// ApplyProblem: Reason why a document was refused, as in a problem document.
type ApplyProblem struct {
	// Stable code for programs.
	Code string `json:"code"`

	// Explanation of the error, with the value that caused it.
	Detail string `json:"detail"`

	// Position in the invalid text, counted in characters from 1.
	Column *int64 `json:"column,omitempty"`

	// Suggested remedy.
	Hint *string `json:"hint,omitempty"`

	// Location in the document, as a path such as `action.provider`.
	Path *string `json:"path,omitempty"`
}

// ApplyRequest: Documents to apply.
type ApplyRequest struct {
	// Documents, in the order in which kinds depend on each other: calendars before schedules. A
	// kind and name may occur once.
	Documents []ApplyDocument `json:"documents"`

	// Calendars by name that are applied by another request before this one. A dry run uses them as
	// if they were stored.
	Calendars map[string]any `json:"calendars,omitempty"`

	// Number of days for which a dry run compares the occurrences of changed schedules. Default:
	// 30. Maximum: 366.
	Days *int64 `json:"days,omitempty"`

	// Whether to only report what would change. Default: false.
	DryRun *bool `json:"dry_run,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a ApplyRequest) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// ApplyResult: Result of applying documents.
type ApplyResult struct {
	// Whether the changes were made. False for a dry run.
	Done bool `json:"done"`

	// Number of documents that were created, updated or deleted, or would be.
	Changed int64 `json:"changed"`

	// Number of documents that were refused.
	Refused int64 `json:"refused"`

	// Result for each document, in the order of the request.
	Items []ApplyItem `json:"items"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a ApplyResult) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// BulkAction: Action on each schedule.
type BulkAction string

// Known values of BulkAction. A newer server may have further ones.
const (
	BulkActionPause  BulkAction = "pause"
	BulkActionResume BulkAction = "resume"
	BulkActionCancel BulkAction = "cancel"
)

// BulkItemResult: Result for one schedule.
type BulkItemResult struct {
	// Schedule ID.
	ID string `json:"id"`

	// Error code, as in problem documents, if the change was refused.
	Code *string `json:"code,omitempty"`

	// Explanation of the error.
	Detail *string `json:"detail,omitempty"`

	// Revision after the change. Null if the change was refused.
	Revision *int64 `json:"revision,omitempty"`

	// Status after the change. Null if the schedule does not exist.
	Status *string `json:"status,omitempty"`
}

// BulkRequest: One change to many schedules.
type BulkRequest struct {
	// Action to perform.
	Action BulkAction `json:"action"`

	// Whether to change all schedules of the tenant. Must be true if the selector is empty.
	All *bool `json:"all,omitempty"`

	// Cursor: the `next_cursor` of the previous request.
	Cursor *string `json:"cursor,omitempty"`

	// Whether to only list the schedules that would be changed. Default: false.
	DryRun *bool `json:"dry_run,omitempty"`

	// Occurrences missed while paused, for `resume`. Default: `now`.
	From ResumeMode `json:"from,omitempty"`

	// Maximum number of schedules. Default: 1,000. Maximum: 1,000.
	Limit *int64 `json:"limit,omitempty"`

	// Reason for the change.
	Note *string `json:"note,omitempty"`

	// Schedules to change.
	Selector *ScheduleSelector `json:"selector,omitempty"`

	// Time at which a pause ends by itself.
	Until *time.Time `json:"until,omitempty"`
}

// BulkResult: Result of a bulk change.
type BulkResult struct {
	// Whether the changes were made. False for a dry run.
	Done bool `json:"done"`

	// Number of schedules found by this request.
	Matched int64 `json:"matched"`

	// Number of schedules that were changed.
	Changed int64 `json:"changed"`

	// Number of schedules that could not be changed.
	Refused int64 `json:"refused"`

	// Result for each schedule, in order of ID.
	Items []BulkItemResult `json:"items"`

	// Cursor of the next request. Null if there are no more schedules.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (b BulkResult) MarshalJSON() ([]byte, error) { return marshalRecord(b) }

// DocumentType: Kind of a document.
type DocumentType string

// Known values of DocumentType. A newer server may have further ones.
const (
	DocumentTypeSchedule     DocumentType = "schedule"
	DocumentTypeCalendar     DocumentType = "calendar"
	DocumentTypeDispatchRule DocumentType = "dispatch_rule"
	DocumentTypeHold         DocumentType = "hold"
	DocumentTypeQuota        DocumentType = "quota"
	DocumentTypeAlert        DocumentType = "alert"
)

// RecentRun: Summary of a completed occurrence.
type RecentRun struct {
	// Occurrence ID.
	ID int64 `json:"id"`

	// State: `succeeded`, `skipped` or `failed`.
	State string `json:"state"`

	// Due time.
	DueAt time.Time `json:"due_at"`

	// Time at which the occurrence completed.
	EndedAt *time.Time `json:"ended_at,omitempty"`

	// Reason code, if the occurrence was skipped or failed.
	Reason *string `json:"reason,omitempty"`

	// Start time of the last attempt. Null if no attempt started.
	StartedAt *time.Time `json:"started_at,omitempty"`
}

// ResumeMode: What happens to the occurrences that were due during a pause.
type ResumeMode string

// Known values of ResumeMode. A newer server may have further ones.
const (
	ResumeModeNow     ResumeMode = "now"
	ResumeModeCatchUp ResumeMode = "catch_up"
)

// Schedule: A schedule.
type Schedule struct {
	// Schedule ID, unique in the tenant.
	ID string `json:"id"`

	// Namespace of the tenant.
	Namespace string `json:"namespace"`

	// Tenant that owns the schedule.
	Tenant string `json:"tenant"`

	// Revision, which increases with every change. Also the entity tag.
	Revision int64 `json:"revision"`

	// Status: `active`, `paused`, `canceled`, `disabled`, `finished` or `deleted`.
	Status string `json:"status"`

	// Reason for the status.
	StatusNote StatusNote `json:"status_note"`

	// Source: `api`, `file` or `code`. Only this source can edit the schedule.
	Source string `json:"source"`

	// Counters of past runs.
	Counters ScheduleCounters `json:"counters"`

	// Time of creation.
	CreatedAt time.Time `json:"created_at"`

	// Time of the last change.
	UpdatedAt time.Time `json:"updated_at"`

	// Action to send.
	Action *Action `json:"action,omitempty"`

	// Policy for missed occurrences.
	CatchUp *CatchUp `json:"catch_up,omitempty"`

	// Delivery guarantee after a crash between sending and recording.
	Delivery Delivery `json:"delivery,omitempty"`

	// Description for people.
	Description *string `json:"description,omitempty"`

	// Names of several targets per period, each with its own occurrence. Default: one unnamed
	// target.
	Discriminators []string `json:"discriminators,omitempty"`

	// History level: how much of each attempt is stored. Default: the level of the tenant, else of
	// the node.
	History HistoryLevel `json:"history,omitempty"`

	// Labels to select the schedule by.
	Labels map[string]string `json:"labels,omitempty"`

	// Maximum number of concurrent runs under `allow_all`. Default: no limit.
	MaxConcurrent *int64 `json:"max_concurrent,omitempty"`

	// Policy for runs that overlap.
	Overlap OverlapPolicy `json:"overlap,omitempty"`

	// Number of consecutive failures after which the schedule pauses itself. Default: never.
	PauseOnFailure *int64 `json:"pause_on_failure,omitempty"`

	// Priority among the tenant's due occurrences.
	Priority Priority `json:"priority,omitempty"`

	// Reason why the stored definition cannot be read. An edit replaces it.
	Problem *string `json:"problem,omitempty"`

	// Policy for retries of failed attempts.
	Retry *RetryPolicy `json:"retry,omitempty"`

	// Object that the schedule belongs to. Holds select by it.
	Scope *Scope `json:"scope,omitempty"`

	// Recurrence, time zone and bounds: when the schedule runs.
	Spec *ScheduleSpec `json:"spec,omitempty"`

	// Maximum start delay of a run. Default: no limit of its own; the catch-up window still
	// applies.
	StartDeadline Duration `json:"start_deadline,omitempty"`

	// Timeout of one attempt. Default: the timeout of the provider, if it has one.
	Timeout Duration `json:"timeout,omitempty"`

	// Time of the next occurrence, even if it is already planned. Null if there is none, or if the
	// schedule is not active.
	NextAt *time.Time `json:"next_at,omitempty"`

	// Latest completed runs, oldest first. Null unless a list was requested with `recent`.
	Recent []RecentRun `json:"recent,omitempty"`

	// Description of the recurrence. Null if the recurrence cannot be read.
	Sentence *string `json:"sentence,omitempty"`

	// Times of the next occurrences. Omitted in lists.
	Upcoming []time.Time `json:"upcoming,omitempty"`

	// Warnings about settings that are probably not intended. Only in responses to a save.
	Warnings []Warning `json:"warnings,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s Schedule) MarshalJSON() ([]byte, error) { return marshalRecord(s) }

// ScheduleCounters: Counters of past runs.
type ScheduleCounters struct {
	// Runs that started, counted when they complete. Manual runs and backfills are not counted.
	Runs int64 `json:"runs"`

	// Occurrences that succeeded.
	Succeeded int64 `json:"succeeded"`

	// Occurrences that were skipped.
	Skipped int64 `json:"skipped"`

	// Occurrences that failed.
	Failed int64 `json:"failed"`

	// Consecutive failures since the last success.
	ConsecutiveFailures int64 `json:"consecutive_failures"`

	// Time at which the last occurrence completed.
	LastEndedAt *time.Time `json:"last_ended_at,omitempty"`

	// Message of the last failure.
	LastError *string `json:"last_error,omitempty"`

	// Time of the last success.
	LastSuccessAt *time.Time `json:"last_success_at,omitempty"`
}

// ScheduleList: A page of a tenant's schedules.
type ScheduleList struct {
	// Schedules of the page.
	Items []Schedule `json:"items"`

	// Cursor of the next page. Null on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`

	// Number of schedules on all pages. Null if it was not requested, or if counting would require
	// reading every schedule.
	Total *int64 `json:"total,omitempty"`

	// Whether `total` is exact. False if counting stopped at its limit.
	TotalIsExact *bool `json:"total_is_exact,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s ScheduleList) MarshalJSON() ([]byte, error) { return marshalRecord(s) }

// SchedulePatch: Definition of a schedule, as its owner wrote it.
type SchedulePatch struct {
	// Action to send.
	Action *Patch[any] `json:"action,omitempty"`

	// Whether to accept a provider that no live node has. Default: false. Not stored.
	AllowUnknownProvider *Patch[bool] `json:"allow_unknown_provider,omitempty"`

	// Policy for missed occurrences.
	CatchUp *Patch[any] `json:"catch_up,omitempty"`

	// Cron expression: five fields, six with seconds first, or a macro such as `@daily`.
	Cron *Patch[string] `json:"cron,omitempty"`

	// Delivery guarantee after a crash between sending and recording.
	Delivery *Patch[Delivery] `json:"delivery,omitempty"`

	// Description for people.
	Description *Patch[string] `json:"description,omitempty"`

	// Names of several targets per period, each with its own occurrence. Default: one unnamed
	// target.
	Discriminators *Patch[[]string] `json:"discriminators,omitempty"`

	// Whether the schedule runs. False creates it paused, or pauses it together with the change;
	// true resumes a paused one. Default: true for a new schedule, unchanged otherwise.
	Enabled *Patch[bool] `json:"enabled,omitempty"`

	// History level: how much of each attempt is stored. Default: the level of the tenant, else of
	// the node.
	History *Patch[HistoryLevel] `json:"history,omitempty"`

	// Labels to select the schedule by.
	Labels *Patch[any] `json:"labels,omitempty"`

	// Maximum number of concurrent runs under `allow_all`. Default: no limit.
	MaxConcurrent *Patch[int64] `json:"max_concurrent,omitempty"`

	// Policy for runs that overlap.
	Overlap *Patch[OverlapPolicy] `json:"overlap,omitempty"`

	// Number of consecutive failures after which the schedule pauses itself. Default: never.
	PauseOnFailure *Patch[int64] `json:"pause_on_failure,omitempty"`

	// Priority among the tenant's due occurrences.
	Priority *Patch[Priority] `json:"priority,omitempty"`

	// Policy for retries of failed attempts.
	Retry *Patch[any] `json:"retry,omitempty"`

	// Object that the schedule belongs to. Holds select by it.
	Scope *Patch[any] `json:"scope,omitempty"`

	// Recurrence, time zone and bounds: when the schedule runs.
	Spec *Patch[any] `json:"spec,omitempty"`

	// Maximum start delay of a run. Default: no limit of its own; the catch-up window still
	// applies.
	StartDeadline *Patch[Duration] `json:"start_deadline,omitempty"`

	// Timeout of one attempt. Default: the timeout of the provider, if it has one.
	Timeout *Patch[Duration] `json:"timeout,omitempty"`

	// IANA time zone of the recurrence. Default: the server's time zone.
	Timezone *Patch[string] `json:"timezone,omitempty"`

	// Recurrence in plain English, or in any other notation: cron, RFC 5545 or an instant. A text
	// with two readings is rejected with both. The text may name the time zone.
	When *Patch[string] `json:"when,omitempty"`
}

// ScheduleSelector: Selects schedules: those that match all given fields, or those with the given
// IDs.
type ScheduleSelector struct {
	// Prefix of the schedule ID.
	IDPrefix *string `json:"id_prefix,omitempty"`

	// Schedule IDs, in this order. Cannot be combined with other fields. An ID that does not exist
	// is reported as refused.
	IDs []string `json:"ids,omitempty"`

	// Labels that the schedules must have.
	Labels map[string]string `json:"labels,omitempty"`

	// Provider of the action.
	Provider *string `json:"provider,omitempty"`

	// Comma-separated statuses. Default: the statuses that the action can change: `active` for
	// `pause`, `paused` for `resume`, and `active`, `paused` and `disabled` for `cancel`.
	Status *string `json:"status,omitempty"`

	// Text in the ID or the description, case-insensitive.
	Text *string `json:"text,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s ScheduleSelector) MarshalJSON() ([]byte, error) { return marshalRecord(s) }

// StatusChange: Change of a status.
type StatusChange struct {
	// Status after.
	To string `json:"to"`

	// Status before. Null for a new schedule.
	From *string `json:"from,omitempty"`
}

// StatusNote: Reason for a status.
type StatusNote struct {
	// Person, key or program that changed the status.
	By string `json:"by"`

	// The caller's note, or the error.
	Text *string `json:"text,omitempty"`

	// Time at which a pause ends by itself.
	Until *time.Time `json:"until,omitempty"`
}
