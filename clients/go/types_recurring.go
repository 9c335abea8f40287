// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import (
	"encoding/json"
	"time"
)

// ActionTemplate: Action that is dispatched at each execution.
type ActionTemplate struct {
	// Name of the provider that delivers the action.
	Provider string `json:"provider"`

	// Type of the action, for dispatch rules and receivers.
	ActionType string `json:"action_type"`

	// JSON object for the provider.
	Payload json.RawMessage `json:"payload"`

	// Metadata of every dispatched action.
	Metadata map[string]string `json:"metadata"`

	// Deduplication key: actions with the same key are sent once.
	DedupKey *string `json:"dedup_key,omitempty"`

	// Address in the provider's own terms. Null if there is none.
	Target *string `json:"target,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a ActionTemplate) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// CreateRecurringRequest: A new recurring action.
type CreateRecurringRequest struct {
	// Namespace of the tenant.
	Namespace string `json:"namespace"`

	// Tenant that owns the recurring action.
	Tenant string `json:"tenant"`

	// Cron expression: five fields, six with seconds first, or seven with the year last.
	CronExpr string `json:"cron_expr"`

	// Name of the provider that delivers the action.
	Provider string `json:"provider"`

	// Type of the action, for dispatch rules and receivers.
	ActionType string `json:"action_type"`

	// JSON object for the provider.
	Payload any `json:"payload"`

	// Deduplication key: actions with the same key are sent once. The placeholders
	// `{{recurring_id}}` and `{{execution_time}}` are replaced.
	DedupKey *string `json:"dedup_key,omitempty"`

	// Description for people.
	Description *string `json:"description,omitempty"`

	// Whether the recurring action is active. Default: true.
	Enabled *bool `json:"enabled,omitempty"`

	// End: no execution at or after this time.
	EndsAt *time.Time `json:"ends_at,omitempty"`

	// Labels, for selecting recurring actions.
	Labels map[string]string `json:"labels,omitempty"`

	// Maximum number of executions. Default: no limit.
	MaxExecutions *int64 `json:"max_executions,omitempty"`

	// Metadata of every dispatched action.
	Metadata map[string]string `json:"metadata,omitempty"`

	// Policy for an execution that is due while an earlier one is still running. Default:
	// `allow_all`.
	OverlapPolicy OverlapPolicy `json:"overlap_policy,omitempty"`

	// Address in the provider's own terms: a URL for `webhook`, a queue for `queue`. Default: the
	// provider's default, which is the configured URL for `webhook`, and `action_type` for
	// providers whose target is a name.
	Target *string `json:"target,omitempty"`

	// IANA time zone. Default: UTC.
	Timezone *string `json:"timezone,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (c CreateRecurringRequest) MarshalJSON() ([]byte, error) { return marshalRecord(c) }

// CreateRecurringResult: The created recurring action.
type CreateRecurringResult struct {
	// Recurring action ID.
	RecurringID string `json:"recurring_id"`

	// Cron expression.
	CronExpr string `json:"cron_expr"`

	// IANA time zone.
	Timezone string `json:"timezone"`

	// Whether the recurring action is active.
	Enabled bool `json:"enabled"`

	// Time of the first execution. Null if the recurring action is not active.
	NextExecution *time.Time `json:"next_execution,omitempty"`

	// Warnings about settings that are probably not intended. Omitted if there are none.
	Warnings []Warning `json:"warnings,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (c CreateRecurringResult) MarshalJSON() ([]byte, error) { return marshalRecord(c) }

// RecurringAction: A recurring action.
type RecurringAction struct {
	// Recurring action ID.
	ID string `json:"id"`

	// Namespace of the tenant.
	Namespace string `json:"namespace"`

	// Tenant that owns the recurring action.
	Tenant string `json:"tenant"`

	// Cron expression.
	CronExpr string `json:"cron_expr"`

	// IANA time zone.
	Timezone string `json:"timezone"`

	// Whether the recurring action is active.
	Enabled bool `json:"enabled"`

	// Status: `active`, `paused`, `completed` (the end or the maximum number of executions is
	// reached), `canceled`, or `disabled` (the definition cannot be used).
	Status string `json:"status"`

	// Action that is dispatched at each execution.
	ActionTemplate ActionTemplate `json:"action_template"`

	// Time of creation.
	CreatedAt time.Time `json:"created_at"`

	// Time of the last update.
	UpdatedAt time.Time `json:"updated_at"`

	// Policy for an execution that is due while an earlier one is still running.
	OverlapPolicy OverlapPolicy `json:"overlap_policy"`

	// Number of executions that succeeded.
	ExecutionCount int64 `json:"execution_count"`

	// Labels, for selecting recurring actions.
	Labels map[string]string `json:"labels"`

	// Description for people.
	Description *string `json:"description,omitempty"`

	// End: no execution at or after this time. Null if there is none.
	EndsAt *time.Time `json:"ends_at,omitempty"`

	// Start time of the last execution. Null if there was none. Skipped occurrences do not count.
	LastExecutedAt *time.Time `json:"last_executed_at,omitempty"`

	// Occurrence ID of the last execution.
	LastExecutionID *int64 `json:"last_execution_id,omitempty"`

	// Maximum number of executions. Null if there is no limit.
	MaxExecutions *int64 `json:"max_executions,omitempty"`

	// Time of the next execution. Null if the recurring action is not active.
	NextExecutionAt *time.Time `json:"next_execution_at,omitempty"`

	// Warnings about settings that are probably not intended. Only in responses to an update.
	// Omitted if there are none.
	Warnings []Warning `json:"warnings,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (r RecurringAction) MarshalJSON() ([]byte, error) { return marshalRecord(r) }

// RecurringBackfillRequest: A past range to backfill.
type RecurringBackfillRequest struct {
	// Start of the range, inclusive.
	Start time.Time `json:"start"`

	// End of the range, inclusive. Must not be in the future.
	End time.Time `json:"end"`

	// Maximum number of executions, from the start of the range. Default: 500. Maximum: 500. The
	// server may be configured with a lower limit, which is then also the default.
	Limit *int64 `json:"limit,omitempty"`
}

// RecurringBackfillResult: Result of a backfill.
type RecurringBackfillResult struct {
	// Recurring action ID.
	RecurringID string `json:"recurring_id"`

	// Number of executions that were created.
	Created int64 `json:"created"`

	// Number of skipped executions that run now.
	Reopened int64 `json:"reopened"`

	// Number of existing executions that stay as they are.
	Unchanged int64 `json:"unchanged"`

	// Whether the range has more executions than `limit`.
	Truncated bool `json:"truncated"`

	// Executions of the range in order of time. New ones are `planned`; the history shows their
	// outcome.
	Executions []RecurringExecution `json:"executions"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (r RecurringBackfillResult) MarshalJSON() ([]byte, error) { return marshalRecord(r) }

// RecurringExecution: One execution.
type RecurringExecution struct {
	// Occurrence ID.
	ID int64 `json:"id"`

	// Scheduled time.
	ScheduledAt time.Time `json:"scheduled_at"`

	// Outcome: `planned`, `running`, `succeeded`, `skipped` or `failed`.
	Outcome string `json:"outcome"`

	// Number of attempts.
	Attempts int64 `json:"attempts"`

	// End time. Null while the execution is planned or running.
	EndedAt *time.Time `json:"ended_at,omitempty"`

	// Error message.
	Error *string `json:"error,omitempty"`

	// Start time of the last attempt. Null if the execution never started.
	ExecutedAt *time.Time `json:"executed_at,omitempty"`

	// Reason, if the execution was skipped or failed.
	Reason *string `json:"reason,omitempty"`
}

// RecurringHistory: The latest executions of a recurring action.
type RecurringHistory struct {
	// Executions, latest first.
	History []RecurringExecution `json:"history"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (r RecurringHistory) MarshalJSON() ([]byte, error) { return marshalRecord(r) }

// RecurringList: A page of recurring actions.
type RecurringList struct {
	// Recurring actions, in order of ID.
	RecurringActions []RecurringSummary `json:"recurring_actions"`

	// Number of recurring actions on this page.
	Count int64 `json:"count"`

	// Cursor of the next page. Absent on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`

	// Number of recurring actions on all pages. Null if it was not requested.
	Total *int64 `json:"total,omitempty"`

	// False if there are more than `total`, because counting stopped after 10,000 schedules.
	TotalIsExact *bool `json:"total_is_exact,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (r RecurringList) MarshalJSON() ([]byte, error) { return marshalRecord(r) }

// RecurringState: State of a recurring action after it was paused or resumed.
type RecurringState struct {
	// Recurring action ID.
	ID string `json:"id"`

	// Whether the recurring action is active.
	Enabled bool `json:"enabled"`

	// Time of the next execution. Null if the recurring action is not active.
	NextExecutionAt *time.Time `json:"next_execution_at,omitempty"`
}

// RecurringSummary: A recurring action in a list.
type RecurringSummary struct {
	// Recurring action ID.
	ID string `json:"id"`

	// Cron expression.
	CronExpr string `json:"cron_expr"`

	// IANA time zone.
	Timezone string `json:"timezone"`

	// Whether the recurring action is active.
	Enabled bool `json:"enabled"`

	// Status: `active`, `paused`, `completed`, `canceled` or `disabled`.
	Status string `json:"status"`

	// Name of the provider that delivers the action.
	Provider string `json:"provider"`

	// Type of the action, for dispatch rules and receivers.
	ActionType string `json:"action_type"`

	// Number of executions that succeeded.
	ExecutionCount int64 `json:"execution_count"`

	// Time of creation.
	CreatedAt time.Time `json:"created_at"`

	// Labels, for selecting recurring actions.
	Labels map[string]string `json:"labels"`

	// Description for people.
	Description *string `json:"description,omitempty"`

	// Start time of the last execution. Null if there was none.
	LastExecutedAt *time.Time `json:"last_executed_at,omitempty"`

	// Time of the next execution. Null if the recurring action is not active.
	NextExecutionAt *time.Time `json:"next_execution_at,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (r RecurringSummary) MarshalJSON() ([]byte, error) { return marshalRecord(r) }

// UpdateRecurringRequest: A partial update. Absent fields stay as they are; null restores the
// default of a field that has one.
type UpdateRecurringRequest struct {
	// Type of the action.
	ActionType *string `json:"action_type,omitempty"`

	// Cron expression, in the cron dialect of the recurring action.
	CronExpr *string `json:"cron_expr,omitempty"`

	// Deduplication key: actions with the same key are sent once. Null: no key.
	DedupKey *Patch[string] `json:"dedup_key,omitempty"`

	// Description for people. Null: none.
	Description *Patch[string] `json:"description,omitempty"`

	// Whether the recurring action is active.
	Enabled *bool `json:"enabled,omitempty"`

	// End: no execution at or after this time. Null: no end.
	EndsAt *Patch[time.Time] `json:"ends_at,omitempty"`

	// Labels, for selecting recurring actions. Null: none.
	Labels *Patch[map[string]string] `json:"labels,omitempty"`

	// Maximum number of executions. Null: no limit.
	MaxExecutions *Patch[int64] `json:"max_executions,omitempty"`

	// Metadata of every dispatched action. Null: none.
	Metadata *Patch[map[string]string] `json:"metadata,omitempty"`

	// Policy for an execution that is due while an earlier one is still running.
	OverlapPolicy OverlapPolicy `json:"overlap_policy,omitempty"`

	// JSON object for the provider.
	Payload any `json:"payload,omitempty"`

	// Name of the provider that delivers the action.
	Provider *string `json:"provider,omitempty"`

	// Address in the provider's own terms. Null: the provider's default.
	Target *Patch[string] `json:"target,omitempty"`

	// IANA time zone. Null: UTC.
	Timezone *Patch[string] `json:"timezone,omitempty"`
}
