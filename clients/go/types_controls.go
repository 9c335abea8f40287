// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "time"

// Alert: Alert: the alarms and schedules to watch, and the action to send.
type Alert struct {
	// Names of the alarms to send.
	On []string `json:"on"`

	// Action to send. Placeholders such as `{{alarm.message}}` in the strings of its payload are
	// replaced with details of the alarm.
	Action Action `json:"action"`

	// Number of consecutive failures from which the alarm `failing` is sent. Default: 1.
	FailingAfter *int64 `json:"failing_after,omitempty"`

	// Labels of the schedules to watch. A schedule must have all of them.
	Labels map[string]string `json:"labels,omitempty"`

	// Minimum time between two alerts about the same alarm of the same schedule. Default: 15
	// minutes. Maximum: 30 days.
	Limit Duration `json:"limit,omitempty"`

	// IDs of the schedules to watch. Default: all schedules.
	Schedules []string `json:"schedules,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a Alert) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// AlertList: A page of a list.
type AlertList struct {
	// Items of the page.
	Items []StoredAlert `json:"items"`

	// Cursor of the next page. Null on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a AlertList) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// CircuitBreaker: State of a circuit breaker.
type CircuitBreaker struct {
	// Name of the provider.
	Provider string `json:"provider"`

	// Receiver in the provider's own terms. Empty if the provider has only one receiver.
	Receiver string `json:"receiver"`

	// Whether this node has the provider. Other nodes may have others.
	IsProviderAvailable bool `json:"is_provider_available"`

	// State: `closed`, `failing`, `open`, `half_open` or `tripped`.
	State string `json:"state"`

	// Whether actions for the receiver are sent.
	IsClosed bool `json:"is_closed"`

	// Number of consecutive failures, while the breaker is `failing`.
	Failures *int64 `json:"failures,omitempty"`

	// Reason given when the breaker was tripped.
	Note *string `json:"note,omitempty"`

	// Number of consecutive deliveries, while the breaker is `half_open`.
	Successes *int64 `json:"successes,omitempty"`

	// While the breaker is `open`: when the next probe may be sent. While it is `half_open`: when
	// the current probe times out.
	Until *time.Time `json:"until,omitempty"`
}

// CircuitBreakerRequest: A circuit breaker to change, and the reason.
type CircuitBreakerRequest struct {
	// Name of the provider.
	Provider string `json:"provider"`

	// Reason for the change.
	Note *string `json:"note,omitempty"`

	// Receiver in the provider's own terms, such as a host. Omit it if the provider has only one
	// receiver.
	Receiver *string `json:"receiver,omitempty"`
}

// DispatchOutcome: Outcome of a dispatch. Only `delivered` counts as success.
type DispatchOutcome struct {
	// Kind: `delivered`, `skipped`, `retryable`, `rejected` or `delayed`.
	Kind string `json:"kind"`

	// Message for people.
	Message *string `json:"message,omitempty"`

	// Reason code as in the ledger, unless the action was delivered.
	Reason *string `json:"reason,omitempty"`

	// Time that the receiver asked to wait before a retry, in seconds.
	RetryAfterSeconds *int64 `json:"retry_after_seconds,omitempty"`

	// Object that the receiver created.
	Target *RunTarget `json:"target,omitempty"`

	// Earliest time of the next try, if the action is delayed.
	Until *time.Time `json:"until,omitempty"`
}

// DispatchReport: Verdicts of the dispatch steps, and the outcome.
type DispatchReport struct {
	// Provider that sent the action, or would have sent it.
	Provider string `json:"provider"`

	// Steps in order, up to the one that stopped the dispatch.
	Steps []DispatchStep `json:"steps"`

	// Outcome of the dispatch. Null for a dry run that no step stopped.
	Outcome *DispatchOutcome `json:"outcome,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (d DispatchReport) MarshalJSON() ([]byte, error) { return marshalRecord(d) }

// DispatchRequest: A single action to send.
type DispatchRequest struct {
	// Action to send, with its provider.
	Action Action `json:"action"`

	// Whether to return only the verdicts: nothing is sent, counted or marked. Default: false.
	DryRun *bool `json:"dry_run,omitempty"`

	// Reason for the dispatch.
	Note *string `json:"note,omitempty"`

	// Timeout of the provider. Default: 30 seconds. Maximum: 50 seconds.
	Timeout Duration `json:"timeout,omitempty"`
}

// DispatchResult: Result of a dispatch.
type DispatchResult struct {
	// Name of the dispatch: the request's `Idempotency-Key`, or a generated one. Receivers get the
	// same idempotency key for the same name.
	Key string `json:"key"`

	// Whether the request was a dry run: nothing was sent.
	DryRun bool `json:"dry_run"`

	// Verdicts of the steps, and the outcome.
	Report DispatchReport `json:"report"`
}

// DispatchStep: Verdict of one step.
type DispatchStep struct {
	// Name of the step: `guard`, `controls` (holds and quotas), `rules`, `dedup`, `throttle`,
	// `breaker` or `provider`.
	Step string `json:"step"`

	// Decision: `pass`, `changed` or `stop`.
	Decision string `json:"decision"`

	// Explanation of the decision.
	Detail *string `json:"detail,omitempty"`
}

// Hold: Stop order for a selection of schedules: a legal hold, an inactive engagement, a
// maintenance window.
type Hold struct {
	// Reason as a short code.
	Code string `json:"code"`

	// Start of the hold (inclusive), compared with nominal time. Default: no start.
	From *time.Time `json:"from,omitempty"`

	// Reason in words.
	Note *string `json:"note,omitempty"`

	// Selection of schedules that the hold covers. Default: all schedules of the tenant.
	Selects *HoldSelector `json:"selects,omitempty"`

	// End of the hold (exclusive), compared with nominal time. Default: no end.
	Until *time.Time `json:"until,omitempty"`
}

// HoldList: A page of a list.
type HoldList struct {
	// Items of the page.
	Items []StoredHold `json:"items"`

	// Cursor of the next page. Null on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (h HoldList) MarshalJSON() ([]byte, error) { return marshalRecord(h) }

// HoldSelector: Selection of the schedules that a hold covers. A schedule must match every given
// criterion.
type HoldSelector struct {
	// Labels. The schedule must have all of them. Default: none.
	Labels map[string]string `json:"labels,omitempty"`

	// Schedule IDs. The schedule must be one of them. Default: all.
	Schedules []string `json:"schedules,omitempty"`

	// Object that the schedule belongs to. Default: any.
	Scope *Scope `json:"scope,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (h HoldSelector) MarshalJSON() ([]byte, error) { return marshalRecord(h) }

// Quota: Quota: maximum number of occurrences that start per window. A window begins with the first
// occurrence that starts after the previous window ended.
type Quota struct {
	// Maximum number of occurrences that start in one window.
	Limit int64 `json:"limit"`

	// Length of the window.
	Window Duration `json:"window"`
}

// QuotaList: A page of a list.
type QuotaList struct {
	// Items of the page.
	Items []StoredQuota `json:"items"`

	// Cursor of the next page. Null on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (q QuotaList) MarshalJSON() ([]byte, error) { return marshalRecord(q) }

// RuleTestRequest: Subject of the test: either a schedule or an action.
type RuleTestRequest struct {
	// Action to test, without a schedule.
	Action *Action `json:"action,omitempty"`

	// Schedule ID: tests the next occurrence of this schedule.
	Schedule *string `json:"schedule,omitempty"`
}

// StoredAlert: A document with its name and version.
type StoredAlert struct {
	// Name of the document.
	Name string `json:"name"`

	// Version, which increases with every write. A name that is deleted and used again continues
	// the count.
	Version int64 `json:"version"`

	// Time of the last change.
	UpdatedAt time.Time `json:"updated_at"`

	// Alert: the alarms and schedules to watch, and the action to send.
	Definition *Alert `json:"definition,omitempty"`

	// Reason why the definition cannot be read.
	Problem *string `json:"problem,omitempty"`

	// Warnings about settings that are probably not intended. Only in responses to a save. Omitted
	// if there are none.
	Warnings []Warning `json:"warnings,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s StoredAlert) MarshalJSON() ([]byte, error) { return marshalRecord(s) }

// StoredHold: A document with its name and version.
type StoredHold struct {
	// Name of the document.
	Name string `json:"name"`

	// Version, which increases with every write. A name that is deleted and used again continues
	// the count.
	Version int64 `json:"version"`

	// Time of the last change.
	UpdatedAt time.Time `json:"updated_at"`

	// Stop order for a selection of schedules: a legal hold, an inactive engagement, a maintenance
	// window.
	Definition *Hold `json:"definition,omitempty"`

	// Reason why the definition cannot be read.
	Problem *string `json:"problem,omitempty"`

	// Warnings about settings that are probably not intended. Only in responses to a save. Omitted
	// if there are none.
	Warnings []Warning `json:"warnings,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s StoredHold) MarshalJSON() ([]byte, error) { return marshalRecord(s) }

// StoredQuota: A document with its name and version.
type StoredQuota struct {
	// Name of the document.
	Name string `json:"name"`

	// Version, which increases with every write. A name that is deleted and used again continues
	// the count.
	Version int64 `json:"version"`

	// Time of the last change.
	UpdatedAt time.Time `json:"updated_at"`

	// Quota: maximum number of occurrences that start per window. A window begins with the first
	// occurrence that starts after the previous window ended.
	Definition *Quota `json:"definition,omitempty"`

	// Reason why the definition cannot be read.
	Problem *string `json:"problem,omitempty"`

	// Warnings about settings that are probably not intended. Only in responses to a save. Omitted
	// if there are none.
	Warnings []Warning `json:"warnings,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s StoredQuota) MarshalJSON() ([]byte, error) { return marshalRecord(s) }
