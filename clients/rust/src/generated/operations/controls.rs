// Generated from console/openapi.json by `make clients`. Do not edit.

//! Operations of the group `controls`.

use std::borrow::Borrow;

use crate::call::{Call, endpoint};
use crate::client::Client;
use crate::types::{
    Action, Alert, AlertList, CircuitBreaker, CircuitBreakerRequest, DispatchReport, DispatchRequest, DispatchResult,
    DispatchRule, DispatchRuleList, Hold, HoldList, Quota, QuotaList, StoredAlert, StoredDispatchRule, StoredHold,
    StoredQuota,
};

impl Client {
    /// Lists alerts.
    ///
    /// In order of name. Page size: 50 by default, at most 500.
    ///
    /// Requires `viewer`.
    pub fn list_alerts(&self) -> Call<ListAlerts> {
        self.call::<ListAlerts>(&[])
    }

    /// Gets an alert.
    ///
    /// Returns the alert with its version: the alarms and schedules that it watches, and the action that it sends.
    ///
    /// Requires `viewer`.
    pub fn get_alert(&self, name: &str) -> Call<GetAlert> {
        self.call::<GetAlert>(&[&name])
    }

    /// Creates or replaces an alert.
    ///
    /// The request is rejected if the alert's action could not be sent. Default limit: one message in 15 minutes for
    /// the same alarm of the same schedule; maximum: 30 days. `failing_after` is 1 by default. An alert names at most
    /// 1,000 schedules and 1,000 labels, and a tenant has at most 100 alerts. With `If-Match`, the alert is replaced
    /// only if its version matches; with `If-None-Match: *`, it is only created. Otherwise the request returns 412.
    ///
    /// Requires `editor`. Also requires `command` if the request can start a program.
    pub fn put_alert(&self, name: &str, alert: impl Borrow<Alert>) -> Call<PutAlert> {
        self.call::<PutAlert>(&[&name]).body_json(alert.borrow())
    }

    /// Deletes an alert.
    ///
    /// Notifications that are already being sent are still delivered.
    ///
    /// Requires `editor`.
    pub fn delete_alert(&self, name: &str) -> Call<DeleteAlert> {
        self.call::<DeleteAlert>(&[&name])
    }

    /// Gets a circuit breaker.
    ///
    /// A breaker that has never been used is closed.
    ///
    /// Requires `viewer`.
    pub fn get_circuit_breaker(&self, provider: &str) -> Call<GetCircuitBreaker> {
        self.call::<GetCircuitBreaker>(&[]).parameter("provider", provider)
    }

    /// Closes a circuit breaker.
    ///
    /// Closes the breaker, whether it opened by itself or was tripped.
    ///
    /// Requires `operator`.
    pub fn reset_circuit_breaker(&self, request: impl Borrow<CircuitBreakerRequest>) -> Call<ResetCircuitBreaker> {
        self.call::<ResetCircuitBreaker>(&[]).body_json(request.borrow())
    }

    /// Opens a circuit breaker.
    ///
    /// The breaker stays open until it is reset. Actions for its receiver wait. Tripping an open breaker again changes
    /// nothing.
    ///
    /// Requires `operator`.
    pub fn trip_circuit_breaker(&self, request: impl Borrow<CircuitBreakerRequest>) -> Call<TripCircuitBreaker> {
        self.call::<TripCircuitBreaker>(&[]).body_json(request.borrow())
    }

    /// Sends a single action.
    ///
    /// The action goes through the same steps as an occurrence, is tried once, and is not recorded in the ledger. The
    /// response is 200 and contains the outcome even if the action was not delivered.
    ///
    /// For a day after an action was sent, a request with the same `Idempotency-Key` is not sent again; its outcome is
    /// `skipped` with the reason `deduplicated`. Timeout: 30 seconds by default, at most 50 seconds. With `dry_run`
    /// (default: false), nothing is sent.
    ///
    /// Requires `fire`. Also requires `command` if the request can start a program.
    pub fn dispatch_action(&self, request: impl Borrow<DispatchRequest>) -> Call<DispatchAction> {
        self.call::<DispatchAction>(&[]).body_json(request.borrow())
    }

    /// Lists dispatch rules.
    ///
    /// In order of name. Page size: 50 by default, at most 500.
    ///
    /// Requires `viewer`.
    pub fn list_dispatch_rules(&self) -> Call<ListDispatchRules> {
        self.call::<ListDispatchRules>(&[])
    }

    /// Tests the dispatch rules.
    ///
    /// Returns what every dispatch step would do if the action were sent now: guard, holds and quotas, dispatch rules,
    /// deduplication, throttle and circuit breaker. Nothing is sent, counted or marked.
    ///
    /// Requires `viewer`.
    pub fn test_dispatch_rules(&self) -> Call<TestDispatchRules> {
        self.call::<TestDispatchRules>(&[]).body_object()
    }

    /// Gets a dispatch rule.
    ///
    /// Returns the dispatch rule with its version: the condition, the times at which it is active, and its effect.
    ///
    /// Requires `viewer`.
    pub fn get_dispatch_rule(&self, name: &str) -> Call<GetDispatchRule> {
        self.call::<GetDispatchRule>(&[&name])
    }

    /// Creates or replaces a dispatch rule.
    ///
    /// The rule applies to all actions from now on, on other nodes within a second. By default, a rule is enabled,
    /// always active, in the time zone `UTC`, and `open` if its condition cannot be evaluated. A rule has at most 100
    /// active intervals and 1,024 bytes of description. With `If-Match`, the rule is replaced only if its version
    /// matches; with `If-None-Match: *`, it is only created. Otherwise the request returns 412.
    ///
    /// Requires `editor`. Also requires `command` if the request can start a program.
    pub fn put_dispatch_rule(&self, name: &str, rule: impl Borrow<DispatchRule>) -> Call<PutDispatchRule> {
        self.call::<PutDispatchRule>(&[&name]).body_json(rule.borrow())
    }

    /// Deletes a dispatch rule.
    ///
    /// The rule no longer applies from now on, on other nodes within a second.
    ///
    /// Requires `editor`.
    pub fn delete_dispatch_rule(&self, name: &str) -> Call<DeleteDispatchRule> {
        self.call::<DeleteDispatchRule>(&[&name])
    }

    /// Lists holds.
    ///
    /// In order of name. Page size: 50 by default, at most 500.
    ///
    /// Requires `viewer`.
    pub fn list_holds(&self) -> Call<ListHolds> {
        self.call::<ListHolds>(&[])
    }

    /// Gets a hold.
    ///
    /// Returns the hold with its version: its range, its reason, and the schedules that it covers.
    ///
    /// Requires `viewer`.
    pub fn get_hold(&self, name: &str) -> Call<GetHold> {
        self.call::<GetHold>(&[&name])
    }

    /// Creates or replaces a hold.
    ///
    /// Occurrences that the hold covers are settled as `skipped(hold)` instead of starting. Running occurrences
    /// continue. By default, a hold has no start and no end and covers all schedules of the tenant. It names at most
    /// 1,000 schedules and 1,000 labels; its note has at most 1,024 bytes. With `If-Match`, the hold is replaced only
    /// if its version matches; with `If-None-Match: *`, it is only created. Otherwise the request returns 412.
    ///
    /// Requires `editor`.
    pub fn put_hold(&self, name: &str, hold: impl Borrow<Hold>) -> Call<PutHold> {
        self.call::<PutHold>(&[&name]).body_json(hold.borrow())
    }

    /// Deletes a hold.
    ///
    /// Occurrences that the hold skipped stay skipped unless they are reprocessed.
    ///
    /// Requires `editor`.
    pub fn delete_hold(&self, name: &str) -> Call<DeleteHold> {
        self.call::<DeleteHold>(&[&name])
    }

    /// Lists quotas.
    ///
    /// In order of name. Page size: 50 by default, at most 500.
    ///
    /// Requires `viewer`.
    pub fn list_quotas(&self) -> Call<ListQuotas> {
        self.call::<ListQuotas>(&[])
    }

    /// Gets a quota.
    ///
    /// Returns the quota with its version: the maximum number of runs, and the length of the window.
    ///
    /// Requires `viewer`.
    pub fn get_quota(&self, name: &str) -> Call<GetQuota> {
        self.call::<GetQuota>(&[&name])
    }

    /// Creates or replaces a quota.
    ///
    /// Occurrences beyond the quota are settled as `skipped(quota)`. Occurrences that already started in the current
    /// window count. The limit is at least 1, and the window is 1 second to 366 days; neither has a default. With
    /// `If-Match`, the quota is replaced only if its version matches; with `If-None-Match: *`, it is only created.
    /// Otherwise the request returns 412.
    ///
    /// Requires `editor`.
    pub fn put_quota(&self, name: &str, quota: impl Borrow<Quota>) -> Call<PutQuota> {
        self.call::<PutQuota>(&[&name]).body_json(quota.borrow())
    }

    /// Deletes a quota.
    ///
    /// Occurrences that the quota skipped stay skipped unless they are reprocessed.
    ///
    /// Requires `editor`.
    pub fn delete_quota(&self, name: &str) -> Call<DeleteQuota> {
        self.call::<DeleteQuota>(&[&name])
    }
}

endpoint! {
    ListAlerts = "listAlerts" GET "/v1/alerts";
    media "", repeatable true, keyed false, slow false;
    -> AlertList as json;
    Listing(StoredAlert, items);
}

impl Call<ListAlerts> {
    /// Page size. Default: 50. Maximum: 500.
    pub fn limit(self, limit: u32) -> Self {
        self.parameter("limit", limit)
    }

    /// Cursor: the `next_cursor` of the previous page.
    pub fn cursor(self, cursor: &str) -> Self {
        self.parameter("cursor", cursor)
    }
}

endpoint! {
    GetAlert = "getAlert" GET "/v1/alerts/{name}";
    media "", repeatable true, keyed false, slow false;
    -> StoredAlert as json;
    Cacheable;
}

endpoint! {
    PutAlert = "putAlert" PUT "/v1/alerts/{name}";
    media "application/json", repeatable true, keyed false, slow false;
    -> StoredAlert as json;
    Conditional;
    Creating;
}

impl Call<PutAlert> {
    /// Whether to save the document although no live node has its provider. Default: false.
    pub fn allow_unknown_provider(self, allow_unknown_provider: bool) -> Self {
        self.parameter("allow_unknown_provider", allow_unknown_provider)
    }
}

endpoint! {
    DeleteAlert = "deleteAlert" DELETE "/v1/alerts/{name}";
    media "", repeatable true, keyed false, slow false;
    -> () as nothing;
    Conditional;
}

endpoint! {
    GetCircuitBreaker = "getCircuitBreaker" GET "/v1/breakers";
    media "", repeatable true, keyed false, slow false;
    -> CircuitBreaker as json;
}

impl Call<GetCircuitBreaker> {
    /// Receiver in the provider's own terms, such as a host. Omit it if the provider has only one receiver.
    pub fn receiver(self, receiver: &str) -> Self {
        self.parameter("receiver", receiver)
    }
}

endpoint! {
    ResetCircuitBreaker = "resetCircuitBreaker" POST "/v1/breakers/reset";
    media "application/json", repeatable false, keyed false, slow false;
    -> CircuitBreaker as json;
}

endpoint! {
    TripCircuitBreaker = "tripCircuitBreaker" POST "/v1/breakers/trip";
    media "application/json", repeatable false, keyed false, slow false;
    -> CircuitBreaker as json;
}

endpoint! {
    DispatchAction = "dispatchAction" POST "/v1/dispatch";
    media "application/json", repeatable false, keyed true, slow true;
    -> DispatchResult as json;
    Keyed;
}

endpoint! {
    ListDispatchRules = "listDispatchRules" GET "/v1/dispatch-rules";
    media "", repeatable true, keyed false, slow false;
    -> DispatchRuleList as json;
    Listing(StoredDispatchRule, items);
}

impl Call<ListDispatchRules> {
    /// Page size. Default: 50. Maximum: 500.
    pub fn limit(self, limit: u32) -> Self {
        self.parameter("limit", limit)
    }

    /// Cursor: the `next_cursor` of the previous page.
    pub fn cursor(self, cursor: &str) -> Self {
        self.parameter("cursor", cursor)
    }
}

endpoint! {
    TestDispatchRules = "testDispatchRules" POST "/v1/dispatch-rules/test";
    media "application/json", repeatable true, keyed false, slow false;
    -> DispatchReport as json;
}

impl Call<TestDispatchRules> {
    /// Action to test, without a schedule.
    pub fn action(self, action: impl Into<Action>) -> Self {
        self.body_field("action", Into::<Action>::into(action))
    }

    /// Schedule ID: tests the next occurrence of this schedule.
    pub fn schedule(self, schedule: impl Into<String>) -> Self {
        self.body_field("schedule", Into::<String>::into(schedule))
    }
}

endpoint! {
    GetDispatchRule = "getDispatchRule" GET "/v1/dispatch-rules/{name}";
    media "", repeatable true, keyed false, slow false;
    -> StoredDispatchRule as json;
    Cacheable;
}

endpoint! {
    PutDispatchRule = "putDispatchRule" PUT "/v1/dispatch-rules/{name}";
    media "application/json", repeatable true, keyed false, slow false;
    -> StoredDispatchRule as json;
    Conditional;
    Creating;
}

impl Call<PutDispatchRule> {
    /// Whether to save the document although no live node has its provider. Default: false.
    pub fn allow_unknown_provider(self, allow_unknown_provider: bool) -> Self {
        self.parameter("allow_unknown_provider", allow_unknown_provider)
    }
}

endpoint! {
    DeleteDispatchRule = "deleteDispatchRule" DELETE "/v1/dispatch-rules/{name}";
    media "", repeatable true, keyed false, slow false;
    -> () as nothing;
    Conditional;
}

endpoint! {
    ListHolds = "listHolds" GET "/v1/holds";
    media "", repeatable true, keyed false, slow false;
    -> HoldList as json;
    Listing(StoredHold, items);
}

impl Call<ListHolds> {
    /// Page size. Default: 50. Maximum: 500.
    pub fn limit(self, limit: u32) -> Self {
        self.parameter("limit", limit)
    }

    /// Cursor: the `next_cursor` of the previous page.
    pub fn cursor(self, cursor: &str) -> Self {
        self.parameter("cursor", cursor)
    }
}

endpoint! {
    GetHold = "getHold" GET "/v1/holds/{name}";
    media "", repeatable true, keyed false, slow false;
    -> StoredHold as json;
    Cacheable;
}

endpoint! {
    PutHold = "putHold" PUT "/v1/holds/{name}";
    media "application/json", repeatable true, keyed false, slow false;
    -> StoredHold as json;
    Conditional;
    Creating;
}

endpoint! {
    DeleteHold = "deleteHold" DELETE "/v1/holds/{name}";
    media "", repeatable true, keyed false, slow false;
    -> () as nothing;
    Conditional;
}

endpoint! {
    ListQuotas = "listQuotas" GET "/v1/quotas";
    media "", repeatable true, keyed false, slow false;
    -> QuotaList as json;
    Listing(StoredQuota, items);
}

impl Call<ListQuotas> {
    /// Page size. Default: 50. Maximum: 500.
    pub fn limit(self, limit: u32) -> Self {
        self.parameter("limit", limit)
    }

    /// Cursor: the `next_cursor` of the previous page.
    pub fn cursor(self, cursor: &str) -> Self {
        self.parameter("cursor", cursor)
    }
}

endpoint! {
    GetQuota = "getQuota" GET "/v1/quotas/{name}";
    media "", repeatable true, keyed false, slow false;
    -> StoredQuota as json;
    Cacheable;
}

endpoint! {
    PutQuota = "putQuota" PUT "/v1/quotas/{name}";
    media "application/json", repeatable true, keyed false, slow false;
    -> StoredQuota as json;
    Conditional;
    Creating;
}

endpoint! {
    DeleteQuota = "deleteQuota" DELETE "/v1/quotas/{name}";
    media "", repeatable true, keyed false, slow false;
    -> () as nothing;
    Conditional;
}
