// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import (
	"encoding/json"
	"time"
)

// BackfillRequest: A past range to backfill.
type BackfillRequest struct {
	// Start of the range, inclusive, by nominal time.
	From time.Time `json:"from"`

	// End of the range, inclusive. Must not be in the future.
	To time.Time `json:"to"`

	// Maximum number of occurrences of the backfill that run at once, per discriminator. More than
	// 1 requires overlap `allow_all`. Default: 1. Maximum: 1,000.
	Concurrency *int64 `json:"concurrency,omitempty"`

	// Token of the preview. Without a token, nothing is changed.
	Confirm *string `json:"confirm,omitempty"`

	// Maximum number of occurrences, counting existing ones. Default: 10,000. Maximum: 10,000. The
	// server may be configured with a lower limit, which is then also the default. A period is
	// taken with all its discriminators or not at all.
	Limit *int64 `json:"limit,omitempty"`

	// Reason for the backfill.
	Note *string `json:"note,omitempty"`

	// Overlap policy. `buffer_all`: one occurrence at a time, and not alongside other runs of its
	// discriminator. `allow_all`: alongside other runs. Other values are rejected, because they
	// would skip occurrences of the backfill itself. Default: `buffer_all`, or `allow_all` if that
	// is the schedule's own policy.
	Overlap OverlapPolicy `json:"overlap,omitempty"`

	// Existing occurrences to run again. Default: `none`.
	Reprocess ReprocessMode `json:"reprocess,omitempty"`
}

// BackfillResult: Preview or result of a backfill.
type BackfillResult struct {
	// Whether the backfill has been started. If false, this is a preview.
	Done bool `json:"done"`

	// Number of occurrences that are created.
	New int64 `json:"new"`

	// Number of occurrences that are reopened.
	Reopened int64 `json:"reopened"`

	// Number of occurrences that stay as they are.
	Untouched int64 `json:"untouched"`

	// Whether the range has more occurrences than the limit.
	IsCut bool `json:"is_cut"`

	// Overlap policy: `buffer_all` (one after the other) or `allow_all` (alongside other runs).
	Overlap OverlapPolicy `json:"overlap"`

	// Maximum number of occurrences that run at once, per discriminator.
	Concurrency int64 `json:"concurrency"`

	// Token that confirms the preview, for the same request, once. Null if the backfill has been
	// started.
	Confirm *string `json:"confirm,omitempty"`

	// Estimated duration of the whole backfill at this median, in seconds. Only in a preview.
	EstimatedDurationSeconds *float64 `json:"estimated_duration_seconds,omitempty"`

	// Time until which the token is valid.
	ExpiresAt *time.Time `json:"expires_at,omitempty"`

	// First nominal time in the range.
	First *time.Time `json:"first,omitempty"`

	// Last nominal time in the range.
	Last *time.Time `json:"last,omitempty"`

	// Median duration of the schedule's last successful runs, in seconds. Only in a preview.
	MedianDurationSeconds *float64 `json:"median_duration_seconds,omitempty"`
}

// CancelRequest: Options of a cancellation.
type CancelRequest struct {
	// Reason for the cancellation.
	Note *string `json:"note,omitempty"`
}

// DailyCounts: Occurrences of a schedule by day.
type DailyCounts struct {
	// Start of the range, inclusive, by nominal time.
	From time.Time `json:"from"`

	// End of the range, exclusive.
	Until time.Time `json:"until"`

	// Time zone of the days.
	Timezone string `json:"timezone"`

	// Number of occurrences that were counted.
	Occurrences int64 `json:"occurrences"`

	// The days with occurrences, in order.
	Days []DayCounts `json:"days"`

	// If counting stopped at its limit: only occurrences recorded since this time are counted.
	CountedSince *time.Time `json:"counted_since,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (d DailyCounts) MarshalJSON() ([]byte, error) { return marshalRecord(d) }

// DayCounts: A day with the number of its occurrences by state.
type DayCounts struct {
	// Date in the time zone.
	Date Date `json:"date"`

	// Occurrences that failed.
	Failed int64 `json:"failed"`

	// Occurrences that are planned.
	Planned int64 `json:"planned"`

	// Occurrences that are running.
	Running int64 `json:"running"`

	// Occurrences that were skipped.
	Skipped int64 `json:"skipped"`

	// Occurrences that succeeded.
	Succeeded int64 `json:"succeeded"`
}

// Explanation: Explanation of why a schedule did or did not run.
type Explanation struct {
	// Time that is explained.
	At time.Time `json:"at"`

	// Explanation as a sentence.
	Sentence string `json:"sentence"`

	// Answer code: `not_created_yet`, `not_matched`, `recorded`, `in_gap`, `stopped`,
	// `not_planned_yet`, `will_be_held` (a hold will skip it) or `unexplained`.
	Answer string `json:"answer"`

	// Occurrences at that time.
	Occurrences []OccurrenceDetail `json:"occurrences"`

	// Evaluation of the recurrence in effect at that time. Null if it is no longer valid.
	Evaluation *RecurrenceEvaluation `json:"evaluation,omitempty"`

	// Gap that contains that time.
	Gap *OccurrenceGap `json:"gap,omitempty"`

	// Hold that would skip the occurrence now, as a sentence.
	Hold *string `json:"hold,omitempty"`

	// Revision in effect at that time. Null if the schedule did not exist yet.
	Revision *Revision `json:"revision,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (e Explanation) MarshalJSON() ([]byte, error) { return marshalRecord(e) }

// FireRequest: A manual run.
type FireRequest struct {
	// Correlation ID of the occurrence. Default: the request ID.
	CorrelationID *string `json:"correlation_id,omitempty"`

	// Discriminator of the occurrence. Default: the schedule's first one.
	Discriminator *string `json:"discriminator,omitempty"`

	// Reason for the run.
	Note *string `json:"note,omitempty"`

	// Payload of this run alone, for every attempt. It replaces the payload of the schedule.
	// Default: the payload of the schedule. A payload for a provider that starts programs requires
	// `command`.
	Payload any `json:"payload,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (f FireRequest) MarshalJSON() ([]byte, error) { return marshalRecord(f) }

// FireResult: Result of a manual run request.
type FireResult struct {
	// Occurrence ID.
	Occurrence int64 `json:"occurrence"`

	// Whether an earlier request with the same key created the occurrence.
	Existing bool `json:"existing"`

	// State of the occurrence.
	State string `json:"state"`
}

// NextOccurrences: The next occurrences of a schedule.
type NextOccurrences struct {
	// Times in order. Empty while the schedule is paused or after it has ended.
	Next []time.Time `json:"next"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (n NextOccurrences) MarshalJSON() ([]byte, error) { return marshalRecord(n) }

// OccurrenceGap: Missed occurrences that are collapsed into one record.
type OccurrenceGap struct {
	// Gap ID.
	ID int64 `json:"id"`

	// Nominal time of the first occurrence.
	From time.Time `json:"from"`

	// Nominal time of the last occurrence.
	To time.Time `json:"to"`

	// Number of occurrences.
	Count int64 `json:"count"`

	// Reason why the occurrences did not run.
	Reason string `json:"reason"`

	// Time at which the gap was recorded.
	CreatedAt time.Time `json:"created_at"`
}

// OccurrenceGapList: A page of a list.
type OccurrenceGapList struct {
	// Items of the page.
	Items []OccurrenceGap `json:"items"`

	// Cursor of the next page. Null on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (o OccurrenceGapList) MarshalJSON() ([]byte, error) { return marshalRecord(o) }

// PauseRequest: Options of a pause.
type PauseRequest struct {
	// Reason for the pause.
	Note *string `json:"note,omitempty"`

	// Time at which the pause ends by itself. Default: none.
	Until *time.Time `json:"until,omitempty"`
}

// RecurrenceCheck: A condition of the recurrence.
type RecurrenceCheck struct {
	// Field or bound.
	Name string `json:"name"`

	// Value at that time.
	Value string `json:"value"`

	// Whether the recurrence accepts the value.
	Passed bool `json:"passed"`
}

// RecurrenceEvaluation: Evaluation of a recurrence at a time.
type RecurrenceEvaluation struct {
	// Whether the recurrence matches the time.
	Matches bool `json:"matches"`

	// Checks, in order.
	Checks []RecurrenceCheck `json:"checks"`

	// Next occurrence.
	Next *time.Time `json:"next,omitempty"`

	// Previous occurrence.
	Previous *time.Time `json:"previous,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (r RecurrenceEvaluation) MarshalJSON() ([]byte, error) { return marshalRecord(r) }

// ReprocessMode: Existing occurrences that a backfill runs again.
type ReprocessMode string

// Known values of ReprocessMode. A newer server may have further ones.
const (
	ReprocessModeNone      ReprocessMode = "none"
	ReprocessModeFailed    ReprocessMode = "failed"
	ReprocessModeCompleted ReprocessMode = "completed"
)

// ResumeRequest: Options for resuming a schedule.
type ResumeRequest struct {
	// What happens to the occurrences that were due during the pause. Default: `now`.
	From ResumeMode `json:"from,omitempty"`

	// Reason for resuming.
	Note *string `json:"note,omitempty"`
}

// Revision: A revision of a schedule.
type Revision struct {
	// Revision number.
	Revision int64 `json:"revision"`

	// Time of the change.
	At time.Time `json:"at"`

	// Person, key or program that made the change.
	By string `json:"by"`

	// Kind of change.
	Change string `json:"change"`

	// Definition since this revision. Null if the change did not affect it.
	Definition json.RawMessage `json:"definition,omitempty"`

	// Reason why the definition of this revision cannot be read.
	Problem *string `json:"problem,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (r Revision) MarshalJSON() ([]byte, error) { return marshalRecord(r) }

// RevisionList: A page of a list.
type RevisionList struct {
	// Items of the page.
	Items []Revision `json:"items"`

	// Cursor of the next page. Null on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (r RevisionList) MarshalJSON() ([]byte, error) { return marshalRecord(r) }
