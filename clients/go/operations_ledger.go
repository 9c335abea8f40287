// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import (
	"context"
	"time"
)

var listDeadLetters = endpoint{
	id:           "listDeadLetters",
	method:       "GET",
	path:         "/v1/dead-letters",
	isRepeatable: true,
}

// ListDeadLettersOptions are the options of [Client.ListDeadLetters]. A field without a value is
// not sent.
type ListDeadLettersOptions struct {
	// Kind: `occurrence` or `work_item`. Default: `occurrence`.
	Kind DeadLetterKind `query:"kind"`

	// Schedule ID. Only for occurrences.
	Schedule string `query:"schedule"`

	// Queue name. Only for work items.
	Queue string `query:"queue"`

	// Whether to list discarded occurrences instead of dead letters. Only for occurrences. Default:
	// false.
	Discarded *bool `query:"discarded"`

	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListDeadLetters lists dead letters.
//
// Failed occurrences that were not discarded, or dead work items, newest first. Page size: 50 by
// default, at most 500.
//
// Requires `viewer`.
func (c *Client) ListDeadLetters(ctx context.Context, query *ListDeadLettersOptions, options ...CallOption) *Listing[DeadLetterList, DeadLetter] {
	return pages(ctx, c, &listDeadLetters, parts{query: optional(query), options: options}, func(page *DeadLetterList) ([]DeadLetter, *string) {
		return page.Items, page.NextCursor
	})
}

var discardDeadLetters = endpoint{
	id:        "discardDeadLetters",
	method:    "POST",
	path:      "/v1/dead-letters/discard",
	mediaType: "application/json",
}

// DiscardDeadLetters discards dead letters.
//
// Discards the given IDs, or the newest dead letters that match. An occurrence stays failed with
// its history until retention removes it, and can be reprocessed. A work item is deleted. At most
// 500 per request.
//
// Requires `operator`.
func (c *Client) DiscardDeadLetters(ctx context.Context, selection DeadLetterSelection, options ...CallOption) (*DiscardResult, error) {
	return call[DiscardResult](ctx, c, &discardDeadLetters, parts{body: selection, options: options})
}

var replayDeadLetters = endpoint{
	id:        "replayDeadLetters",
	method:    "POST",
	path:      "/v1/dead-letters/replay",
	mediaType: "application/json",
}

// ReplayDeadLetters replays dead letters.
//
// Replays the given IDs, or the newest dead letters that match. Each one starts over with all its
// attempts and keeps its idempotency key. At most 500 per request.
//
// Requires `operator`.
func (c *Client) ReplayDeadLetters(ctx context.Context, selection DeadLetterSelection, options ...CallOption) (*ReplayResult, error) {
	return call[ReplayResult](ctx, c, &replayDeadLetters, parts{body: selection, options: options})
}

var generateOccurrences = endpoint{
	id:        "generateOccurrences",
	method:    "POST",
	path:      "/v1/generate",
	mediaType: "application/json",
}

// GenerateOccurrences plans occurrences around a time.
//
// Creates every missing occurrence of all active schedules in the range. Existing occurrences stay
// as they are, so the request may be repeated. Each side of the range is at most 400 days long and
// has at most 10,000 occurrences per schedule; the server may be configured with a lower limit.
//
// With an `as_of` in the future, what is due until then is planned and not missed. A schedule that
// cannot be planned does not stop the others; the response is then its error.
//
// Requires `operator`. Also requires `backfill` for past occurrences.
func (c *Client) GenerateOccurrences(ctx context.Context, request GenerateRequest, options ...CallOption) (*GenerateResult, error) {
	return call[GenerateResult](ctx, c, &generateOccurrences, parts{body: request, options: options})
}

var listOccurrences = endpoint{
	id:           "listOccurrences",
	method:       "GET",
	path:         "/v1/occurrences",
	isRepeatable: true,
}

// ListOccurrencesOptions are the options of [Client.ListOccurrences]. A field without a value is
// not sent.
type ListOccurrencesOptions struct {
	// Schedule ID. Includes occurrences of deleted schedules with the same ID.
	Schedule string `query:"schedule"`

	// Comma-separated states, such as `failed,skipped`. Default: all states.
	State string `query:"state"`

	// Comma-separated reasons, such as `overlap,missed`. Default: all reasons.
	Reason string `query:"reason"`

	// Start of the range, inclusive, by nominal time.
	From time.Time `query:"from"`

	// End of the range, exclusive, by nominal time.
	Until time.Time `query:"until"`

	// Label of the schedule, such as `team:billing`.
	Label string `query:"label"`

	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListOccurrences lists occurrences.
//
// Newest first, including planned occurrences. Page size: 50 by default, at most 500.
//
// Requires `viewer`.
func (c *Client) ListOccurrences(ctx context.Context, query *ListOccurrencesOptions, options ...CallOption) *Listing[OccurrenceList, Occurrence] {
	return pages(ctx, c, &listOccurrences, parts{query: optional(query), options: options}, func(page *OccurrenceList) ([]Occurrence, *string) {
		return page.Items, page.NextCursor
	})
}

var getOccurrence = endpoint{
	id:           "getOccurrence",
	method:       "GET",
	path:         "/v1/occurrences/{id}",
	isRepeatable: true,
}

// GetOccurrence gets an occurrence.
//
// Includes all attempts.
//
// Requires `viewer`.
func (c *Client) GetOccurrence(ctx context.Context, id int64, options ...CallOption) (*OccurrenceDetail, error) {
	return call[OccurrenceDetail](ctx, c, &getOccurrence, parts{path: []any{id}, options: options})
}

var cancelOccurrence = endpoint{
	id:        "cancelOccurrence",
	method:    "POST",
	path:      "/v1/occurrences/{id}/cancel",
	mediaType: "application/json",
}

// CancelOccurrence cancels an occurrence.
//
// A planned occurrence is skipped. If the occurrence is running, its worker is asked to stop.
//
// Requires `operator`.
func (c *Client) CancelOccurrence(ctx context.Context, id int64, request *OccurrenceChangeRequest, options ...CallOption) (*Occurrence, error) {
	return call[Occurrence](ctx, c, &cancelOccurrence, parts{path: []any{id}, body: optional(request), options: options})
}

var reprocessOccurrence = endpoint{
	id:        "reprocessOccurrence",
	method:    "POST",
	path:      "/v1/occurrences/{id}/reprocess",
	mediaType: "application/json",
}

// ReprocessOccurrence reprocesses an occurrence.
//
// Plans a completed occurrence again with all its attempts, and with another payload if one is
// given. The occurrence keeps its period and its idempotency key. If the occurrence has not
// completed, the request returns 409.
//
// Requires `operator`. Also requires `fire` for some requests. Also requires `command` if the
// request can start a program.
func (c *Client) ReprocessOccurrence(ctx context.Context, id int64, request *ReprocessRequest, options ...CallOption) (*Occurrence, error) {
	return call[Occurrence](ctx, c, &reprocessOccurrence, parts{path: []any{id}, body: optional(request), options: options})
}

var skipOccurrence = endpoint{
	id:        "skipOccurrence",
	method:    "POST",
	path:      "/v1/occurrences/{id}/skip",
	mediaType: "application/json",
}

// SkipOccurrence skips an occurrence.
//
// A planned occurrence is settled as skipped and will not run.
//
// Requires `operator`.
func (c *Client) SkipOccurrence(ctx context.Context, id int64, request *OccurrenceChangeRequest, options ...CallOption) (*Occurrence, error) {
	return call[Occurrence](ctx, c, &skipOccurrence, parts{path: []any{id}, body: optional(request), options: options})
}
