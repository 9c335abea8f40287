// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import (
	"context"
	"encoding/json"
)

var checkLiveness = endpoint{
	id:           "checkLiveness",
	method:       "GET",
	path:         "/healthz",
	isRepeatable: true,
}

// CheckLiveness checks liveness.
//
// Returns 200 as long as the process runs. The check does not contact the store, so that an
// unavailable database does not get the process killed.
func (c *Client) CheckLiveness(ctx context.Context, options ...CallOption) (*Liveness, error) {
	return call[Liveness](ctx, c, &checkLiveness, parts{options: options})
}

var getMetrics = endpoint{
	id:           "getMetrics",
	method:       "GET",
	path:         "/metrics",
	isRepeatable: true,
}

// GetMetrics gets the metrics of this node.
//
// In the Prometheus text format. Each node reports only its own activity.
//
// Requires `server`.
func (c *Client) GetMetrics(ctx context.Context, options ...CallOption) (string, error) {
	return callText(ctx, c, &getMetrics, parts{options: options})
}

var checkReadiness = endpoint{
	id:           "checkReadiness",
	method:       "GET",
	path:         "/readyz",
	isRepeatable: true,
}

// CheckReadiness checks readiness.
//
// Returns 503 with a `code` if the server cannot work: the code of the store's error, `node_failed`
// if the node has failed, `disk_full` if the store is full, `writes_fail` if a small write fails,
// or `clock_ahead` while planning is halted because the store's clock jumped forward.
func (c *Client) CheckReadiness(ctx context.Context, options ...CallOption) (*Readiness, error) {
	return call[Readiness](ctx, c, &checkReadiness, parts{options: options})
}

var getConfig = endpoint{
	id:           "getConfig",
	method:       "GET",
	path:         "/v1/config",
	isRepeatable: true,
}

// GetConfig gets the configuration.
//
// Returns the effective values, as `refrain config` prints them. Secrets are not included.
//
// Requires `server`.
func (c *Client) GetConfig(ctx context.Context, options ...CallOption) (json.RawMessage, error) {
	return callJSON(ctx, c, &getConfig, parts{options: options})
}

var listNodes = endpoint{
	id:           "listNodes",
	method:       "GET",
	path:         "/v1/nodes",
	isRepeatable: true,
}

// ListNodes lists live nodes.
//
// A node is removed from the list 30 seconds after its last heartbeat.
//
// Requires `server`.
func (c *Client) ListNodes(ctx context.Context, options ...CallOption) (*NodeList, error) {
	return call[NodeList](ctx, c, &listNodes, parts{options: options})
}

var listProviders = endpoint{
	id:           "listProviders",
	method:       "GET",
	path:         "/v1/providers",
	isRepeatable: true,
}

// ListProviders lists the providers of this node.
//
// Checks the health of each provider. A provider that does not respond within 5 seconds is
// unhealthy.
//
// Requires `viewer`.
func (c *Client) ListProviders(ctx context.Context, options ...CallOption) (*ProviderList, error) {
	return call[ProviderList](ctx, c, &listProviders, parts{options: options})
}
