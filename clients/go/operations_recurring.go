// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "context"

var listRecurringActions = endpoint{
	id:           "listRecurringActions",
	method:       "GET",
	path:         "/v1/recurring",
	isRepeatable: true,
}

// ListRecurringActionsOptions are the options of [Client.ListRecurringActions]. A field without a
// value is not sent.
type ListRecurringActionsOptions struct {
	// Whether to list only active (`true`) or only inactive (`false`) recurring actions. Default:
	// both.
	Enabled *bool `query:"enabled"`

	// Comma-separated labels, such as `team:billing,tier:1`. Recurring actions must have all of
	// them.
	Labels string `query:"labels"`

	// Page size. Default: 100. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`

	// Whether to count all recurring actions. Default: true.
	Total *bool `query:"total"`
}

// ListRecurringActions lists recurring actions.
//
// In order of ID. Schedules whose recurrence is not a cron expression are not included. Page size:
// 100 by default, at most 500.
//
// Requires `viewer`.
func (c *Client) ListRecurringActions(ctx context.Context, namespace string, tenant string, query *ListRecurringActionsOptions, options ...CallOption) *Listing[RecurringList, RecurringSummary] {
	return pages(ctx, c, &listRecurringActions, parts{required: map[string]any{"namespace": namespace, "tenant": tenant}, query: optional(query), options: options}, func(page *RecurringList) ([]RecurringSummary, *string) {
		return page.RecurringActions, page.NextCursor
	})
}

var createRecurringAction = endpoint{
	id:        "createRecurringAction",
	method:    "POST",
	path:      "/v1/recurring",
	mediaType: "application/json",
	takesKey:  true,
}

// CreateRecurringAction creates a recurring action.
//
// Recurring actions do not catch up after downtime, are not retried, and may overlap. By default, a
// recurring action is enabled, in the time zone UTC, and has neither an end nor a maximum number of
// executions.
//
// A repeated request with the same `Idempotency-Key` returns the recurring action that the first
// one created. If that one has changed since, the request returns 409 (`idempotency_key_reused`).
//
// Requires `editor`. Also requires `command` if the request can start a program.
func (c *Client) CreateRecurringAction(ctx context.Context, request CreateRecurringRequest, options ...CallOption) (*CreateRecurringResult, error) {
	return call[CreateRecurringResult](ctx, c, &createRecurringAction, parts{body: request, options: options})
}

var getRecurringAction = endpoint{
	id:           "getRecurringAction",
	method:       "GET",
	path:         "/v1/recurring/{id}",
	isRepeatable: true,
}

// GetRecurringAction gets a recurring action.
//
// Returns the recurring action with its totals and the times of its last and next executions.
//
// Requires `viewer`.
func (c *Client) GetRecurringAction(ctx context.Context, id string, namespace string, tenant string, options ...CallOption) (*RecurringAction, error) {
	return call[RecurringAction](ctx, c, &getRecurringAction, parts{path: []any{id}, required: map[string]any{"namespace": namespace, "tenant": tenant}, options: options})
}

var updateRecurringAction = endpoint{
	id:            "updateRecurringAction",
	method:        "PUT",
	path:          "/v1/recurring/{id}",
	mediaType:     "application/json",
	isRepeatable:  true,
	isConditional: true,
}

// UpdateRecurringAction updates a recurring action.
//
// Absent fields stay as they are. Null removes the value of an optional field; the time zone
// becomes UTC. Concurrent updates are merged, unless `If-Match` names the revision to change.
// `updated_at` changes even if nothing else does.
//
// Requires `editor`. Also requires `command` if the request can start a program.
func (c *Client) UpdateRecurringAction(ctx context.Context, id string, namespace string, tenant string, request UpdateRecurringRequest, options ...CallOption) (*RecurringAction, error) {
	return call[RecurringAction](ctx, c, &updateRecurringAction, parts{path: []any{id}, required: map[string]any{"namespace": namespace, "tenant": tenant}, body: request, options: options})
}

var deleteRecurringAction = endpoint{
	id:            "deleteRecurringAction",
	method:        "DELETE",
	path:          "/v1/recurring/{id}",
	isRepeatable:  true,
	isConditional: true,
}

// DeleteRecurringAction deletes a recurring action.
//
// Its history is kept until retention removes it.
//
// Requires `editor`.
func (c *Client) DeleteRecurringAction(ctx context.Context, id string, namespace string, tenant string, options ...CallOption) error {
	return callNothing(ctx, c, &deleteRecurringAction, parts{path: []any{id}, required: map[string]any{"namespace": namespace, "tenant": tenant}, options: options})
}

var backfillRecurringAction = endpoint{
	id:        "backfillRecurringAction",
	method:    "POST",
	path:      "/v1/recurring/{id}/backfill",
	mediaType: "application/json",
}

// BackfillRecurringAction backfills a recurring action.
//
// Creates the missing executions of a past range and runs them after all current work. A repeated
// request creates no duplicates. At most 500 executions per request.
//
// Requires `backfill`.
func (c *Client) BackfillRecurringAction(ctx context.Context, id string, namespace string, tenant string, request RecurringBackfillRequest, options ...CallOption) (*RecurringBackfillResult, error) {
	return call[RecurringBackfillResult](ctx, c, &backfillRecurringAction, parts{path: []any{id}, required: map[string]any{"namespace": namespace, "tenant": tenant}, body: request, options: options})
}

var getRecurringActionHistory = endpoint{
	id:           "getRecurringActionHistory",
	method:       "GET",
	path:         "/v1/recurring/{id}/history",
	isRepeatable: true,
}

// GetRecurringActionHistoryOptions are the options of [Client.GetRecurringActionHistory]. A field
// without a value is not sent.
type GetRecurringActionHistoryOptions struct {
	// Number of executions. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`
}

// GetRecurringActionHistory gets the execution history of a recurring action.
//
// Latest executions first, with their times and outcomes.
//
// Requires `viewer`.
func (c *Client) GetRecurringActionHistory(ctx context.Context, id string, namespace string, tenant string, query *GetRecurringActionHistoryOptions, options ...CallOption) (*RecurringHistory, error) {
	return call[RecurringHistory](ctx, c, &getRecurringActionHistory, parts{path: []any{id}, required: map[string]any{"namespace": namespace, "tenant": tenant}, query: optional(query), options: options})
}

var pauseRecurringAction = endpoint{
	id:            "pauseRecurringAction",
	method:        "POST",
	path:          "/v1/recurring/{id}/pause",
	isConditional: true,
}

// PauseRecurringAction pauses a recurring action.
//
// Pausing a paused recurring action changes nothing.
//
// Requires `operator`.
func (c *Client) PauseRecurringAction(ctx context.Context, id string, namespace string, tenant string, options ...CallOption) (*RecurringState, error) {
	return call[RecurringState](ctx, c, &pauseRecurringAction, parts{path: []any{id}, required: map[string]any{"namespace": namespace, "tenant": tenant}, options: options})
}

var resumeRecurringAction = endpoint{
	id:            "resumeRecurringAction",
	method:        "POST",
	path:          "/v1/recurring/{id}/resume",
	isConditional: true,
}

// ResumeRecurringAction resumes a recurring action.
//
// The next execution is the first one after now; executions missed during the pause do not run.
//
// Requires `operator`.
func (c *Client) ResumeRecurringAction(ctx context.Context, id string, namespace string, tenant string, options ...CallOption) (*RecurringState, error) {
	return call[RecurringState](ctx, c, &resumeRecurringAction, parts{path: []any{id}, required: map[string]any{"namespace": namespace, "tenant": tenant}, options: options})
}
