// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "encoding/json"

// Action: Message to send, and the provider that sends it.
type Action struct {
	// Name of the provider that sends the action.
	Provider string `json:"provider"`

	// Time for which the deduplication key is remembered, unless a dispatch rule sets another.
	// Default: 1 day.
	DedupFor Duration `json:"dedup_for,omitempty"`

	// Deduplication key, a template. While a key is remembered, further actions with the same
	// expanded key are dropped as duplicates.
	DedupKey *string `json:"dedup_key,omitempty"`

	// Kind of the action. Dispatch rules and receivers can tell actions apart by it.
	Kind *string `json:"kind,omitempty"`

	// Additional metadata for the provider.
	Metadata map[string]string `json:"metadata,omitempty"`

	// Payload to send.
	Payload json.RawMessage `json:"payload,omitempty"`

	// Address to send to, in the provider's own terms: a URL, a queue, a handler.
	Target *string `json:"target,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a Action) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// CatchUp: Policy for occurrences that were not planned in time.
type CatchUp struct {
	// Maximum number of missed occurrences to run. Default: 100. Maximum: 10,000.
	Limit *int64 `json:"limit,omitempty"`

	// Which missed occurrences run late. Default: `latest`.
	Policy CatchUpPolicy `json:"policy,omitempty"`

	// Maximum delay at which a missed occurrence still runs. Default: one period or 24 hours,
	// whichever is shorter. With the policy `skip`, a window of less than a minute limits how late
	// an occurrence that was not planned in time counts as on time. Default: a minute.
	Window Duration `json:"window,omitempty"`
}

// CatchUpPolicy: Policy that decides which missed occurrences are caught up.
type CatchUpPolicy string

// Known values of CatchUpPolicy. A newer server may have further ones.
const (
	CatchUpPolicyLatest   CatchUpPolicy = "latest"
	CatchUpPolicySkip     CatchUpPolicy = "skip"
	CatchUpPolicyEarliest CatchUpPolicy = "earliest"
	CatchUpPolicyAll      CatchUpPolicy = "all"
)

// Delivery: Delivery guarantee: what happens after a crash between sending and recording the
// result.
type Delivery string

// Known values of Delivery. A newer server may have further ones.
const (
	DeliveryAtLeastOnce Delivery = "at_least_once"
	DeliveryAtMostOnce  Delivery = "at_most_once"
)

// HistoryLevel: Level of detail that is stored for an attempt, in addition to its times, outcome
// and reason.
type HistoryLevel string

// Known values of HistoryLevel. A newer server may have further ones.
const (
	HistoryLevelNone    HistoryLevel = "none"
	HistoryLevelErrors  HistoryLevel = "errors"
	HistoryLevelMinimal HistoryLevel = "minimal"
	HistoryLevelFull    HistoryLevel = "full"
)

// OverlapPolicy: Policy for an occurrence that is due while an earlier one of its schedule is still
// open.
//
// A run that waits for its next attempt counts as running.
type OverlapPolicy string

// Known values of OverlapPolicy. A newer server may have further ones.
const (
	OverlapPolicySkip        OverlapPolicy = "skip"
	OverlapPolicyBufferOne   OverlapPolicy = "buffer_one"
	OverlapPolicyBufferAll   OverlapPolicy = "buffer_all"
	OverlapPolicyCancelOther OverlapPolicy = "cancel_other"
	OverlapPolicyAllowAll    OverlapPolicy = "allow_all"
)

// Priority: Priority among a tenant's due occurrences.
type Priority string

// Known values of Priority. A newer server may have further ones.
const (
	PriorityHigh   Priority = "high"
	PriorityNormal Priority = "normal"
	PriorityLow    Priority = "low"
)

// RetryPolicy: Policy for retries of failed attempts.
type RetryPolicy struct {
	// Factor by which each delay is multiplied to get the next. Default: 2.
	Factor *float64 `json:"factor,omitempty"`

	// Delay before the second attempt. Default: 10 seconds.
	Initial Duration `json:"initial,omitempty"`

	// Maximum number of attempts, including the first. Default: 5.
	MaxAttempts *int64 `json:"max_attempts,omitempty"`

	// Maximum time from the first attempt to the last. Default: 24 hours.
	MaxElapsed Duration `json:"max_elapsed,omitempty"`

	// Maximum delay between two attempts. Default: 1 hour.
	MaxInterval Duration `json:"max_interval,omitempty"`
}

// Scope: Object that a schedule belongs to: a template node, an engagement, a customer.
type Scope struct {
	// Type of the object.
	Type string `json:"type"`

	// ID of the object.
	ID string `json:"id"`
}
