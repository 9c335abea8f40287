// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "time"

// Calendar: Days off: weekdays that are always off, and single dates.
type Calendar struct {
	// Dates that are off.
	Dates []Date `json:"dates,omitempty"`

	// Weekdays that are off every week.
	Weekend OneOrMany[Weekday] `json:"weekend,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (c Calendar) MarshalJSON() ([]byte, error) { return marshalRecord(c) }

// CalendarImportResult: Result of an import.
type CalendarImportResult struct {
	// The calendar after the import.
	Calendar StoredCalendar `json:"calendar"`

	// Number of events that added dates.
	Events int64 `json:"events"`

	// Number of events that were skipped.
	Skipped int64 `json:"skipped"`

	// The skipped events, at most 100.
	Named []SkippedEvent `json:"named"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (c CalendarImportResult) MarshalJSON() ([]byte, error) { return marshalRecord(c) }

// CalendarList: A page of a list.
type CalendarList struct {
	// Items of the page.
	Items []StoredCalendar `json:"items"`

	// Cursor of the next page. Null on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (c CalendarList) MarshalJSON() ([]byte, error) { return marshalRecord(c) }

// SkippedEvent: An event that added no dates.
type SkippedEvent struct {
	// Line in which the event starts.
	Line int64 `json:"line"`

	// Reason: `not_whole_days`, `canceled` or `no_start`.
	Reason string `json:"reason"`

	// Summary of the event.
	Summary *string `json:"summary,omitempty"`
}

// StoredCalendar: A document with its name and version.
type StoredCalendar struct {
	// Name of the document.
	Name string `json:"name"`

	// Version, which increases with every write. A name that is deleted and used again continues
	// the count.
	Version int64 `json:"version"`

	// Time of the last change.
	UpdatedAt time.Time `json:"updated_at"`

	// Days off: weekdays that are always off, and single dates.
	Definition *Calendar `json:"definition,omitempty"`

	// Reason why the definition cannot be read.
	Problem *string `json:"problem,omitempty"`

	// Warnings about settings that are probably not intended. Only in responses to a save. Omitted
	// if there are none.
	Warnings []Warning `json:"warnings,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s StoredCalendar) MarshalJSON() ([]byte, error) { return marshalRecord(s) }
