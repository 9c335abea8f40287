// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import (
	"encoding/json"
	"time"
)

// ActiveHours: A part of some days, in the rule's time zone.
type ActiveHours struct {
	// Days of the week. Default: every day. A night that begins on one of these days belongs to
	// that day as a whole.
	Days []Weekday `json:"days,omitempty"`

	// Start time. Default: midnight.
	From *string `json:"from,omitempty"`

	// End time (exclusive). Default: midnight. An end before `from` is on the next day.
	To *string `json:"to,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (a ActiveHours) MarshalJSON() ([]byte, error) { return marshalRecord(a) }

// DispatchRule: A condition on actions, and the action to take when it is true.
type DispatchRule struct {
	// Order of evaluation. Rules with a smaller number are evaluated first.
	Priority int64 `json:"priority"`

	// Condition as a CEL expression.
	Condition string `json:"condition"`

	// Action to take when the condition is true.
	Then DispatchRuleAction `json:"then"`

	// Times at which the rule is active. Default: always.
	Active []ActiveHours `json:"active,omitempty"`

	// Description for people.
	Description *string `json:"description,omitempty"`

	// Whether the rule is enabled. Default: true.
	Enabled *bool `json:"enabled,omitempty"`

	// What happens when the condition cannot be evaluated. Default: `open`.
	OnError RuleErrorPolicy `json:"on_error,omitempty"`

	// Time zone for days and hours (IANA name). Default: `UTC`.
	Timezone *string `json:"timezone,omitempty"`

	// Whether the rule was last saved without the permission `command`. If such a rule modifies an
	// action whose provider starts programs, the action is not sent and fails. Set by the server;
	// ignored in requests.
	WithoutCommand *bool `json:"without_command,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (d DispatchRule) MarshalJSON() ([]byte, error) { return marshalRecord(d) }

// DispatchRuleAction: Action of a dispatch rule.
//
// Exactly one field is set.
type DispatchRuleAction struct {
	// The alternative `allow`.
	Allow *AllowDispatchRuleAction

	// The alternative `deny`.
	Deny *DenyDispatchRuleAction

	// The alternative `suppress`.
	Suppress *SuppressDispatchRuleAction

	// The alternative `dedup`.
	Dedup *DedupDispatchRuleAction

	// The alternative `reroute`.
	Reroute *RerouteDispatchRuleAction

	// The alternative `throttle`.
	Throttle *ThrottleDispatchRuleAction

	// The alternative `modify`.
	Modify *ModifyDispatchRuleAction

	// The alternative `delay`.
	Delay *DelayDispatchRuleAction

	// Unknown is an alternative of a newer server, as it was read.
	Unknown json.RawMessage
}

func (d *DispatchRuleAction) alternatives() []alternative {
	return []alternative{
		{"allow", &d.Allow},
		{"deny", &d.Deny},
		{"suppress", &d.Suppress},
		{"dedup", &d.Dedup},
		{"reroute", &d.Reroute},
		{"throttle", &d.Throttle},
		{"modify", &d.Modify},
		{"delay", &d.Delay},
	}
}

// MarshalJSON writes the alternative that is set.
func (d DispatchRuleAction) MarshalJSON() ([]byte, error) {
	return marshalTagged("action", d.alternatives(), d.Unknown)
}

// UnmarshalJSON reads any alternative.
func (d *DispatchRuleAction) UnmarshalJSON(data []byte) error {
	return unmarshalTagged(data, "action", d.alternatives(), &d.Unknown)
}

// AllowDispatchRuleAction: Lets the occurrence pass. No further rules are evaluated.
type AllowDispatchRuleAction struct{}

// DenyDispatchRuleAction: Rejects the occurrence permanently. It is settled as `failed(rejected)`.
type DenyDispatchRuleAction struct {
	// Reason, shown with the occurrence.
	Reason string `json:"reason"`
}

// SuppressDispatchRuleAction: Drops the occurrence. It is settled as `skipped(suppressed)`.
type SuppressDispatchRuleAction struct {
	// Reason, shown with the occurrence.
	Reason string `json:"reason"`
}

// DedupDispatchRuleAction: Drops the occurrence if the same key passed recently. Requires a
// `dedup_key` in the action.
type DedupDispatchRuleAction struct {
	// Time for which a key is remembered.
	Ttl Duration `json:"ttl"`
}

// RerouteDispatchRuleAction: Sends the action through another provider.
type RerouteDispatchRuleAction struct {
	// Name of the provider.
	Provider string `json:"provider"`
}

// ThrottleDispatchRuleAction: Limits the number of occurrences per time window.
type ThrottleDispatchRuleAction struct {
	// Maximum number of occurrences per window.
	Limit int64 `json:"limit"`

	// Length of the window.
	Window Duration `json:"window"`

	// What happens to occurrences beyond the limit. Default: `skip`.
	Beyond OverLimitPolicy `json:"beyond,omitempty"`

	// What is counted together. Default: `tenant`.
	Key *string `json:"key,omitempty"`
}

// ModifyDispatchRuleAction: Changes the payload.
type ModifyDispatchRuleAction struct {
	// JSON merge patch (RFC 7396).
	Patch json.RawMessage `json:"patch"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (m ModifyDispatchRuleAction) MarshalJSON() ([]byte, error) { return marshalRecord(m) }

// DelayDispatchRuleAction: Delays the action until this long after its due time. After that, the
// rule has no effect.
type DelayDispatchRuleAction struct {
	// Length of the delay.
	By Duration `json:"by"`
}

// DispatchRuleList: A page of a list.
type DispatchRuleList struct {
	// Items of the page.
	Items []StoredDispatchRule `json:"items"`

	// Cursor of the next page. Null on the last page.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (d DispatchRuleList) MarshalJSON() ([]byte, error) { return marshalRecord(d) }

// OverLimitPolicy: What happens to occurrences beyond a limit.
type OverLimitPolicy string

// Known values of OverLimitPolicy. A newer server may have further ones.
const (
	OverLimitPolicySkip OverLimitPolicy = "skip"
	OverLimitPolicyWait OverLimitPolicy = "wait"
)

// RuleErrorPolicy: What happens when the condition of a rule cannot be evaluated, for example
// because it uses a missing member.
type RuleErrorPolicy string

// Known values of RuleErrorPolicy. A newer server may have further ones.
const (
	RuleErrorPolicyOpen   RuleErrorPolicy = "open"
	RuleErrorPolicyClosed RuleErrorPolicy = "closed"
)

// StoredDispatchRule: A document with its name and version.
type StoredDispatchRule struct {
	// Name of the document.
	Name string `json:"name"`

	// Version, which increases with every write. A name that is deleted and used again continues
	// the count.
	Version int64 `json:"version"`

	// Time of the last change.
	UpdatedAt time.Time `json:"updated_at"`

	// A condition on actions, and the action to take when it is true.
	Definition *DispatchRule `json:"definition,omitempty"`

	// Reason why the definition cannot be read.
	Problem *string `json:"problem,omitempty"`

	// Warnings about settings that are probably not intended. Only in responses to a save. Omitted
	// if there are none.
	Warnings []Warning `json:"warnings,omitempty"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (s StoredDispatchRule) MarshalJSON() ([]byte, error) { return marshalRecord(s) }
