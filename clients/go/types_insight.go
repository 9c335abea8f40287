// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import (
	"encoding/json"
	"time"
)

// AuditEntry: An audit log entry.
type AuditEntry struct {
	// Position in the tenant's hash chain, counted from 1.
	Seq int64 `json:"seq"`

	// Time of the change.
	At time.Time `json:"at"`

	// Person, key or program that made the change.
	Actor string `json:"actor"`

	// Action that was performed.
	Action string `json:"action"`

	// Object that was changed.
	Object string `json:"object"`

	// Details of the action.
	Detail json.RawMessage `json:"detail"`

	// Hash of the previous entry.
	Previous string `json:"previous"`

	// Hash of this entry.
	Hash string `json:"hash"`

	// Reason given by the caller.
	Reason *string `json:"reason,omitempty"`

	// ID of the request.
	RequestID *string `json:"request_id,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a AuditEntry) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// AuditEntryList: A page of a list.
type AuditEntryList struct {
	// Items of the page.
	Items []AuditEntry `json:"items"`

	// Cursor of the next page. Null on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a AuditEntryList) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// AuditVerification: Result of verifying the tenant's hash chain.
type AuditVerification struct {
	// Whether every entry follows its predecessor.
	IsIntact bool `json:"is_intact"`

	// Position of the first entry that does not follow its predecessor or is missing.
	BrokenAt *int64 `json:"broken_at,omitempty"`

	// Number of entries. Null if an entry is broken.
	Entries *int64 `json:"entries,omitempty"`

	// Hash of the last entry. Null if an entry is broken. Store it elsewhere to detect a truncated
	// log.
	Tip *string `json:"tip,omitempty"`
}

// BoundedCount: A count that may have stopped at a limit.
type BoundedCount struct {
	// The count, a lower bound if `is_cut` is true.
	Count int64 `json:"count"`

	// Whether there are more.
	IsCut bool `json:"is_cut"`
}

// BusyMinute: A minute of the week.
type BusyMinute struct {
	// Day of the week.
	Weekday string `json:"weekday"`

	// Time of day.
	Time string `json:"time"`

	// Number of occurrences.
	Occurrences int64 `json:"occurrences"`
}

// Event: An event.
type Event struct {
	// Kind of the event.
	Kind EventKind `json:"kind"`

	// Time of the event.
	At time.Time `json:"at"`

	// Number of the attempt.
	Attempt *int64 `json:"attempt,omitempty"`

	// Number of planned occurrences, or of occurrences collapsed into a gap.
	Count *int64 `json:"count,omitempty"`

	// Kind of alarm, or outcome of a dispatch.
	Detail *string `json:"detail,omitempty"`

	// Error message, alarm text or log record.
	Message *string `json:"message,omitempty"`

	// The occurrence at that time, for `started`, `completed` and `retried`.
	Occurrence *Occurrence `json:"occurrence,omitempty"`

	// Occurrence ID.
	OccurrenceID *int64 `json:"occurrence_id,omitempty"`

	// Time of the next attempt.
	RetryAt *time.Time `json:"retry_at,omitempty"`

	// Schedule ID. Null if the event is not about a schedule.
	Schedule *string `json:"schedule,omitempty"`
}

// EventKind: Kind of an event.
type EventKind string

// Known values of EventKind. A newer server may have further ones.
const (
	EventKindPlanned    EventKind = "planned"
	EventKindFinished   EventKind = "finished"
	EventKindGap        EventKind = "gap"
	EventKindStarted    EventKind = "started"
	EventKindDispatched EventKind = "dispatched"
	EventKindCompleted  EventKind = "completed"
	EventKindRetried    EventKind = "retried"
	EventKindLogged     EventKind = "logged"
	EventKindAlarm      EventKind = "alarm"
)

// Fold: Length of a time slot.
type Fold string

// Known values of Fold. A newer server may have further ones.
const (
	FoldHour Fold = "hour"
	FoldDay  Fold = "day"
)

// FreeSlot: A quiet minute of the day.
type FreeSlot struct {
	// Time of day.
	Time string `json:"time"`

	// Number of occurrences at this time, over all days.
	Occurrences int64 `json:"occurrences"`

	// Cron expression for a daily schedule at this time.
	Cron string `json:"cron"`
}

// Heatmap: Load of a tenant's schedules by hour of the week.
type Heatmap struct {
	// Start of the window, inclusive.
	From time.Time `json:"from"`

	// End of the window, exclusive.
	Until time.Time `json:"until"`

	// Time zone of the hours.
	Timezone string `json:"timezone"`

	// Number of active schedules that were counted.
	Schedules int64 `json:"schedules"`

	// Number of occurrences that were counted.
	Occurrences int64 `json:"occurrences"`

	// Whether a limit stopped the count. All numbers are then too low.
	IsCut bool `json:"is_cut"`

	// Occurrences by hour of the week, starting on Monday at 00:00: 168 entries.
	Hours []HourLoad `json:"hours"`

	// Busiest minutes of the week, busiest first.
	Busiest []BusyMinute `json:"busiest"`

	// Quiet minutes of the day for new schedules, quietest first, away from the quarters of the
	// hour.
	FreeSlots []FreeSlot `json:"free_slots"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (h Heatmap) MarshalJSON() ([]byte, error) { return marshalRecord(h) }

// HistorySchedule: A schedule and its occurrences.
type HistorySchedule struct {
	// Schedule ID.
	Schedule string `json:"schedule"`

	// Occurrences in order. Those of a crowded time slot are merged into one span.
	Spans []HistorySpan `json:"spans"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (h HistorySchedule) MarshalJSON() ([]byte, error) { return marshalRecord(h) }

// HistorySlot: An hour or a day.
type HistorySlot struct {
	// Start of the time slot.
	At time.Time `json:"at"`

	// Number of occurrences by state.
	Counts StateCounts `json:"counts"`
}

// HistorySpan: An occurrence, or the occurrences of a crowded time slot.
type HistorySpan struct {
	// Nominal time of the first occurrence.
	From time.Time `json:"from"`

	// Nominal time of the last occurrence. Equal to `from` for a single occurrence.
	Until time.Time `json:"until"`

	// Number of occurrences by state.
	Counts StateCounts `json:"counts"`
}

// HourLoad: An hour of the week.
type HourLoad struct {
	// Day of the week.
	Weekday string `json:"weekday"`

	// Hour of the day, from 0. Maximum: 23.
	Hour int64 `json:"hour"`

	// Number of occurrences.
	Occurrences int64 `json:"occurrences"`
}

// NodeActivity: Activity of this node for the tenant since the node started.
type NodeActivity struct {
	// Node ID.
	ID string `json:"id"`

	// Occurrences that were planned.
	Planned int64 `json:"planned"`

	// Attempts that were started.
	Started int64 `json:"started"`

	// Occurrences that succeeded.
	Succeeded int64 `json:"succeeded"`

	// Occurrences that were skipped.
	Skipped int64 `json:"skipped"`

	// Occurrences that failed.
	Failed int64 `json:"failed"`

	// Attempts that failed and were retried.
	Retried int64 `json:"retried"`

	// Missed occurrences that were collapsed into gaps.
	Missed int64 `json:"missed"`
}

// RunHistory: Occurrences of all schedules in a time window.
type RunHistory struct {
	// Start of the window, inclusive, by nominal time.
	From time.Time `json:"from"`

	// End of the window, exclusive.
	Until time.Time `json:"until"`

	// Time zone of the time slots.
	Timezone string `json:"timezone"`

	// Number of schedules with occurrences in the window, including those that are not returned.
	Schedules int64 `json:"schedules"`

	// Number of occurrences of all these schedules.
	Occurrences int64 `json:"occurrences"`

	// Schedules with the latest occurrences, latest first.
	Items []HistorySchedule `json:"items"`

	// Occurrences of all schedules by hour or day. Empty time slots are omitted.
	Slots []HistorySlot `json:"slots"`

	// If counting stopped at its limit: only occurrences recorded since this time are counted.
	CountedSince *time.Time `json:"counted_since,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (r RunHistory) MarshalJSON() ([]byte, error) { return marshalRecord(r) }

// ScheduleCounts: Number of schedules by status.
type ScheduleCounts struct {
	// Active schedules.
	Active BoundedCount `json:"active"`

	// Paused schedules.
	Paused BoundedCount `json:"paused"`

	// Canceled schedules.
	Canceled BoundedCount `json:"canceled"`

	// Schedules that an error has disabled.
	Disabled BoundedCount `json:"disabled"`

	// Schedules without further occurrences.
	Finished BoundedCount `json:"finished"`
}

// ScheduleHealth: Health of a tenant's schedules.
type ScheduleHealth struct {
	// Schedules whose planning is overdue by a minute or more, most overdue first. Empty as long as
	// nodes work. At most 500.
	Stale []StaleSchedule `json:"stale"`

	// Whether there may be more schedules than are listed.
	IsCut bool `json:"is_cut"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s ScheduleHealth) MarshalJSON() ([]byte, error) { return marshalRecord(s) }

// StaleSchedule: A schedule that was not planned in time.
type StaleSchedule struct {
	// Schedule ID.
	ID string `json:"id"`

	// Time at which planning was due. Null if the definition cannot be read.
	DueAt *time.Time `json:"due_at,omitempty"`

	// Reason why the definition cannot be read.
	Problem *string `json:"problem,omitempty"`
}

// StateCounts: Number of occurrences by state.
type StateCounts struct {
	// Occurrences that are planned.
	Planned int64 `json:"planned"`

	// Occurrences that are running.
	Running int64 `json:"running"`

	// Occurrences that succeeded.
	Succeeded int64 `json:"succeeded"`

	// Occurrences that were skipped.
	Skipped int64 `json:"skipped"`

	// Occurrences that failed.
	Failed int64 `json:"failed"`
}

// Stats: Statistics of a tenant.
type Stats struct {
	// Time of the count.
	At time.Time `json:"at"`

	// Schedules by status.
	Schedules ScheduleCounts `json:"schedules"`

	// Occurrences that wait for their due time or for a retry.
	Planned BoundedCount `json:"planned"`

	// Occurrences that are running.
	Running BoundedCount `json:"running"`

	// Occurrences that are due for a minute or more and have not started.
	Overdue BoundedCount `json:"overdue"`

	// Number of live nodes.
	Nodes int64 `json:"nodes"`

	// Activity of the node that responds.
	Node NodeActivity `json:"node"`
}

// UpcomingOccurrences: Upcoming occurrences of a tenant's schedules in a time window.
type UpcomingOccurrences struct {
	// Start of the window, inclusive.
	From time.Time `json:"from"`

	// End of the window, exclusive.
	Until time.Time `json:"until"`

	// Time zone of the time slots.
	Timezone string `json:"timezone"`

	// Number of active schedules that were examined.
	Schedules int64 `json:"schedules"`

	// Number of schedules with occurrences in the window, including those that are not returned.
	SchedulesWithOccurrences int64 `json:"schedules_with_occurrences"`

	// Number of occurrences of all these schedules.
	Occurrences int64 `json:"occurrences"`

	// Whether a limit stopped the search. There are then more schedules than are counted here.
	IsCut bool `json:"is_cut"`

	// Schedules with the earliest occurrences, in order of their first occurrence.
	Items []UpcomingSchedule `json:"items"`

	// Load of all schedules by hour or day. Empty time slots are omitted.
	Slots []UpcomingSlot `json:"slots"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (u UpcomingOccurrences) MarshalJSON() ([]byte, error) { return marshalRecord(u) }

// UpcomingSchedule: A schedule and its upcoming occurrences.
type UpcomingSchedule struct {
	// Schedule ID.
	Schedule string `json:"schedule"`

	// Description of the recurrence.
	Sentence string `json:"sentence"`

	// Time zone of the schedule.
	Timezone string `json:"timezone"`

	// Number of occurrences, a lower bound if `is_cut` is true.
	Occurrences int64 `json:"occurrences"`

	// Whether there are more occurrences.
	IsCut bool `json:"is_cut"`

	// Occurrences in order. Those of a crowded time slot are merged into one span.
	Spans []UpcomingSpan `json:"spans"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (u UpcomingSchedule) MarshalJSON() ([]byte, error) { return marshalRecord(u) }

// UpcomingSlot: An hour or a day.
type UpcomingSlot struct {
	// Start of the time slot.
	At time.Time `json:"at"`

	// Number of occurrences, a lower bound if `is_cut` is true.
	Occurrences int64 `json:"occurrences"`

	// Number of schedules that the occurrences belong to.
	Schedules int64 `json:"schedules"`

	// Whether there are more occurrences.
	IsCut bool `json:"is_cut"`
}

// UpcomingSpan: An occurrence, or the occurrences of a crowded time slot.
type UpcomingSpan struct {
	// Time of the first occurrence.
	From time.Time `json:"from"`

	// Time of the last occurrence. Equal to `from` for a single occurrence.
	Until time.Time `json:"until"`

	// Number of occurrences, a lower bound if `is_cut` is true.
	Occurrences int64 `json:"occurrences"`

	// Whether there are more occurrences.
	IsCut bool `json:"is_cut"`
}
