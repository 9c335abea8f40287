// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "context"

var listCalendars = endpoint{
	id:           "listCalendars",
	method:       "GET",
	path:         "/v1/calendars",
	isRepeatable: true,
}

// ListCalendarsOptions are the options of [Client.ListCalendars]. A field without a value is not
// sent.
type ListCalendarsOptions struct {
	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListCalendars lists calendars.
//
// In order of name. Page size: 50 by default, at most 500.
//
// Requires `viewer`.
func (c *Client) ListCalendars(ctx context.Context, query *ListCalendarsOptions, options ...CallOption) *Listing[CalendarList, StoredCalendar] {
	return pages(ctx, c, &listCalendars, parts{query: optional(query), options: options}, func(page *CalendarList) ([]StoredCalendar, *string) {
		return page.Items, page.NextCursor
	})
}

var getCalendar = endpoint{
	id:           "getCalendar",
	method:       "GET",
	path:         "/v1/calendars/{name}",
	isRepeatable: true,
	isCacheable:  true,
}

// GetCalendar gets a calendar.
//
// Returns the calendar with its version: its days off and its weekend.
//
// Requires `viewer`.
func (c *Client) GetCalendar(ctx context.Context, name string, options ...CallOption) (*StoredCalendar, error) {
	return call[StoredCalendar](ctx, c, &getCalendar, parts{path: []any{name}, options: options})
}

var putCalendar = endpoint{
	id:            "putCalendar",
	method:        "PUT",
	path:          "/v1/calendars/{name}",
	mediaType:     "application/json",
	isRepeatable:  true,
	isConditional: true,
	isCreating:    true,
}

// PutCalendar creates or replaces a calendar.
//
// Schedules that use the calendar are updated immediately: occurrences planned on a new day off are
// superseded, and days that are no longer off get their occurrences. With `If-Match`, the calendar
// is replaced only if its version matches; with `If-None-Match: *`, it is only created. Otherwise
// the request returns 412.
//
// Requires `editor`.
func (c *Client) PutCalendar(ctx context.Context, name string, calendar Calendar, options ...CallOption) (*StoredCalendar, error) {
	return call[StoredCalendar](ctx, c, &putCalendar, parts{path: []any{name}, body: calendar, options: options})
}

var deleteCalendar = endpoint{
	id:            "deleteCalendar",
	method:        "DELETE",
	path:          "/v1/calendars/{name}",
	isRepeatable:  true,
	isConditional: true,
}

// DeleteCalendar deletes a calendar.
//
// A calendar that schedules use cannot be deleted: the request returns 409 (`calendar_in_use`) and
// lists the schedules.
//
// Requires `editor`.
func (c *Client) DeleteCalendar(ctx context.Context, name string, options ...CallOption) error {
	return callNothing(ctx, c, &deleteCalendar, parts{path: []any{name}, options: options})
}

var importCalendar = endpoint{
	id:            "importCalendar",
	method:        "POST",
	path:          "/v1/calendars/{name}/import",
	mediaType:     "text/calendar",
	isConditional: true,
	isCreating:    true,
}

// ImportCalendarOptions are the options of [Client.ImportCalendar]. A field without a value is not
// sent.
type ImportCalendarOptions struct {
	// Start date. Default: January 1 of last year.
	From Date `query:"from"`

	// End date, exclusive. Default: 6 years after `from`. Maximum: 30 years after `from`.
	Until Date `query:"until"`
}

// ImportCalendar imports a calendar from an iCalendar file.
//
// The days of all-day events replace the dates of the calendar; its weekend stays. Recurring events
// are expanded from `from` to `until`. Events with a time of day and canceled events are skipped
// and listed in the response. The calendar is created if it does not exist.
//
// With `If-Match`, the calendar is replaced only if its version matches; with `If-None-Match: *`,
// it is only created. Otherwise the request returns 412.
//
// Requires `editor`.
func (c *Client) ImportCalendar(ctx context.Context, name string, text string, query *ImportCalendarOptions, options ...CallOption) (*CalendarImportResult, error) {
	return call[CalendarImportResult](ctx, c, &importCalendar, parts{path: []any{name}, body: text, query: optional(query), options: options})
}
