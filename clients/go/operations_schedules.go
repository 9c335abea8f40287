// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "context"

var applyDocuments = endpoint{
	id:        "applyDocuments",
	method:    "POST",
	path:      "/v1/apply",
	mediaType: "application/json",
}

// ApplyDocuments applies documents.
//
// Creates and updates schedules, calendars, dispatch rules, holds, quotas and alerts, or deletes
// those with `"delete": true`. A document that is already as stated changes nothing, so the request
// can be repeated. Each document is changed on its own, with the caller and the request ID in its
// audit entry, and the response reports the result of each: a document that is refused has a
// `problem` and does not stop the others. With `if_revision`, a document is changed only if it
// still has that revision. A dry run changes nothing, needs the permissions of a preview, and
// reports for each changed schedule which occurrences would be added, removed and moved. The
// request begins no document after ten seconds; the rest is reported as `pending`.
//
// Requires `viewer`. Also requires `editor` for some requests. Also requires `operator` for some
// requests. Also requires `command` if the request can start a program.
func (c *Client) ApplyDocuments(ctx context.Context, request ApplyRequest, options ...CallOption) (*ApplyResult, error) {
	return call[ApplyResult](ctx, c, &applyDocuments, parts{body: request, options: options})
}

var listSchedules = endpoint{
	id:           "listSchedules",
	method:       "GET",
	path:         "/v1/schedules",
	isRepeatable: true,
}

// ListSchedulesOptions are the options of [Client.ListSchedules]. A field without a value is not
// sent.
type ListSchedulesOptions struct {
	// Comma-separated statuses, such as `active,paused`. Default: all except deleted.
	Status string `query:"status"`

	// Comma-separated labels, such as `team:billing,tier:1`. Schedules must have all of them.
	Label string `query:"label"`

	// Prefix of the schedule ID.
	IDPrefix string `query:"id_prefix"`

	// Provider of the action.
	Provider string `query:"provider"`

	// Text in the ID or the description, case-insensitive.
	Text string `query:"text"`

	// Whether to count all schedules. Default: false.
	Total *bool `query:"total"`

	// Number of latest completed runs to include for each schedule. Default: none. Maximum: 20.
	Recent int64 `query:"recent"`

	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListSchedules lists schedules.
//
// In order of ID. Page size: 50 by default, at most 500.
//
// With `label`, `provider` or `text`, a page searches at most 1,000 schedules; with `status`, at
// most 4,000. A page may then have fewer items than `limit`, or none, and still have a
// `next_cursor`. Only a page without a `next_cursor` is the last.
//
// `total=true` counts up to 10,000 schedules, by status if `status` is given; with other filters,
// `total` is null. `recent=20` adds the latest completed runs of each schedule; in a very long
// ledger, only recent ones are found.
//
// Requires `viewer`.
func (c *Client) ListSchedules(ctx context.Context, query *ListSchedulesOptions, options ...CallOption) *Listing[ScheduleList, Schedule] {
	return pages(ctx, c, &listSchedules, parts{query: optional(query), options: options}, func(page *ScheduleList) ([]Schedule, *string) {
		return page.Items, page.NextCursor
	})
}

var createSchedule = endpoint{
	id:        "createSchedule",
	method:    "POST",
	path:      "/v1/schedules",
	mediaType: "application/json",
	takesKey:  true,
}

// CreateSchedule creates a schedule.
//
// If `id` is absent, an ID is generated. A repeated request with the same `Idempotency-Key` returns
// the schedule that the first one created. If the ID is already in use, the request returns 409
// (`exists`). The response shows the next occurrences, so that the recurrence can be checked.
//
// Requires `editor`. Also requires `command` if the request can start a program.
func (c *Client) CreateSchedule(ctx context.Context, schedule NewSchedule, options ...CallOption) (*Schedule, error) {
	return call[Schedule](ctx, c, &createSchedule, parts{body: schedule, options: options})
}

var bulkChangeSchedules = endpoint{
	id:        "bulkChangeSchedules",
	method:    "POST",
	path:      "/v1/schedules/bulk",
	mediaType: "application/json",
}

// BulkChangeSchedules pauses, resumes or cancels many schedules.
//
// With `dry_run`, the response lists the schedules that would be changed. Each schedule is changed
// on its own, with the caller in its audit entry, and the response reports the result of each. If
// the response has a `next_cursor`, repeat the request with it as `cursor`. As with lists, a
// request may find few schedules and still return a cursor. At most 1,000 schedules per request.
//
// Requires `operator`.
func (c *Client) BulkChangeSchedules(ctx context.Context, request BulkRequest, options ...CallOption) (*BulkResult, error) {
	return call[BulkResult](ctx, c, &bulkChangeSchedules, parts{body: request, options: options})
}

var previewSchedule = endpoint{
	id:           "previewSchedule",
	method:       "POST",
	path:         "/v1/schedules/preview",
	mediaType:    "application/json",
	isRepeatable: true,
}

// PreviewSchedule previews a schedule.
//
// The body is a definition as it would be saved, with these additional fields: `against` (ID of a
// stored schedule to compare with), `from` (start time; default: now), `count` (number of
// occurrences; default: 10, maximum: 100), `days` (days to compare; default: 30, maximum: 366) and
// `zone` (second time zone to show times in). A definition that would be rejected on creation is
// rejected here, too. Nothing is written.
//
// Requires `viewer`. Also requires `command` if the request can start a program.
func (c *Client) PreviewSchedule(ctx context.Context, request PreviewRequest, options ...CallOption) (*SchedulePreview, error) {
	return call[SchedulePreview](ctx, c, &previewSchedule, parts{body: request, options: options})
}

var getSchedule = endpoint{
	id:           "getSchedule",
	method:       "GET",
	path:         "/v1/schedules/{id}",
	isRepeatable: true,
	isCacheable:  true,
}

// GetSchedule gets a schedule.
//
// Returns the schedule with its definition, status, counters and next occurrence.
//
// Requires `viewer`.
func (c *Client) GetSchedule(ctx context.Context, id string, options ...CallOption) (*Schedule, error) {
	return call[Schedule](ctx, c, &getSchedule, parts{path: []any{id}, options: options})
}

var putSchedule = endpoint{
	id:            "putSchedule",
	method:        "PUT",
	path:          "/v1/schedules/{id}",
	mediaType:     "application/json",
	isRepeatable:  true,
	isConditional: true,
	isCreating:    true,
}

// PutSchedule creates or replaces a schedule.
//
// The caller chooses the ID. Saving the same definition again changes nothing. With `If-Match`, the
// schedule is replaced only if its revision matches; with `If-None-Match: *`, it is only created.
// Otherwise the request returns 412.
//
// Requires `editor`. Also requires `command` if the request can start a program.
func (c *Client) PutSchedule(ctx context.Context, id string, definition ScheduleDefinition, options ...CallOption) (*Schedule, error) {
	return call[Schedule](ctx, c, &putSchedule, parts{path: []any{id}, body: definition, options: options})
}

var updateSchedule = endpoint{
	id:            "updateSchedule",
	method:        "PATCH",
	path:          "/v1/schedules/{id}",
	mediaType:     "application/merge-patch+json",
	isConditional: true,
}

// UpdateSchedule updates a schedule.
//
// The body is a JSON merge patch (RFC 7396): absent fields stay as they are, and null restores the
// default. A recurrence is replaced as a whole. With `If-Match`, the schedule is updated only if
// its revision matches; otherwise the request returns 412.
//
// Requires `editor`. Also requires `command` if the request can start a program.
func (c *Client) UpdateSchedule(ctx context.Context, id string, patch SchedulePatch, options ...CallOption) (*Schedule, error) {
	return call[Schedule](ctx, c, &updateSchedule, parts{path: []any{id}, body: patch, options: options})
}

var deleteSchedule = endpoint{
	id:            "deleteSchedule",
	method:        "DELETE",
	path:          "/v1/schedules/{id}",
	isRepeatable:  true,
	isConditional: true,
}

// DeleteSchedule deletes a schedule.
//
// Planned occurrences are skipped, and running ones are asked to stop. The history is kept until
// retention removes it. With `If-Match`, the schedule is deleted only if its revision matches;
// otherwise the request returns 412.
//
// Requires `editor`.
func (c *Client) DeleteSchedule(ctx context.Context, id string, options ...CallOption) error {
	return callNothing(ctx, c, &deleteSchedule, parts{path: []any{id}, options: options})
}
