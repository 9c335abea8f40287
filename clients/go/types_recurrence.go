// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import (
	"encoding/json"
	"time"
)

// CronDialect: The cron dialect an expression is written in.
type CronDialect string

// Known values of CronDialect. A newer server may have further ones.
const (
	CronDialectUnix     CronDialect = "unix"
	CronDialectQuartz   CronDialect = "quartz"
	CronDialectCronos   CronDialect = "cronos"
	CronDialectRobfig   CronDialect = "robfig"
	CronDialectCroniter CronDialect = "croniter"
	CronDialectCroner   CronDialect = "croner"
	CronDialectTemporal CronDialect = "temporal"
)

// CustomPeriod: One explicit period.
type CustomPeriod struct {
	// Period key, unique in the list.
	Key string `json:"key"`

	// First day of the period.
	StartsOn Date `json:"starts_on"`

	// Day after the last day of the period.
	EndsOn Date `json:"ends_on"`

	// Name of the period for people to read. Default: the key.
	Label *string `json:"label,omitempty"`
}

// CustomPeriods: Periods from an explicit list instead of a calendar.
type CustomPeriods struct {
	// Periods in order, without overlaps.
	Periods []CustomPeriod `json:"periods"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (c CustomPeriods) MarshalJSON() ([]byte, error) { return marshalRecord(c) }

// DayMatch: How day of month and day of week combine when both are restricted.
type DayMatch string

// Known values of DayMatch. A newer server may have further ones.
const (
	DayMatchOr  DayMatch = "or"
	DayMatchAnd DayMatch = "and"
)

// FiscalPattern: Division of a fiscal year into twelve periods.
type FiscalPattern string

// Known values of FiscalPattern. A newer server may have further ones.
const (
	FiscalPatternMonthly FiscalPattern = "monthly"
	FiscalPattern445     FiscalPattern = "4-4-5"
)

// FiscalYear: A fiscal year and its division into periods.
type FiscalYear struct {
	// Month in which the year starts, 1 to 12. A year that does not start in January is named after
	// the year it ends in.
	StartMonth int64 `json:"start_month"`

	// Division of the year into periods.
	Pattern FiscalPattern `json:"pattern,omitempty"`
}

// Frequency: Length of a calendar period.
type Frequency string

// Known values of Frequency. A newer server may have further ones.
const (
	FrequencyDaily     Frequency = "daily"
	FrequencyWeekly    Frequency = "weekly"
	FrequencyMonthly   Frequency = "monthly"
	FrequencyQuarterly Frequency = "quarterly"
	FrequencyYearly    Frequency = "yearly"
)

// IntervalUnit: Unit of an `every` interval.
type IntervalUnit string

// Known values of IntervalUnit. A newer server may have further ones.
const (
	IntervalUnitSeconds IntervalUnit = "seconds"
	IntervalUnitMinutes IntervalUnit = "minutes"
	IntervalUnitHours   IntervalUnit = "hours"
	IntervalUnitDays    IntervalUnit = "days"
	IntervalUnitWeeks   IntervalUnit = "weeks"
	IntervalUnitMonths  IntervalUnit = "months"
	IntervalUnitYears   IntervalUnit = "years"
)

// MonthOverflow: What happens to a day that the month does not have, such as the 31st in a month of
// 30 days.
type MonthOverflow string

// Known values of MonthOverflow. A newer server may have further ones.
const (
	MonthOverflowClamp MonthOverflow = "clamp"
	MonthOverflowSkip  MonthOverflow = "skip"
	MonthOverflowNext  MonthOverflow = "next"
)

// NthWeekday: The n-th weekday of a month. A negative number counts from the end of the month.
type NthWeekday struct {
	// Number of the weekday in the month: 1 to 5, or -1 to -5.
	N int64 `json:"n"`

	// Day of the week.
	Day Weekday `json:"day"`
}

// PeriodAnchor: Calendar that defines the periods of a `calendar` recurrence.
//
// Exactly one field is set.
type PeriodAnchor struct {
	// Text is the alternative that is a text. Known value: `calendar`.
	Text *string

	// The alternative `fiscal`.
	Fiscal *PeriodAnchorFiscal

	// The alternative `custom`.
	Custom *PeriodAnchorCustom

	// Unknown is an alternative of a newer server, as it was read.
	Unknown json.RawMessage
}

func (p *PeriodAnchor) alternatives() []alternative {
	return []alternative{
		{"text", &p.Text},
		{"fiscal", &p.Fiscal},
		{"custom", &p.Custom},
	}
}

// MarshalJSON writes the alternative that is set.
func (p PeriodAnchor) MarshalJSON() ([]byte, error) {
	return marshalUnion(p.alternatives(), p.Unknown)
}

// UnmarshalJSON reads any alternative.
func (p *PeriodAnchor) UnmarshalJSON(data []byte) error {
	return unmarshalUnion(data, p.alternatives(), &p.Unknown)
}

// PeriodAnchorFiscal: A fiscal year.
type PeriodAnchorFiscal struct {
	// A fiscal year.
	Fiscal FiscalYear `json:"fiscal"`
}

// PeriodAnchorCustom: An explicit list of periods.
type PeriodAnchorCustom struct {
	// An explicit list of periods.
	Custom CustomPeriods `json:"custom"`
}

// PeriodPoint: Position of an occurrence in its period.
type PeriodPoint string

// Known values of PeriodPoint. A newer server may have further ones.
const (
	PeriodPointPeriodStart PeriodPoint = "period_start"
	PeriodPointPeriodEnd   PeriodPoint = "period_end"
)

// Recurrence: The recurrence of a schedule: when it runs.
//
// Exactly one field is set.
type Recurrence struct {
	// The alternative `cron`.
	Cron *CronRecurrence

	// The alternative `every`.
	Every *EveryRecurrence

	// The alternative `calendar`.
	Calendar *CalendarRecurrence

	// The alternative `rrule`.
	RRule *RRuleRecurrence

	// The alternative `once`.
	Once *OnceRecurrence

	// The alternative `after_completion`.
	AfterCompletion *AfterCompletionRecurrence

	// The alternative `any`.
	Any *AnyRecurrence

	// The alternative `all`.
	All *AllRecurrence

	// Unknown is an alternative of a newer server, as it was read.
	Unknown json.RawMessage
}

func (r *Recurrence) alternatives() []alternative {
	return []alternative{
		{"cron", &r.Cron},
		{"every", &r.Every},
		{"calendar", &r.Calendar},
		{"rrule", &r.RRule},
		{"once", &r.Once},
		{"after_completion", &r.AfterCompletion},
		{"any", &r.Any},
		{"all", &r.All},
	}
}

// MarshalJSON writes the alternative that is set.
func (r Recurrence) MarshalJSON() ([]byte, error) {
	return marshalTagged("kind", r.alternatives(), r.Unknown)
}

// UnmarshalJSON reads any alternative.
func (r *Recurrence) UnmarshalJSON(data []byte) error {
	return unmarshalTagged(data, "kind", r.alternatives(), &r.Unknown)
}

// CronRecurrence: A cron expression, with optional overrides of its dialect.
type CronRecurrence struct {
	// Five, six or seven fields, a macro such as `@daily`, or `@every 90s`.
	Expression string `json:"expression"`

	// Whether day of month and day of week must both match. Default: as in the dialect.
	DayMatch DayMatch `json:"day_match,omitempty"`

	// Cron dialect that the expression follows. Default: `unix`.
	Dialect CronDialect `json:"dialect,omitempty"`

	// Position of the seconds field. Default: as in the dialect.
	Seconds SecondsField `json:"seconds,omitempty"`

	// Numbering of weekdays. Default: as in the dialect.
	Weekdays WeekdayNumbers `json:"weekdays,omitempty"`
}

// EveryRecurrence: Every n units, anchored at the start, with optional refinements.
type EveryRecurrence struct {
	// Number of units between two occurrences. Zero is allowed only together with a list of hours,
	// days or months.
	Every int64 `json:"every"`

	// Unit of the interval.
	Unit IntervalUnit `json:"unit"`

	// Times of day, for days and longer units. Default: midnight. An empty list means the anchor's
	// time of day.
	At OneOrMany[string] `json:"at,omitempty"`

	// Months with an occurrence, 1 to 12.
	InMonths OneOrMany[int64] `json:"in_months,omitempty"`

	// What happens to a day that the month does not have.
	MonthOverflow MonthOverflow `json:"month_overflow,omitempty"`

	// Weekdays with an occurrence, for days and weeks.
	OnDays OneOrMany[Weekday] `json:"on_days,omitempty"`

	// First such weekday of the month.
	OnFirst Weekday `json:"on_first,omitempty"`

	// Hours of the day with an occurrence, for hours.
	OnHours OneOrMany[int64] `json:"on_hours,omitempty"`

	// Last such weekday of the month.
	OnLast Weekday `json:"on_last,omitempty"`

	// Minute of the hour, for hours.
	OnMinute *int64 `json:"on_minute,omitempty"`

	// Days of the month, for months and years. -1 is the last day.
	OnMonthDays OneOrMany[int64] `json:"on_month_days,omitempty"`

	// N-th such weekdays of the month.
	OnNth OneOrMany[NthWeekday] `json:"on_nth,omitempty"`

	// Second of the minute, for minutes and hours.
	OnSecond *int64 `json:"on_second,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (e EveryRecurrence) MarshalJSON() ([]byte, error) { return marshalRecord(e) }

// CalendarRecurrence: Calendar, fiscal or custom periods with one or more occurrences in each.
type CalendarRecurrence struct {
	// Calendar that defines the periods.
	Anchor *PeriodAnchor `json:"anchor,omitempty"`

	// Whether the occurrence is at the start or at the end of its period.
	At PeriodPoint `json:"at,omitempty"`

	// Weekdays within the period, such as `MO`. Months and longer periods also accept `2TU` or
	// `-1FR`.
	ByDay OneOrMany[string] `json:"by_day,omitempty"`

	// Days of the month. -1 is the last day.
	ByMonthDay OneOrMany[int64] `json:"by_month_day,omitempty"`

	// Length of a period. Absent for custom periods.
	Frequency Frequency `json:"frequency,omitempty"`

	// Interval in periods, counted from the period that contains the start. Default: 1.
	Interval *int64 `json:"interval,omitempty"`

	// Time by which the occurrence precedes that point.
	Lead *string `json:"lead,omitempty"`

	// Time of day of the occurrence. Default: midnight.
	TimeOfDay *string `json:"time_of_day,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (c CalendarRecurrence) MarshalJSON() ([]byte, error) { return marshalRecord(c) }

// RRuleRecurrence: RFC 5545 lines.
type RRuleRecurrence struct {
	// `DTSTART`, `RRULE`, `RDATE`, `EXRULE` and `EXDATE` lines. A bare list of rule parts is read
	// as an `RRULE`.
	Text string `json:"text"`
}

// OnceRecurrence: A single instant.
type OnceRecurrence struct {
	// Instant of the occurrence.
	At time.Time `json:"at"`
}

// AfterCompletionRecurrence: A fixed delay between runs.
type AfterCompletionRecurrence struct {
	// Time from the completion of one run to the start of the next.
	Delay Duration `json:"delay"`
}

// AnyRecurrence: Several recurrences combined into one.
type AnyRecurrence struct {
	// Recurrences to combine.
	Of []Recurrence `json:"of"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a AnyRecurrence) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// AllRecurrence: Several recurrences combined into one.
type AllRecurrence struct {
	// Recurrences to combine.
	Of []Recurrence `json:"of"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a AllRecurrence) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// SecondsField: Position of the seconds field.
type SecondsField string

// Known values of SecondsField. A newer server may have further ones.
const (
	SecondsFieldNone  SecondsField = "none"
	SecondsFieldFirst SecondsField = "first"
	SecondsFieldLast  SecondsField = "last"
)

// Weekday: A day of the week. JSON accepts the English name or its first two or three letters, in
// any case.
type Weekday string

// Known values of Weekday. A newer server may have further ones.
const (
	WeekdayMonday    Weekday = "monday"
	WeekdayTuesday   Weekday = "tuesday"
	WeekdayWednesday Weekday = "wednesday"
	WeekdayThursday  Weekday = "thursday"
	WeekdayFriday    Weekday = "friday"
	WeekdaySaturday  Weekday = "saturday"
	WeekdaySunday    Weekday = "sunday"
)

// WeekdayNumbers: Numbering of weekdays.
type WeekdayNumbers string

// Known values of WeekdayNumbers. A newer server may have further ones.
const (
	WeekdayNumbersSundayZero WeekdayNumbers = "sunday_zero"
	WeekdayNumbersSundayOne  WeekdayNumbers = "sunday_one"
)
