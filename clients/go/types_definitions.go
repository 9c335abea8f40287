// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

// NewSchedule: A schedule to create.
type NewSchedule struct {
	// Action to send.
	Action Action `json:"action"`

	// Whether to accept a provider that no live node has. Default: false. Not stored.
	AllowUnknownProvider *bool `json:"allow_unknown_provider,omitempty"`

	// Policy for missed occurrences.
	CatchUp *CatchUp `json:"catch_up,omitempty"`

	// Cron expression: five fields, six with seconds first, or a macro such as `@daily`.
	Cron *string `json:"cron,omitempty"`

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
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (n NewSchedule) MarshalJSON() ([]byte, error) { return marshalRecord(n) }

// ScheduleDefinition: Definition of a schedule, as its owner writes it.
type ScheduleDefinition struct {
	// Action to send.
	Action Action `json:"action"`

	// Whether to accept a provider that no live node has. Default: false. Not stored.
	AllowUnknownProvider *bool `json:"allow_unknown_provider,omitempty"`

	// Policy for missed occurrences.
	CatchUp *CatchUp `json:"catch_up,omitempty"`

	// Cron expression: five fields, six with seconds first, or a macro such as `@daily`.
	Cron *string `json:"cron,omitempty"`

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
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s ScheduleDefinition) MarshalJSON() ([]byte, error) { return marshalRecord(s) }

// StoredDefinition: Definition of a schedule, as its owner wrote it.
type StoredDefinition struct {
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
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s StoredDefinition) MarshalJSON() ([]byte, error) { return marshalRecord(s) }
