// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import (
	"context"
	"time"
)

var listAuditEntries = endpoint{
	id:           "listAuditEntries",
	method:       "GET",
	path:         "/v1/audit",
	isRepeatable: true,
}

// ListAuditEntriesOptions are the options of [Client.ListAuditEntries]. A field without a value is
// not sent.
type ListAuditEntriesOptions struct {
	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListAuditEntries lists audit log entries.
//
// Newest first. Page size: 50 by default, at most 500.
//
// Requires `audit`.
func (c *Client) ListAuditEntries(ctx context.Context, query *ListAuditEntriesOptions, options ...CallOption) *Listing[AuditEntryList, AuditEntry] {
	return pages(ctx, c, &listAuditEntries, parts{query: optional(query), options: options}, func(page *AuditEntryList) ([]AuditEntry, *string) {
		return page.Items, page.NextCursor
	})
}

var verifyAuditLog = endpoint{
	id:           "verifyAuditLog",
	method:       "GET",
	path:         "/v1/audit/verify",
	isRepeatable: true,
}

// VerifyAuditLog verifies the audit log.
//
// Checks the tenant's hash chain from the first entry to the last.
//
// Requires `audit`.
func (c *Client) VerifyAuditLog(ctx context.Context, options ...CallOption) (*AuditVerification, error) {
	return call[AuditVerification](ctx, c, &verifyAuditLog, parts{options: options})
}

var streamEvents = endpoint{
	id:           "streamEvents",
	method:       "GET",
	path:         "/v1/events",
	isRepeatable: true,
	isStream:     true,
}

// StreamEventsOptions are the options of [Client.StreamEvents]. A field without a value is not
// sent.
type StreamEventsOptions struct {
	// Schedule ID. Default: all schedules.
	Schedule string `query:"schedule"`

	// Comma-separated event kinds, such as `completed,alarm`. Default: all kinds.
	Kind string `query:"kind"`
}

// StreamEvents streams events.
//
// Streams server-sent events about the tenant's schedules, from all nodes on the store. Each event
// has an ID. Events beyond 2,000 per second and node may be missing.
//
// The first event is `open` and names the serving node. A client that reconnects with the
// `Last-Event-ID` header gets the events it missed, as far as they are still available. If some are
// not, the event `missed` comes first. A comment is sent every 15 seconds.
//
// The stream ends within a second after the key is revoked, is rotated or expires, or after the
// session ends. A tenant may have 20 open streams per node; further requests return 429.
//
// Requires `viewer`.
func (c *Client) StreamEvents(ctx context.Context, query *StreamEventsOptions, options ...CallOption) *EventStream {
	return stream(ctx, c, &streamEvents, parts{query: optional(query), options: options})
}

var getHeatmap = endpoint{
	id:           "getHeatmap",
	method:       "GET",
	path:         "/v1/heatmap",
	isRepeatable: true,
}

// GetHeatmapOptions are the options of [Client.GetHeatmap]. A field without a value is not sent.
type GetHeatmapOptions struct {
	// Number of days ahead. Default: 7. Maximum: 31.
	Days int64 `query:"days"`

	// Time zone of the hours. Default: the server's time zone.
	Zone string `query:"zone"`
}

// GetHeatmap gets the load by hour of the week.
//
// Counts the occurrences of active schedules from their recurrences, without jitter. Considers at
// most 10,000 schedules, in order of ID, for at most 5 seconds; if there are more, `is_cut` is
// true.
//
// Requires `viewer`.
func (c *Client) GetHeatmap(ctx context.Context, query *GetHeatmapOptions, options ...CallOption) (*Heatmap, error) {
	return call[Heatmap](ctx, c, &getHeatmap, parts{query: optional(query), options: options})
}

var getRunHistory = endpoint{
	id:           "getRunHistory",
	method:       "GET",
	path:         "/v1/history",
	isRepeatable: true,
}

// GetRunHistoryOptions are the options of [Client.GetRunHistory]. A field without a value is not
// sent.
type GetRunHistoryOptions struct {
	// Start of the window, inclusive, by nominal time. Default: one day before `until`. Maximum: 45
	// days before `until`.
	From time.Time `query:"from"`

	// End of the window, exclusive. Default: now.
	Until time.Time `query:"until"`

	// Time slot in which more than four occurrences of a schedule are merged into one span.
	// Default: `hour` for windows of up to 8 days, `day` for longer ones.
	Fold Fold `query:"fold"`

	// Time zone of the hours and days. Default: the server's time zone.
	Zone string `query:"zone"`

	// Comma-separated states, such as `failed,skipped`. Default: all states.
	State string `query:"state"`

	// Label of the schedule, such as `team:billing`.
	Label string `query:"label"`

	// Prefix of the schedule ID.
	IDPrefix string `query:"id_prefix"`

	// Text in the schedule ID, case-insensitive.
	Text string `query:"text"`

	// Maximum number of schedules in the response; those with the latest occurrences are returned.
	// Default: 100. Maximum: 500.
	Limit int64 `query:"limit"`
}

// GetRunHistory gets the run history.
//
// Counts the occurrences of all schedules in a time window. Occurrences are read from the newest
// on, at most 20,000 and for at most 3 seconds; beyond that, `counted_since` is the time from which
// the counts are complete. More than four occurrences of a schedule in an hour or day are merged
// into one span.
//
// Requires `viewer`.
func (c *Client) GetRunHistory(ctx context.Context, query *GetRunHistoryOptions, options ...CallOption) (*RunHistory, error) {
	return call[RunHistory](ctx, c, &getRunHistory, parts{query: optional(query), options: options})
}

var getScheduleHealth = endpoint{
	id:           "getScheduleHealth",
	method:       "GET",
	path:         "/v1/schedules/health",
	isRepeatable: true,
}

// GetScheduleHealth checks the health of schedules.
//
// Lists the schedules that no node has planned although their planning is overdue by a minute or
// more.
//
// Requires `viewer`.
func (c *Client) GetScheduleHealth(ctx context.Context, options ...CallOption) (*ScheduleHealth, error) {
	return call[ScheduleHealth](ctx, c, &getScheduleHealth, parts{options: options})
}

var getStatistics = endpoint{
	id:           "getStatistics",
	method:       "GET",
	path:         "/v1/stats",
	isRepeatable: true,
}

// GetStatistics gets statistics.
//
// Counts up to 10,000 schedules, 500 planned and 500 running occurrences, and the tenant's share of
// up to 1,000 overdue occurrences. If there are more, `is_cut` is true.
//
// Requires `viewer`.
func (c *Client) GetStatistics(ctx context.Context, options ...CallOption) (*Stats, error) {
	return call[Stats](ctx, c, &getStatistics, parts{options: options})
}

var listUpcomingOccurrences = endpoint{
	id:           "listUpcomingOccurrences",
	method:       "GET",
	path:         "/v1/upcoming",
	isRepeatable: true,
}

// ListUpcomingOccurrencesOptions are the options of [Client.ListUpcomingOccurrences]. A field
// without a value is not sent.
type ListUpcomingOccurrencesOptions struct {
	// Start of the window. Default: now. Never earlier than now.
	From time.Time `query:"from"`

	// End of the window, exclusive. Default: one day after `from`. Maximum: 45 days after `from`.
	Until time.Time `query:"until"`

	// Time slot in which more than four occurrences of a schedule are merged into one span.
	// Default: `hour` for windows of up to 8 days, `day` for longer ones.
	Fold Fold `query:"fold"`

	// Time zone of the hours and days. Default: the server's time zone.
	Zone string `query:"zone"`

	// Comma-separated labels, such as `team:billing,tier:1`. Schedules must have all of them.
	Label string `query:"label"`

	// Prefix of the schedule ID.
	IDPrefix string `query:"id_prefix"`

	// Text in the ID or the description, case-insensitive.
	Text string `query:"text"`

	// Maximum number of schedules in the response; those with the earliest occurrences are
	// returned. Default: 100. Maximum: 500.
	Limit int64 `query:"limit"`
}

// ListUpcomingOccurrences lists upcoming occurrences.
//
// Computes the occurrences of active schedules in a time window from their recurrences, without
// jitter. Considers at most 10,000 schedules, in order of ID, for at most 5 seconds, and returns
// those with the earliest occurrences.
//
// More than four occurrences of a schedule in an hour or day are merged into one span with their
// number. At most 60 per hour and 1,500 per day are counted; if there are more, `is_cut` is true.
// For past occurrences, use `GET /v1/occurrences`.
//
// Requires `viewer`.
func (c *Client) ListUpcomingOccurrences(ctx context.Context, query *ListUpcomingOccurrencesOptions, options ...CallOption) (*UpcomingOccurrences, error) {
	return call[UpcomingOccurrences](ctx, c, &listUpcomingOccurrences, parts{query: optional(query), options: options})
}
