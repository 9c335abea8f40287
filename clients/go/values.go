package refrain

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// Ptr returns a pointer to a value, for fields that are optional.
func Ptr[T any](value T) *T { return &value }

// value returns the value of a pointer, or the zero value.
func value[T any](pointer *T) T {
	if pointer == nil {
		return *new(T)
	}
	return *pointer
}

// MustJSON returns a value as JSON, such as a payload. It panics if the value cannot be written as JSON.
func MustJSON(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("refrain: %v", err))
	}
	return text
}

// Patch is a field of a merge patch: a value to set, or null, which clears the field. A nil *Patch changes nothing.
type Patch[T any] struct {
	value *T
}

// Set returns a field of a merge patch that sets a value.
func Set[T any](value T) *Patch[T] { return &Patch[T]{&value} }

// Clear returns a field of a merge patch that clears what is stored.
func Clear[T any]() *Patch[T] { return &Patch[T]{} }

// MarshalJSON writes the value or null.
func (p Patch[T]) MarshalJSON() ([]byte, error) { return json.Marshal(p.value) }

// UnmarshalJSON reads a value or null.
func (p *Patch[T]) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &p.value) }

// OneOrMany is a list that JSON may also write as its only item.
type OneOrMany[T any] []T

// UnmarshalJSON reads a list, or its only item.
func (o *OneOrMany[T]) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		return json.Unmarshal(data, (*[]T)(o))
	}
	var item T
	if err := json.Unmarshal(data, &item); err != nil {
		return err
	}
	*o = OneOrMany[T]{item}
	return nil
}

// Duration is a length of time as the API writes it, such as `90s` or `1h 30m`. It may be longer than a
// [time.Duration], which ends after 292 years.
type Duration string

// DurationOf returns a length of time, rounded down to seconds.
func DurationOf(length time.Duration) Duration {
	return Duration(strconv.FormatInt(int64(length/time.Second), 10) + "s")
}

// Seconds returns the length in seconds.
func (d Duration) Seconds() (int64, error) {
	var seconds, number int64
	last := int64(7200)
	hasDigits, isValid := false, d != ""
	units := map[rune]int64{'h': 3600, 'm': 60, 's': 1}
	for _, letter := range d {
		switch unit := units[letter]; {
		case letter >= '0' && letter <= '9' && number < 1<<32:
			number, hasDigits = number*10+int64(letter-'0'), true
		case unit > 0 && hasDigits && unit < last:
			seconds, number, last, hasDigits = seconds+number*unit, 0, unit, false
		case letter == ' ' && !hasDigits && last < 7200:
		default:
			isValid = false
		}
	}
	if !isValid || hasDigits || d[len(d)-1] == ' ' {
		return 0, fmt.Errorf(`expected a length of time such as "90s" or "1h 30m", found %q`, string(d))
	}
	return seconds, nil
}

// UnmarshalJSON reads a text, or a number of seconds.
func (d *Duration) UnmarshalJSON(data []byte) error {
	var seconds int64
	if json.Unmarshal(data, &seconds) == nil {
		*d = Duration(strconv.FormatInt(seconds, 10) + "s")
		return nil
	}
	return json.Unmarshal(data, (*string)(d))
}

// Date is a day of the calendar, without a time zone.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// String returns the date such as `2026-03-29`.
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// MarshalText writes the date such as `2026-03-29`.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads a date such as `2026-03-29`.
func (d *Date) UnmarshalText(text []byte) error {
	at, err := time.Parse("2006-01-02", string(text))
	if err != nil {
		return err
	}
	d.Year, d.Month, d.Day = at.Date()
	return nil
}
