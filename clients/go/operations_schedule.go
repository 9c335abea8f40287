// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import (
	"context"
	"time"
)

var backfillSchedule = endpoint{
	id:        "backfillSchedule",
	method:    "POST",
	path:      "/v1/schedules/{id}/backfill",
	mediaType: "application/json",
}

// BackfillSchedule backfills a schedule.
//
// A backfill takes two requests. Without `confirm`, the response is a preview with a token that is
// valid for 10 minutes. The same request with the token in `confirm` starts the backfill. If the
// token was used, has expired or belongs to another request, or if the schedule has changed since,
// the request returns 409 (`not_confirmed`).
//
// An occurrence that is already in the ledger is not created again, even if an edit has since
// changed its period key. The occurrences run one after the other in nominal order; live
// occurrences go first. At most 10,000 occurrences per request, counting existing ones and every
// discriminator.
//
// Requires `backfill`.
func (c *Client) BackfillSchedule(ctx context.Context, id string, request BackfillRequest, options ...CallOption) (*BackfillResult, error) {
	return call[BackfillResult](ctx, c, &backfillSchedule, parts{path: []any{id}, body: request, options: options})
}

var getScheduleCalendarFile = endpoint{
	id:           "getScheduleCalendarFile",
	method:       "GET",
	path:         "/v1/schedules/{id}/calendar.ics",
	isRepeatable: true,
	isCacheable:  true,
}

// GetScheduleCalendarFileOptions are the options of [Client.GetScheduleCalendarFile]. A field
// without a value is not sent.
type GetScheduleCalendarFileOptions struct {
	// Number of occurrences. Default: 50. Maximum: 500.
	Count int64 `query:"count"`
}

// GetScheduleCalendarFile gets upcoming occurrences as an iCalendar file.
//
// Returns one event per occurrence, in UTC, so that every calendar application shows the same
// times. The file has no events while the schedule is paused or after it has ended. An occurrence
// keeps its UID in every version of the file. Default: 50 occurrences. Maximum: 500.
//
// Requires `viewer`.
func (c *Client) GetScheduleCalendarFile(ctx context.Context, id string, query *GetScheduleCalendarFileOptions, options ...CallOption) (string, error) {
	return callText(ctx, c, &getScheduleCalendarFile, parts{path: []any{id}, query: optional(query), options: options})
}

var cancelSchedule = endpoint{
	id:            "cancelSchedule",
	method:        "POST",
	path:          "/v1/schedules/{id}/cancel",
	mediaType:     "application/json",
	isConditional: true,
}

// CancelSchedule cancels a schedule.
//
// Stops the schedule permanently. Planned occurrences are skipped, and running ones are asked to
// stop. The history is kept. With `If-Match`, the schedule is canceled only if its revision
// matches; otherwise the request returns 412.
//
// Requires `operator`.
func (c *Client) CancelSchedule(ctx context.Context, id string, request *CancelRequest, options ...CallOption) (*Schedule, error) {
	return call[Schedule](ctx, c, &cancelSchedule, parts{path: []any{id}, body: optional(request), options: options})
}

var countScheduleRunsByDay = endpoint{
	id:           "countScheduleRunsByDay",
	method:       "GET",
	path:         "/v1/schedules/{id}/days",
	isRepeatable: true,
}

// CountScheduleRunsByDayOptions are the options of [Client.CountScheduleRunsByDay]. A field without
// a value is not sent.
type CountScheduleRunsByDayOptions struct {
	// Start of the range, inclusive, by nominal time. Default: 371 days before `until`. Maximum:
	// 400 days before `until`.
	From time.Time `query:"from"`

	// End of the range, exclusive. Default: now.
	Until time.Time `query:"until"`

	// Time zone of the days. Default: the schedule's time zone.
	Zone string `query:"zone"`
}

// CountScheduleRunsByDay counts the occurrences of a schedule by day.
//
// By nominal time. Occurrences are read from the newest on, at most 20,000 and for at most 3
// seconds; beyond that, `counted_since` is the time from which the counts are complete.
//
// Requires `viewer`.
func (c *Client) CountScheduleRunsByDay(ctx context.Context, id string, query *CountScheduleRunsByDayOptions, options ...CallOption) (*DailyCounts, error) {
	return call[DailyCounts](ctx, c, &countScheduleRunsByDay, parts{path: []any{id}, query: optional(query), options: options})
}

var fireSchedule = endpoint{
	id:        "fireSchedule",
	method:    "POST",
	path:      "/v1/schedules/{id}/fire",
	mediaType: "application/json",
	takesKey:  true,
}

// FireSchedule runs a schedule now.
//
// Starts one manual run, in addition to the schedule and without changing it. This also works while
// the schedule is paused. A repeated request with the same `Idempotency-Key` returns the same
// occurrence. If it names another payload than the first one, it returns 409
// (`idempotency_key_reused`).
//
// Requires `fire`. Also requires `command` if the request can start a program.
func (c *Client) FireSchedule(ctx context.Context, id string, request *FireRequest, options ...CallOption) (*FireResult, error) {
	return call[FireResult](ctx, c, &fireSchedule, parts{path: []any{id}, body: optional(request), options: options})
}

var listScheduleGaps = endpoint{
	id:           "listScheduleGaps",
	method:       "GET",
	path:         "/v1/schedules/{id}/gaps",
	isRepeatable: true,
}

// ListScheduleGapsOptions are the options of [Client.ListScheduleGaps]. A field without a value is
// not sent.
type ListScheduleGapsOptions struct {
	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListScheduleGaps lists the gaps of a schedule.
//
// Newest first. Many missed occurrences are recorded as one gap instead of one occurrence each.
// Page size: 50 by default, at most 500.
//
// Requires `viewer`.
func (c *Client) ListScheduleGaps(ctx context.Context, id string, query *ListScheduleGapsOptions, options ...CallOption) *Listing[OccurrenceGapList, OccurrenceGap] {
	return pages(ctx, c, &listScheduleGaps, parts{path: []any{id}, query: optional(query), options: options}, func(page *OccurrenceGapList) ([]OccurrenceGap, *string) {
		return page.Items, page.NextCursor
	})
}

var listNextOccurrences = endpoint{
	id:           "listNextOccurrences",
	method:       "GET",
	path:         "/v1/schedules/{id}/next",
	isRepeatable: true,
}

// ListNextOccurrencesOptions are the options of [Client.ListNextOccurrences]. A field without a
// value is not sent.
type ListNextOccurrencesOptions struct {
	// Number of occurrences. Default: 10. Maximum: 1,000.
	Count int64 `query:"count"`
}

// ListNextOccurrences lists the next occurrences of a schedule.
//
// Returns 10 times by default, at most 1,000.
//
// Requires `viewer`.
func (c *Client) ListNextOccurrences(ctx context.Context, id string, query *ListNextOccurrencesOptions, options ...CallOption) (*NextOccurrences, error) {
	return call[NextOccurrences](ctx, c, &listNextOccurrences, parts{path: []any{id}, query: optional(query), options: options})
}

var pauseSchedule = endpoint{
	id:            "pauseSchedule",
	method:        "POST",
	path:          "/v1/schedules/{id}/pause",
	mediaType:     "application/json",
	isConditional: true,
}

// PauseSchedule pauses a schedule.
//
// The schedule stays paused until it is resumed, or until `until`. Occurrences due during the pause
// are skipped. Pausing a paused schedule changes the note and the end of the pause. With
// `If-Match`, the schedule is paused only if its revision matches; otherwise the request returns
// 412.
//
// Requires `operator`.
func (c *Client) PauseSchedule(ctx context.Context, id string, request *PauseRequest, options ...CallOption) (*Schedule, error) {
	return call[Schedule](ctx, c, &pauseSchedule, parts{path: []any{id}, body: optional(request), options: options})
}

var resumeSchedule = endpoint{
	id:            "resumeSchedule",
	method:        "POST",
	path:          "/v1/schedules/{id}/resume",
	mediaType:     "application/json",
	isConditional: true,
}

// ResumeSchedule resumes a schedule.
//
// Resuming an active schedule changes nothing. With `If-Match`, the schedule is resumed only if its
// revision matches; otherwise the request returns 412.
//
// Requires `operator`.
func (c *Client) ResumeSchedule(ctx context.Context, id string, request *ResumeRequest, options ...CallOption) (*Schedule, error) {
	return call[Schedule](ctx, c, &resumeSchedule, parts{path: []any{id}, body: optional(request), options: options})
}

var listScheduleRevisions = endpoint{
	id:           "listScheduleRevisions",
	method:       "GET",
	path:         "/v1/schedules/{id}/revisions",
	isRepeatable: true,
}

// ListScheduleRevisionsOptions are the options of [Client.ListScheduleRevisions]. A field without a
// value is not sent.
type ListScheduleRevisionsOptions struct {
	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListScheduleRevisions lists the revisions of a schedule.
//
// Newest first. Page size: 50 by default, at most 500.
//
// Requires `viewer`.
func (c *Client) ListScheduleRevisions(ctx context.Context, id string, query *ListScheduleRevisionsOptions, options ...CallOption) *Listing[RevisionList, Revision] {
	return pages(ctx, c, &listScheduleRevisions, parts{path: []any{id}, query: optional(query), options: options}, func(page *RevisionList) ([]Revision, *string) {
		return page.Items, page.NextCursor
	})
}

var getScheduleRevision = endpoint{
	id:           "getScheduleRevision",
	method:       "GET",
	path:         "/v1/schedules/{id}/revisions/{revision}",
	isRepeatable: true,
}

// GetScheduleRevision gets a revision of a schedule.
//
// Includes the definition in effect at that revision, even if an earlier change introduced it.
//
// Requires `viewer`.
func (c *Client) GetScheduleRevision(ctx context.Context, id string, revision int64, options ...CallOption) (*Revision, error) {
	return call[Revision](ctx, c, &getScheduleRevision, parts{path: []any{id, revision}, options: options})
}

var rollbackSchedule = endpoint{
	id:            "rollbackSchedule",
	method:        "POST",
	path:          "/v1/schedules/{id}/revisions/{revision}/rollback",
	isConditional: true,
}

// RollbackSchedule rolls back a schedule to a revision.
//
// Saves the definition of that revision as a new revision, like any other edit. A paused schedule
// stays paused. If the stored definition cannot be read, the request returns 409 (`damaged`). With
// `If-Match`, the schedule is changed only if its revision matches; otherwise the request returns
// 412.
//
// Requires `editor`. Also requires `command` if the request can start a program.
func (c *Client) RollbackSchedule(ctx context.Context, id string, revision int64, options ...CallOption) (*Schedule, error) {
	return call[Schedule](ctx, c, &rollbackSchedule, parts{path: []any{id, revision}, options: options})
}

var listScheduleRuns = endpoint{
	id:           "listScheduleRuns",
	method:       "GET",
	path:         "/v1/schedules/{id}/runs",
	isRepeatable: true,
}

// ListScheduleRunsOptions are the options of [Client.ListScheduleRuns]. A field without a value is
// not sent.
type ListScheduleRunsOptions struct {
	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListScheduleRuns lists the runs of a schedule.
//
// Lists the occurrences of the schedule, newest first, including planned ones. Page size: 50 by
// default, at most 500.
//
// Requires `viewer`.
func (c *Client) ListScheduleRuns(ctx context.Context, id string, query *ListScheduleRunsOptions, options ...CallOption) *Listing[OccurrenceList, Occurrence] {
	return pages(ctx, c, &listScheduleRuns, parts{path: []any{id}, query: optional(query), options: options}, func(page *OccurrenceList) ([]Occurrence, *string) {
		return page.Items, page.NextCursor
	})
}

var explainSchedule = endpoint{
	id:           "explainSchedule",
	method:       "GET",
	path:         "/v1/schedules/{id}/why",
	isRepeatable: true,
}

// ExplainSchedule explains a schedule at a time.
//
// Explains why the schedule did or did not run at a given time, from the recurrence in effect then
// and from the ledger. Only callers with the permission `audit` see who requested an occurrence.
//
// Requires `viewer`.
func (c *Client) ExplainSchedule(ctx context.Context, id string, at time.Time, options ...CallOption) (*Explanation, error) {
	return call[Explanation](ctx, c, &explainSchedule, parts{path: []any{id}, required: map[string]any{"at": at}, options: options})
}
