// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import (
	"encoding/json"
	"time"
)

// CalendarReference: Reference to a named calendar, with its effect on this schedule.
type CalendarReference struct {
	// Name of the calendar, as a key of the calendars passed to `compile`.
	Name string `json:"name"`

	// What happens to an occurrence on one of the calendar's days off.
	OnDayOff DayOffPolicy `json:"on_day_off,omitempty"`
}

// DayOffPolicy: What happens to an occurrence on a day off.
type DayOffPolicy string

// Known values of DayOffPolicy. A newer server may have further ones.
const (
	DayOffPolicyExclude           DayOffPolicy = "exclude"
	DayOffPolicyPrevious          DayOffPolicy = "previous"
	DayOffPolicyNext              DayOffPolicy = "next"
	DayOffPolicyModifiedFollowing DayOffPolicy = "modified_following"
	DayOffPolicyNearest           DayOffPolicy = "nearest"
)

// DSTClass: Whether a recurrence names times of day, which follow `gap` and `fold`, or an interval,
// which follows elapsed time.
type DSTClass string

// Known values of DSTClass. A newer server may have further ones.
const (
	DSTClassAuto     DSTClass = "auto"
	DSTClassFixed    DSTClass = "fixed"
	DSTClassInterval DSTClass = "interval"
)

// DSTFoldPolicy: What happens to a local time that occurs twice (in a fold).
type DSTFoldPolicy string

// Known values of DSTFoldPolicy. A newer server may have further ones.
const (
	DSTFoldPolicyFirst DSTFoldPolicy = "first"
	DSTFoldPolicyLast  DSTFoldPolicy = "last"
	DSTFoldPolicyBoth  DSTFoldPolicy = "both"
)

// DSTGapPolicy: What happens to a local time that does not exist (in a gap).
type DSTGapPolicy string

// Known values of DSTGapPolicy. A newer server may have further ones.
const (
	DSTGapPolicyNextValid  DSTGapPolicy = "next_valid"
	DSTGapPolicySkip       DSTGapPolicy = "skip"
	DSTGapPolicySameOffset DSTGapPolicy = "same_offset"
)

// DSTPolicy: Policy for wall-clock times at an offset change. An absent field follows the
// recurrence kind and the cron dialect.
type DSTPolicy struct {
	// Whether the recurrence names times of day or an interval.
	Class DSTClass `json:"class,omitempty"`

	// Policy for a local time that occurs twice (in a fold).
	Fold DSTFoldPolicy `json:"fold,omitempty"`

	// Policy for a local time that does not exist (in a gap).
	Gap DSTGapPolicy `json:"gap,omitempty"`
}

// FirstRun: First run of a schedule.
//
// Exactly one field is set.
type FirstRun struct {
	// Text is the alternative that is a text. Known value: `now`.
	Text *string

	// The alternative `now`.
	Now *FirstRunNow

	// The alternative `after`.
	After *FirstRunAfter

	// The alternative `at`.
	At *FirstRunAt

	// Unknown is an alternative of a newer server, as it was read.
	Unknown json.RawMessage
}

func (f *FirstRun) alternatives() []alternative {
	return []alternative{
		{"text", &f.Text},
		{"now", &f.Now},
		{"after", &f.After},
		{"at", &f.At},
	}
}

// MarshalJSON writes the alternative that is set.
func (f FirstRun) MarshalJSON() ([]byte, error) {
	return marshalUnion(f.alternatives(), f.Unknown)
}

// UnmarshalJSON reads any alternative.
func (f *FirstRun) UnmarshalJSON(data []byte) error {
	return unmarshalUnion(data, f.alternatives(), &f.Unknown)
}

// FirstRunNow: First run at the start.
type FirstRunNow struct {
	// Responses use this form for `now`.
	Now bool `json:"now"`

	// Minimum time between the first run and the next occurrence. Default: none. Maximum:
	// 35,999,999,999 seconds.
	MinSpacing Duration `json:"min_spacing,omitempty"`
}

// FirstRunAfter: First run after a delay.
type FirstRunAfter struct {
	// Delay of the first run after the start. Maximum: 35,999,999,999 seconds.
	After Duration `json:"after"`

	// Minimum time between the first run and the next occurrence. Default: none. Maximum:
	// 35,999,999,999 seconds.
	MinSpacing Duration `json:"min_spacing,omitempty"`
}

// FirstRunAt: First run at an instant.
type FirstRunAt struct {
	// Instant of the first run.
	At time.Time `json:"at"`

	// Minimum time between the first run and the next occurrence. Default: none. Maximum:
	// 35,999,999,999 seconds.
	MinSpacing Duration `json:"min_spacing,omitempty"`
}

// Jitter: Deterministic delay, derived from a hash of the schedule and the occurrence.
type Jitter struct {
	// Maximum delay.
	Window JitterWindow `json:"window"`

	// Whether all occurrences share one delay or each has its own.
	Mode JitterMode `json:"mode,omitempty"`
}

// JitterMode: Whether all occurrences share one delay or each has its own.
type JitterMode string

// Known values of JitterMode. A newer server may have further ones.
const (
	JitterModeFixed  JitterMode = "fixed"
	JitterModeSpread JitterMode = "spread"
)

// JitterWindow: Maximum delay of jitter: a duration, or a part of the time to the next occurrence
// such as `50%`.
//
// Exactly one field is set.
type JitterWindow struct {
	// Text is the alternative that is a text.
	Text *string

	// Integer is the alternative that is an integer.
	Integer *int64

	// Unknown is an alternative of a newer server, as it was read.
	Unknown json.RawMessage
}

func (j *JitterWindow) alternatives() []alternative {
	return []alternative{
		{"text", &j.Text},
		{"integer", &j.Integer},
	}
}

// MarshalJSON writes the alternative that is set.
func (j JitterWindow) MarshalJSON() ([]byte, error) {
	return marshalUnion(j.alternatives(), j.Unknown)
}

// UnmarshalJSON reads any alternative.
func (j *JitterWindow) UnmarshalJSON(data []byte) error {
	return unmarshalUnion(data, j.alternatives(), &j.Unknown)
}

// ScheduleSpec: Everything that decides when a schedule runs, as stored and as sent over the wire.
type ScheduleSpec struct {
	// Recurrence that says when the schedule runs.
	Recurrence Recurrence `json:"recurrence"`

	// IANA name of the time zone whose wall clock the recurrence follows, or a fixed offset such as
	// `+05:30`.
	Timezone string `json:"timezone"`

	// Named calendars that exclude days or roll occurrences to business days.
	Calendars []CalendarReference `json:"calendars,omitempty"`

	// Policy for local times that an offset change skips or repeats.
	DST *DSTPolicy `json:"dst,omitempty"`

	// End, exclusive: every occurrence is earlier.
	EndsAt *time.Time `json:"ends_at,omitempty"`

	// Extra occurrence before the regular ones.
	FirstRun *FirstRun `json:"first_run,omitempty"`

	// Deterministic delay that spreads load.
	Jitter *Jitter `json:"jitter,omitempty"`

	// Maximum number of occurrences that may start. Default: no limit.
	MaxRuns *int64 `json:"max_runs,omitempty"`

	// Start, inclusive: no occurrence is earlier. Intervals are counted from here.
	StartsAt *time.Time `json:"starts_at,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s ScheduleSpec) MarshalJSON() ([]byte, error) { return marshalRecord(s) }
