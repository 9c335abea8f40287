// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "time"

// Liveness: Result of the liveness check.
type Liveness struct {
	// Always `ok`.
	Status string `json:"status"`
}

// Node: A process that works on the store.
type Node struct {
	// Node ID.
	ID string `json:"id"`

	// Program version.
	Version string `json:"version"`

	// Version of the time zone database.
	Tzdb string `json:"tzdb"`

	// Start time.
	StartedAt time.Time `json:"started_at"`

	// Whether this is the node that responds.
	IsCurrent bool `json:"is_current"`
}

// NodeList: The live nodes.
type NodeList struct {
	// Nodes, in order of ID.
	Items []Node `json:"items"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (n NodeList) MarshalJSON() ([]byte, error) { return marshalRecord(n) }

// Provider: A provider, which delivers actions.
type Provider struct {
	// Name of the provider in schedules.
	Name string `json:"name"`

	// Whether the provider can be used now.
	IsHealthy bool `json:"is_healthy"`

	// Reason why the provider cannot be used.
	Problem *string `json:"problem,omitempty"`
}

// ProviderList: The providers of this node.
type ProviderList struct {
	// Providers, in order of name.
	Items []Provider `json:"items"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (p ProviderList) MarshalJSON() ([]byte, error) { return marshalRecord(p) }

// Readiness: Result of the readiness check.
type Readiness struct {
	// Always `ready`.
	Status string `json:"status"`

	// Kind of store.
	Store string `json:"store"`

	// Schema version of the store.
	SchemaVersion int64 `json:"schema_version"`

	// Version of the time zone database.
	Tzdb string `json:"tzdb"`

	// Warnings for the operator.
	Warnings []string `json:"warnings"`
}

// MarshalJSON writes the fields that are set. An empty list is set, a nil one is not.
func (r Readiness) MarshalJSON() ([]byte, error) { return marshalRecord(r) }
