// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "time"

// DiffOccurrence: One occurrence.
type DiffOccurrence struct {
	// Nominal time of the occurrence.
	At time.Time `json:"at"`

	// Period key.
	PeriodKey string `json:"period_key"`
}

// DSTChange: A DST change that affects a schedule.
type DSTChange struct {
	// Time of the change.
	At time.Time `json:"at"`

	// Kind: `gap` if the clock is set forward, `fold` if it is set back.
	Kind string `json:"kind"`

	// Affected local times, and what happens to them.
	Message string `json:"message"`
}

// MinGap: Minimum time between two occurrences.
type MinGap struct {
	// Time in seconds.
	Seconds int64 `json:"seconds"`

	// Time as text, for people.
	Text string `json:"text"`
}

// MovedOccurrence: An occurrence that moves.
type MovedOccurrence struct {
	// The occurrence before the change.
	From DiffOccurrence `json:"from"`

	// The occurrence after the change.
	To DiffOccurrence `json:"to"`
}

// OccurrenceDiff: Occurrences added, removed and moved, each list in order.
type OccurrenceDiff struct {
	// Start of the compared window, inclusive.
	From time.Time `json:"from"`

	// End of the compared window, exclusive.
	Until time.Time `json:"until"`

	// Occurrences that only the new recurrence has.
	Added []DiffOccurrence `json:"added"`

	// Occurrences that only the old recurrence has.
	Removed []DiffOccurrence `json:"removed"`

	// Occurrences that move to another instant.
	Moved []MovedOccurrence `json:"moved"`

	// Whether the lists were truncated.
	Truncated bool `json:"truncated"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (o OccurrenceDiff) MarshalJSON() ([]byte, error) { return marshalRecord(o) }

// PendingOccurrence: A planned occurrence, and what saving does to it.
type PendingOccurrence struct {
	// Period key.
	PeriodKey string `json:"period_key"`

	// Discriminator, if the period has several occurrences. Empty otherwise.
	Discriminator string `json:"discriminator"`

	// Current due time.
	DueAt time.Time `json:"due_at"`

	// Effect: `stays`, `moves`, or `superseded` if the occurrence would be skipped.
	Effect string `json:"effect"`

	// New due time. Null if the occurrence would be skipped.
	NewDueAt *time.Time `json:"new_due_at,omitempty"`
}

// PreviewChange: Effect of saving on a schedule.
type PreviewChange struct {
	// Schedule ID.
	Against string `json:"against"`

	// Planned occurrences that have not started, earliest first.
	Pending []PendingOccurrence `json:"pending"`

	// Whether there are more planned occurrences than are listed.
	IsCut bool `json:"is_cut"`

	// Occurrences that are added, removed and moved. Null if the stored recurrence is no longer
	// valid.
	Occurrences *OccurrenceDiff `json:"occurrences,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (p PreviewChange) MarshalJSON() ([]byte, error) { return marshalRecord(p) }

// PreviewOccurrence: One occurrence of a recurrence.
type PreviewOccurrence struct {
	// Nominal time, before jitter.
	At time.Time `json:"at"`

	// Due time, including jitter.
	DueAt time.Time `json:"due_at"`

	// Local time in the schedule's time zone.
	Local string `json:"local"`

	// Period key, under which the occurrence is recorded exactly once.
	PeriodKey string `json:"period_key"`

	// Human-readable label of the period.
	PeriodLabel string `json:"period_label"`

	// Start of the period.
	PeriodStart time.Time `json:"period_start"`

	// Effect of a DST change: `moved` if the local time does not exist, `first_pass` or
	// `later_pass` if the local time occurs twice. Null on all other days.
	DST *string `json:"dst,omitempty"`

	// Local time in the other requested time zone.
	InZone *string `json:"in_zone,omitempty"`

	// End of the period. Null if no period follows.
	PeriodEnd *time.Time `json:"period_end,omitempty"`
}

// PreviewRequest: A schedule to preview.
type PreviewRequest struct {
	// Action to send.
	Action Action `json:"action"`

	// ID of the stored schedule to compare with.
	Against *string `json:"against,omitempty"`

	// Whether to accept a provider that no live node has. Default: false. Not stored.
	AllowUnknownProvider *bool `json:"allow_unknown_provider,omitempty"`

	// Policy for missed occurrences.
	CatchUp *CatchUp `json:"catch_up,omitempty"`

	// Number of occurrences. Default: 10. Maximum: 100.
	Count *int64 `json:"count,omitempty"`

	// Cron expression: five fields, six with seconds first, or a macro such as `@daily`.
	Cron *string `json:"cron,omitempty"`

	// Number of days to compare, of 24 hours each. Default: 30. Maximum: 366.
	Days *int64 `json:"days,omitempty"`

	// Delivery guarantee after a crash between sending and recording.
	Delivery Delivery `json:"delivery,omitempty"`

	// Description for people.
	Description *string `json:"description,omitempty"`

	// Names of several targets per period, each with its own occurrence. Default: one unnamed
	// target.
	Discriminators []string `json:"discriminators,omitempty"`

	// Whether the schedule runs. False creates it paused, or pauses it together with the change;
	// true resumes a paused one. Default: true for a new schedule, unchanged otherwise.
	Enabled *bool `json:"enabled,omitempty"`

	// Start time. Default: now.
	From *time.Time `json:"from,omitempty"`

	// History level: how much of each attempt is stored. Default: the level of the tenant, else of
	// the node.
	History HistoryLevel `json:"history,omitempty"`

	// Schedule ID, unique in the tenant. Default: generated.
	ID *string `json:"id,omitempty"`

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

	// IANA time zone of the recurrence. Default: the server's time zone.
	Timezone *string `json:"timezone,omitempty"`

	// Recurrence in plain English, or in any other notation: cron, RFC 5545 or an instant. A text
	// with two readings is rejected with both. The text may name the time zone.
	When *string `json:"when,omitempty"`

	// Second time zone to show times in.
	Zone *string `json:"zone,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (p PreviewRequest) MarshalJSON() ([]byte, error) { return marshalRecord(p) }

// SchedulePreview: Preview of a definition.
type SchedulePreview struct {
	// Description of the recurrence in one sentence.
	Description string `json:"description"`

	// Time zone, in the spelling of the time zone database.
	Timezone string `json:"timezone"`

	// Start time of the preview.
	From time.Time `json:"from"`

	// Warnings about settings that are valid but probably not intended.
	Warnings []Warning `json:"warnings"`

	// Next occurrences, in order.
	Next []PreviewOccurrence `json:"next"`

	// Whether there are no occurrences after these.
	IsLast bool `json:"is_last"`

	// DST changes within a year that affect the schedule.
	DSTDates []DSTChange `json:"dst_dates"`

	// Delay between the end of a run and the next one, for `after_completion` recurrences, which
	// have no times of their own.
	AfterCompletion *string `json:"after_completion,omitempty"`

	// Effect on the schedule in `against`. Null without `against`.
	Change *PreviewChange `json:"change,omitempty"`

	// Minimum time between two occurrences. Null if there are never two.
	MinGap *MinGap `json:"min_gap,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s SchedulePreview) MarshalJSON() ([]byte, error) { return marshalRecord(s) }

// Warning: A warning about a definition. It has no effect on the definition.
type Warning struct {
	// Stable code of the warning.
	Code string `json:"code"`

	// Description of the warning for this recurrence.
	Message string `json:"message"`

	// Suggestion if the recurrence was not intended this way.
	Hint *string `json:"hint,omitempty"`
}
