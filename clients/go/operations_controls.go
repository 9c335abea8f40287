// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

import "context"

var listAlerts = endpoint{
	id:           "listAlerts",
	method:       "GET",
	path:         "/v1/alerts",
	isRepeatable: true,
}

// ListAlertsOptions are the options of [Client.ListAlerts]. A field without a value is not sent.
type ListAlertsOptions struct {
	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListAlerts lists alerts.
//
// In order of name. Page size: 50 by default, at most 500.
//
// Requires `viewer`.
func (c *Client) ListAlerts(ctx context.Context, query *ListAlertsOptions, options ...CallOption) *Listing[AlertList, StoredAlert] {
	return pages(ctx, c, &listAlerts, parts{query: optional(query), options: options}, func(page *AlertList) ([]StoredAlert, *string) {
		return page.Items, page.NextCursor
	})
}

var getAlert = endpoint{
	id:           "getAlert",
	method:       "GET",
	path:         "/v1/alerts/{name}",
	isRepeatable: true,
	isCacheable:  true,
}

// GetAlert gets an alert.
//
// Returns the alert with its version: the alarms and schedules that it watches, and the action that
// it sends.
//
// Requires `viewer`.
func (c *Client) GetAlert(ctx context.Context, name string, options ...CallOption) (*StoredAlert, error) {
	return call[StoredAlert](ctx, c, &getAlert, parts{path: []any{name}, options: options})
}

var putAlert = endpoint{
	id:            "putAlert",
	method:        "PUT",
	path:          "/v1/alerts/{name}",
	mediaType:     "application/json",
	isRepeatable:  true,
	isConditional: true,
	isCreating:    true,
}

// PutAlertOptions are the options of [Client.PutAlert]. A field without a value is not sent.
type PutAlertOptions struct {
	// Whether to save the document although no live node has its provider. Default: false.
	AllowUnknownProvider *bool `query:"allow_unknown_provider"`
}

// PutAlert creates or replaces an alert.
//
// The request is rejected if the alert's action could not be sent. Default limit: one message in 15
// minutes for the same alarm of the same schedule; maximum: 30 days. `failing_after` is 1 by
// default. An alert names at most 1,000 schedules and 1,000 labels, and a tenant has at most 100
// alerts. With `If-Match`, the alert is replaced only if its version matches; with
// `If-None-Match: *`, it is only created. Otherwise the request returns 412.
//
// Requires `editor`. Also requires `command` if the request can start a program.
func (c *Client) PutAlert(ctx context.Context, name string, alert Alert, query *PutAlertOptions, options ...CallOption) (*StoredAlert, error) {
	return call[StoredAlert](ctx, c, &putAlert, parts{path: []any{name}, body: alert, query: optional(query), options: options})
}

var deleteAlert = endpoint{
	id:            "deleteAlert",
	method:        "DELETE",
	path:          "/v1/alerts/{name}",
	isRepeatable:  true,
	isConditional: true,
}

// DeleteAlert deletes an alert.
//
// Notifications that are already being sent are still delivered.
//
// Requires `editor`.
func (c *Client) DeleteAlert(ctx context.Context, name string, options ...CallOption) error {
	return callNothing(ctx, c, &deleteAlert, parts{path: []any{name}, options: options})
}

var getCircuitBreaker = endpoint{
	id:           "getCircuitBreaker",
	method:       "GET",
	path:         "/v1/breakers",
	isRepeatable: true,
}

// GetCircuitBreakerOptions are the options of [Client.GetCircuitBreaker]. A field without a value
// is not sent.
type GetCircuitBreakerOptions struct {
	// Receiver in the provider's own terms, such as a host. Omit it if the provider has only one
	// receiver.
	Receiver string `query:"receiver"`
}

// GetCircuitBreaker gets a circuit breaker.
//
// A breaker that has never been used is closed.
//
// Requires `viewer`.
func (c *Client) GetCircuitBreaker(ctx context.Context, provider string, query *GetCircuitBreakerOptions, options ...CallOption) (*CircuitBreaker, error) {
	return call[CircuitBreaker](ctx, c, &getCircuitBreaker, parts{required: map[string]any{"provider": provider}, query: optional(query), options: options})
}

var resetCircuitBreaker = endpoint{
	id:        "resetCircuitBreaker",
	method:    "POST",
	path:      "/v1/breakers/reset",
	mediaType: "application/json",
}

// ResetCircuitBreaker closes a circuit breaker.
//
// Closes the breaker, whether it opened by itself or was tripped.
//
// Requires `operator`.
func (c *Client) ResetCircuitBreaker(ctx context.Context, request CircuitBreakerRequest, options ...CallOption) (*CircuitBreaker, error) {
	return call[CircuitBreaker](ctx, c, &resetCircuitBreaker, parts{body: request, options: options})
}

var tripCircuitBreaker = endpoint{
	id:        "tripCircuitBreaker",
	method:    "POST",
	path:      "/v1/breakers/trip",
	mediaType: "application/json",
}

// TripCircuitBreaker opens a circuit breaker.
//
// The breaker stays open until it is reset. Actions for its receiver wait. Tripping an open breaker
// again changes nothing.
//
// Requires `operator`.
func (c *Client) TripCircuitBreaker(ctx context.Context, request CircuitBreakerRequest, options ...CallOption) (*CircuitBreaker, error) {
	return call[CircuitBreaker](ctx, c, &tripCircuitBreaker, parts{body: request, options: options})
}

var dispatchAction = endpoint{
	id:        "dispatchAction",
	method:    "POST",
	path:      "/v1/dispatch",
	mediaType: "application/json",
	takesKey:  true,
	isSlow:    true,
}

// DispatchAction sends a single action.
//
// The action goes through the same steps as an occurrence, is tried once, and is not recorded in
// the ledger. The response is 200 and contains the outcome even if the action was not delivered.
//
// For a day after an action was sent, a request with the same `Idempotency-Key` is not sent again;
// its outcome is `skipped` with the reason `deduplicated`. Timeout: 30 seconds by default, at most
// 50 seconds. With `dry_run` (default: false), nothing is sent.
//
// Requires `fire`. Also requires `command` if the request can start a program.
func (c *Client) DispatchAction(ctx context.Context, request DispatchRequest, options ...CallOption) (*DispatchResult, error) {
	return call[DispatchResult](ctx, c, &dispatchAction, parts{body: request, options: options})
}

var listDispatchRules = endpoint{
	id:           "listDispatchRules",
	method:       "GET",
	path:         "/v1/dispatch-rules",
	isRepeatable: true,
}

// ListDispatchRulesOptions are the options of [Client.ListDispatchRules]. A field without a value
// is not sent.
type ListDispatchRulesOptions struct {
	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListDispatchRules lists dispatch rules.
//
// In order of name. Page size: 50 by default, at most 500.
//
// Requires `viewer`.
func (c *Client) ListDispatchRules(ctx context.Context, query *ListDispatchRulesOptions, options ...CallOption) *Listing[DispatchRuleList, StoredDispatchRule] {
	return pages(ctx, c, &listDispatchRules, parts{query: optional(query), options: options}, func(page *DispatchRuleList) ([]StoredDispatchRule, *string) {
		return page.Items, page.NextCursor
	})
}

var testDispatchRules = endpoint{
	id:           "testDispatchRules",
	method:       "POST",
	path:         "/v1/dispatch-rules/test",
	mediaType:    "application/json",
	isRepeatable: true,
}

// TestDispatchRules tests the dispatch rules.
//
// Returns what every dispatch step would do if the action were sent now: guard, holds and quotas,
// dispatch rules, deduplication, throttle and circuit breaker. Nothing is sent, counted or marked.
//
// Requires `viewer`.
func (c *Client) TestDispatchRules(ctx context.Context, request RuleTestRequest, options ...CallOption) (*DispatchReport, error) {
	return call[DispatchReport](ctx, c, &testDispatchRules, parts{body: request, options: options})
}

var getDispatchRule = endpoint{
	id:           "getDispatchRule",
	method:       "GET",
	path:         "/v1/dispatch-rules/{name}",
	isRepeatable: true,
	isCacheable:  true,
}

// GetDispatchRule gets a dispatch rule.
//
// Returns the dispatch rule with its version: the condition, the times at which it is active, and
// its effect.
//
// Requires `viewer`.
func (c *Client) GetDispatchRule(ctx context.Context, name string, options ...CallOption) (*StoredDispatchRule, error) {
	return call[StoredDispatchRule](ctx, c, &getDispatchRule, parts{path: []any{name}, options: options})
}

var putDispatchRule = endpoint{
	id:            "putDispatchRule",
	method:        "PUT",
	path:          "/v1/dispatch-rules/{name}",
	mediaType:     "application/json",
	isRepeatable:  true,
	isConditional: true,
	isCreating:    true,
}

// PutDispatchRuleOptions are the options of [Client.PutDispatchRule]. A field without a value is
// not sent.
type PutDispatchRuleOptions struct {
	// Whether to save the document although no live node has its provider. Default: false.
	AllowUnknownProvider *bool `query:"allow_unknown_provider"`
}

// PutDispatchRule creates or replaces a dispatch rule.
//
// The rule applies to all actions from now on, on other nodes within a second. By default, a rule
// is enabled, always active, in the time zone `UTC`, and `open` if its condition cannot be
// evaluated. A rule has at most 100 active intervals and 1,024 bytes of description. With
// `If-Match`, the rule is replaced only if its version matches; with `If-None-Match: *`, it is only
// created. Otherwise the request returns 412.
//
// Requires `editor`. Also requires `command` if the request can start a program.
func (c *Client) PutDispatchRule(ctx context.Context, name string, rule DispatchRule, query *PutDispatchRuleOptions, options ...CallOption) (*StoredDispatchRule, error) {
	return call[StoredDispatchRule](ctx, c, &putDispatchRule, parts{path: []any{name}, body: rule, query: optional(query), options: options})
}

var deleteDispatchRule = endpoint{
	id:            "deleteDispatchRule",
	method:        "DELETE",
	path:          "/v1/dispatch-rules/{name}",
	isRepeatable:  true,
	isConditional: true,
}

// DeleteDispatchRule deletes a dispatch rule.
//
// The rule no longer applies from now on, on other nodes within a second.
//
// Requires `editor`.
func (c *Client) DeleteDispatchRule(ctx context.Context, name string, options ...CallOption) error {
	return callNothing(ctx, c, &deleteDispatchRule, parts{path: []any{name}, options: options})
}

var listHolds = endpoint{
	id:           "listHolds",
	method:       "GET",
	path:         "/v1/holds",
	isRepeatable: true,
}

// ListHoldsOptions are the options of [Client.ListHolds]. A field without a value is not sent.
type ListHoldsOptions struct {
	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListHolds lists holds.
//
// In order of name. Page size: 50 by default, at most 500.
//
// Requires `viewer`.
func (c *Client) ListHolds(ctx context.Context, query *ListHoldsOptions, options ...CallOption) *Listing[HoldList, StoredHold] {
	return pages(ctx, c, &listHolds, parts{query: optional(query), options: options}, func(page *HoldList) ([]StoredHold, *string) {
		return page.Items, page.NextCursor
	})
}

var getHold = endpoint{
	id:           "getHold",
	method:       "GET",
	path:         "/v1/holds/{name}",
	isRepeatable: true,
	isCacheable:  true,
}

// GetHold gets a hold.
//
// Returns the hold with its version: its range, its reason, and the schedules that it covers.
//
// Requires `viewer`.
func (c *Client) GetHold(ctx context.Context, name string, options ...CallOption) (*StoredHold, error) {
	return call[StoredHold](ctx, c, &getHold, parts{path: []any{name}, options: options})
}

var putHold = endpoint{
	id:            "putHold",
	method:        "PUT",
	path:          "/v1/holds/{name}",
	mediaType:     "application/json",
	isRepeatable:  true,
	isConditional: true,
	isCreating:    true,
}

// PutHold creates or replaces a hold.
//
// Occurrences that the hold covers are settled as `skipped(hold)` instead of starting. Running
// occurrences continue. By default, a hold has no start and no end and covers all schedules of the
// tenant. It names at most 1,000 schedules and 1,000 labels; its note has at most 1,024 bytes. With
// `If-Match`, the hold is replaced only if its version matches; with `If-None-Match: *`, it is only
// created. Otherwise the request returns 412.
//
// Requires `editor`.
func (c *Client) PutHold(ctx context.Context, name string, hold Hold, options ...CallOption) (*StoredHold, error) {
	return call[StoredHold](ctx, c, &putHold, parts{path: []any{name}, body: hold, options: options})
}

var deleteHold = endpoint{
	id:            "deleteHold",
	method:        "DELETE",
	path:          "/v1/holds/{name}",
	isRepeatable:  true,
	isConditional: true,
}

// DeleteHold deletes a hold.
//
// Occurrences that the hold skipped stay skipped unless they are reprocessed.
//
// Requires `editor`.
func (c *Client) DeleteHold(ctx context.Context, name string, options ...CallOption) error {
	return callNothing(ctx, c, &deleteHold, parts{path: []any{name}, options: options})
}

var listQuotas = endpoint{
	id:           "listQuotas",
	method:       "GET",
	path:         "/v1/quotas",
	isRepeatable: true,
}

// ListQuotasOptions are the options of [Client.ListQuotas]. A field without a value is not sent.
type ListQuotasOptions struct {
	// Page size. Default: 50. Maximum: 500.
	Limit int64 `query:"limit"`

	// Cursor: the `next_cursor` of the previous page.
	Cursor string `query:"cursor"`
}

// ListQuotas lists quotas.
//
// In order of name. Page size: 50 by default, at most 500.
//
// Requires `viewer`.
func (c *Client) ListQuotas(ctx context.Context, query *ListQuotasOptions, options ...CallOption) *Listing[QuotaList, StoredQuota] {
	return pages(ctx, c, &listQuotas, parts{query: optional(query), options: options}, func(page *QuotaList) ([]StoredQuota, *string) {
		return page.Items, page.NextCursor
	})
}

var getQuota = endpoint{
	id:           "getQuota",
	method:       "GET",
	path:         "/v1/quotas/{name}",
	isRepeatable: true,
	isCacheable:  true,
}

// GetQuota gets a quota.
//
// Returns the quota with its version: the maximum number of runs, and the length of the window.
//
// Requires `viewer`.
func (c *Client) GetQuota(ctx context.Context, name string, options ...CallOption) (*StoredQuota, error) {
	return call[StoredQuota](ctx, c, &getQuota, parts{path: []any{name}, options: options})
}

var putQuota = endpoint{
	id:            "putQuota",
	method:        "PUT",
	path:          "/v1/quotas/{name}",
	mediaType:     "application/json",
	isRepeatable:  true,
	isConditional: true,
	isCreating:    true,
}

// PutQuota creates or replaces a quota.
//
// Occurrences beyond the quota are settled as `skipped(quota)`. Occurrences that already started in
// the current window count. The limit is at least 1, and the window is 1 second to 366 days;
// neither has a default. With `If-Match`, the quota is replaced only if its version matches; with
// `If-None-Match: *`, it is only created. Otherwise the request returns 412.
//
// Requires `editor`.
func (c *Client) PutQuota(ctx context.Context, name string, quota Quota, options ...CallOption) (*StoredQuota, error) {
	return call[StoredQuota](ctx, c, &putQuota, parts{path: []any{name}, body: quota, options: options})
}

var deleteQuota = endpoint{
	id:            "deleteQuota",
	method:        "DELETE",
	path:          "/v1/quotas/{name}",
	isRepeatable:  true,
	isConditional: true,
}

// DeleteQuota deletes a quota.
//
// Occurrences that the quota skipped stay skipped unless they are reprocessed.
//
// Requires `editor`.
func (c *Client) DeleteQuota(ctx context.Context, name string, options ...CallOption) error {
	return callNothing(ctx, c, &deleteQuota, parts{path: []any{name}, options: options})
}
