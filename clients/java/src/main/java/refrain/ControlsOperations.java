// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain;

import refrain.types.Alert;
import refrain.types.AlertList;
import refrain.types.CircuitBreaker;
import refrain.types.CircuitBreakerRequest;
import refrain.types.DispatchReport;
import refrain.types.DispatchRequest;
import refrain.types.DispatchResult;
import refrain.types.DispatchRule;
import refrain.types.DispatchRuleList;
import refrain.types.GetCircuitBreakerOptions;
import refrain.types.Hold;
import refrain.types.HoldList;
import refrain.types.ListAlertsOptions;
import refrain.types.ListDispatchRulesOptions;
import refrain.types.ListHoldsOptions;
import refrain.types.ListQuotasOptions;
import refrain.types.PutAlertOptions;
import refrain.types.PutDispatchRuleOptions;
import refrain.types.Quota;
import refrain.types.QuotaList;
import refrain.types.RuleTestRequest;
import refrain.types.StoredAlert;
import refrain.types.StoredDispatchRule;
import refrain.types.StoredHold;
import refrain.types.StoredQuota;

/** Operations of the group {@code controls}. */
abstract class ControlsOperations extends CalendarsOperations {
    private static final Endpoint LIST_ALERTS = Endpoint.of(
            "listAlerts",
            "GET",
            "/v1/alerts",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint GET_ALERT = Endpoint.of(
            "getAlert",
            "GET",
            "/v1/alerts/{name}",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CACHEABLE);
    private static final Endpoint PUT_ALERT = Endpoint.of(
            "putAlert",
            "PUT",
            "/v1/alerts/{name}",
            "application/json",
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL,
            Endpoint.Trait.CREATING);
    private static final Endpoint DELETE_ALERT = Endpoint.of(
            "deleteAlert",
            "DELETE",
            "/v1/alerts/{name}",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL);
    private static final Endpoint GET_CIRCUIT_BREAKER = Endpoint.of(
            "getCircuitBreaker",
            "GET",
            "/v1/breakers",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint RESET_CIRCUIT_BREAKER = Endpoint.of(
            "resetCircuitBreaker",
            "POST",
            "/v1/breakers/reset",
            "application/json");
    private static final Endpoint TRIP_CIRCUIT_BREAKER = Endpoint.of(
            "tripCircuitBreaker",
            "POST",
            "/v1/breakers/trip",
            "application/json");
    private static final Endpoint DISPATCH_ACTION = Endpoint.of(
            "dispatchAction",
            "POST",
            "/v1/dispatch",
            "application/json",
            Endpoint.Trait.KEYED,
            Endpoint.Trait.SLOW);
    private static final Endpoint LIST_DISPATCH_RULES = Endpoint.of(
            "listDispatchRules",
            "GET",
            "/v1/dispatch-rules",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint TEST_DISPATCH_RULES = Endpoint.of(
            "testDispatchRules",
            "POST",
            "/v1/dispatch-rules/test",
            "application/json",
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint GET_DISPATCH_RULE = Endpoint.of(
            "getDispatchRule",
            "GET",
            "/v1/dispatch-rules/{name}",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CACHEABLE);
    private static final Endpoint PUT_DISPATCH_RULE = Endpoint.of(
            "putDispatchRule",
            "PUT",
            "/v1/dispatch-rules/{name}",
            "application/json",
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL,
            Endpoint.Trait.CREATING);
    private static final Endpoint DELETE_DISPATCH_RULE = Endpoint.of(
            "deleteDispatchRule",
            "DELETE",
            "/v1/dispatch-rules/{name}",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL);
    private static final Endpoint LIST_HOLDS = Endpoint.of(
            "listHolds",
            "GET",
            "/v1/holds",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint GET_HOLD = Endpoint.of(
            "getHold",
            "GET",
            "/v1/holds/{name}",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CACHEABLE);
    private static final Endpoint PUT_HOLD = Endpoint.of(
            "putHold",
            "PUT",
            "/v1/holds/{name}",
            "application/json",
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL,
            Endpoint.Trait.CREATING);
    private static final Endpoint DELETE_HOLD = Endpoint.of(
            "deleteHold",
            "DELETE",
            "/v1/holds/{name}",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL);
    private static final Endpoint LIST_QUOTAS = Endpoint.of(
            "listQuotas",
            "GET",
            "/v1/quotas",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint GET_QUOTA = Endpoint.of(
            "getQuota",
            "GET",
            "/v1/quotas/{name}",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CACHEABLE);
    private static final Endpoint PUT_QUOTA = Endpoint.of(
            "putQuota",
            "PUT",
            "/v1/quotas/{name}",
            "application/json",
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL,
            Endpoint.Trait.CREATING);
    private static final Endpoint DELETE_QUOTA = Endpoint.of(
            "deleteQuota",
            "DELETE",
            "/v1/quotas/{name}",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL);

    /**
     * Lists alerts.
     *
     * <p>In order of name. Page size: 50 by default, at most 500.
     *
     * <p>Requires {@code viewer}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<AlertList, StoredAlert> listAlerts(ListAlertsOptions options, CallOptions callOptions) {
        return list(
                new Call(LIST_ALERTS, callOptions).query(options),
                AlertList.class,
                AlertList::items,
                AlertList::nextCursor);
    }

    /** As {@link #listAlerts(ListAlertsOptions, CallOptions)}, with the defaults of what is left out. */
    public Listing<AlertList, StoredAlert> listAlerts(ListAlertsOptions options) {
        return listAlerts(options, null);
    }

    /** As {@link #listAlerts(ListAlertsOptions, CallOptions)}, with the defaults of what is left out. */
    public Listing<AlertList, StoredAlert> listAlerts() {
        return listAlerts(null, null);
    }

    /**
     * Gets an alert.
     *
     * <p>Returns the alert with its version: the alarms and schedules that it watches, and the action that
     * it sends.
     *
     * <p>Requires {@code viewer}.
     *
     * @param name Name of the alert.
     * @param callOptions Options of the call, such as a precondition.
     */
    public StoredAlert getAlert(String name, CallOptions callOptions) {
        return send(new Call(GET_ALERT, callOptions).path(name), StoredAlert.class);
    }

    /** As {@link #getAlert(String, CallOptions)}, with the defaults of what is left out. */
    public StoredAlert getAlert(String name) {
        return getAlert(name, null);
    }

    /**
     * Creates or replaces an alert.
     *
     * <p>The request is rejected if the alert's action could not be sent. Default limit: one message in 15
     * minutes for the same alarm of the same schedule; maximum: 30 days. {@code failing_after} is 1 by
     * default. An alert names at most 1,000 schedules and 1,000 labels, and a tenant has at most 100
     * alerts. With {@code If-Match}, the alert is replaced only if its version matches; with
     * {@code If-None-Match: *}, it is only created. Otherwise the request returns 412.
     *
     * <p>Requires {@code editor}. Also requires {@code command} if the request can start a program.
     *
     * @param name Name of the alert.
     * @param alert Body of the request.
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public StoredAlert putAlert(String name, Alert alert, PutAlertOptions options, CallOptions callOptions) {
        return send(new Call(PUT_ALERT, callOptions).path(name).query(options).body(alert), StoredAlert.class);
    }

    /**
     * As {@link #putAlert(String, Alert, PutAlertOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public StoredAlert putAlert(String name, Alert alert, PutAlertOptions options) {
        return putAlert(name, alert, options, null);
    }

    /**
     * As {@link #putAlert(String, Alert, PutAlertOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public StoredAlert putAlert(String name, Alert alert) {
        return putAlert(name, alert, null, null);
    }

    /**
     * Deletes an alert.
     *
     * <p>Notifications that are already being sent are still delivered.
     *
     * <p>Requires {@code editor}.
     *
     * @param name Name of the alert.
     * @param callOptions Options of the call, such as a precondition.
     */
    public void deleteAlert(String name, CallOptions callOptions) {
        sendForNothing(new Call(DELETE_ALERT, callOptions).path(name));
    }

    /** As {@link #deleteAlert(String, CallOptions)}, with the defaults of what is left out. */
    public void deleteAlert(String name) {
        deleteAlert(name, null);
    }

    /**
     * Gets a circuit breaker.
     *
     * <p>A breaker that has never been used is closed.
     *
     * <p>Requires {@code viewer}.
     *
     * @param provider Name of the provider.
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public CircuitBreaker getCircuitBreaker(
            String provider,
            GetCircuitBreakerOptions options,
            CallOptions callOptions) {
        return send(
                new Call(GET_CIRCUIT_BREAKER, callOptions).query("provider", provider).query(options),
                CircuitBreaker.class);
    }

    /**
     * As {@link #getCircuitBreaker(String, GetCircuitBreakerOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public CircuitBreaker getCircuitBreaker(String provider, GetCircuitBreakerOptions options) {
        return getCircuitBreaker(provider, options, null);
    }

    /**
     * As {@link #getCircuitBreaker(String, GetCircuitBreakerOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public CircuitBreaker getCircuitBreaker(String provider) {
        return getCircuitBreaker(provider, null, null);
    }

    /**
     * Closes a circuit breaker.
     *
     * <p>Closes the breaker, whether it opened by itself or was tripped.
     *
     * <p>Requires {@code operator}.
     *
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public CircuitBreaker resetCircuitBreaker(CircuitBreakerRequest request, CallOptions callOptions) {
        return send(new Call(RESET_CIRCUIT_BREAKER, callOptions).body(request), CircuitBreaker.class);
    }

    /**
     * As {@link #resetCircuitBreaker(CircuitBreakerRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public CircuitBreaker resetCircuitBreaker(CircuitBreakerRequest request) {
        return resetCircuitBreaker(request, null);
    }

    /**
     * Opens a circuit breaker.
     *
     * <p>The breaker stays open until it is reset. Actions for its receiver wait. Tripping an open breaker
     * again changes nothing.
     *
     * <p>Requires {@code operator}.
     *
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public CircuitBreaker tripCircuitBreaker(CircuitBreakerRequest request, CallOptions callOptions) {
        return send(new Call(TRIP_CIRCUIT_BREAKER, callOptions).body(request), CircuitBreaker.class);
    }

    /**
     * As {@link #tripCircuitBreaker(CircuitBreakerRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public CircuitBreaker tripCircuitBreaker(CircuitBreakerRequest request) {
        return tripCircuitBreaker(request, null);
    }

    /**
     * Sends a single action.
     *
     * <p>The action goes through the same steps as an occurrence, is tried once, and is not recorded in the
     * ledger. The response is 200 and contains the outcome even if the action was not delivered.
     *
     * <p>For a day after an action was sent, a request with the same {@code Idempotency-Key} is not sent
     * again; its outcome is {@code skipped} with the reason {@code deduplicated}. Timeout: 30 seconds by
     * default, at most 50 seconds. With {@code dry_run} (default: false), nothing is sent.
     *
     * <p>Requires {@code fire}. Also requires {@code command} if the request can start a program.
     *
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public DispatchResult dispatchAction(DispatchRequest request, CallOptions callOptions) {
        return send(new Call(DISPATCH_ACTION, callOptions).body(request), DispatchResult.class);
    }

    /** As {@link #dispatchAction(DispatchRequest, CallOptions)}, with the defaults of what is left out. */
    public DispatchResult dispatchAction(DispatchRequest request) {
        return dispatchAction(request, null);
    }

    /**
     * Lists dispatch rules.
     *
     * <p>In order of name. Page size: 50 by default, at most 500.
     *
     * <p>Requires {@code viewer}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<DispatchRuleList, StoredDispatchRule> listDispatchRules(
            ListDispatchRulesOptions options,
            CallOptions callOptions) {
        return list(
                new Call(LIST_DISPATCH_RULES, callOptions).query(options),
                DispatchRuleList.class,
                DispatchRuleList::items,
                DispatchRuleList::nextCursor);
    }

    /**
     * As {@link #listDispatchRules(ListDispatchRulesOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<DispatchRuleList, StoredDispatchRule> listDispatchRules(
            ListDispatchRulesOptions options) {
        return listDispatchRules(options, null);
    }

    /**
     * As {@link #listDispatchRules(ListDispatchRulesOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<DispatchRuleList, StoredDispatchRule> listDispatchRules() {
        return listDispatchRules(null, null);
    }

    /**
     * Tests the dispatch rules.
     *
     * <p>Returns what every dispatch step would do if the action were sent now: guard, holds and quotas,
     * dispatch rules, deduplication, throttle and circuit breaker. Nothing is sent, counted or marked.
     *
     * <p>Requires {@code viewer}.
     *
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public DispatchReport testDispatchRules(RuleTestRequest request, CallOptions callOptions) {
        return send(new Call(TEST_DISPATCH_RULES, callOptions).body(request), DispatchReport.class);
    }

    /**
     * As {@link #testDispatchRules(RuleTestRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public DispatchReport testDispatchRules(RuleTestRequest request) {
        return testDispatchRules(request, null);
    }

    /**
     * Gets a dispatch rule.
     *
     * <p>Returns the dispatch rule with its version: the condition, the times at which it is active, and its
     * effect.
     *
     * <p>Requires {@code viewer}.
     *
     * @param name Name of the dispatch rule.
     * @param callOptions Options of the call, such as a precondition.
     */
    public StoredDispatchRule getDispatchRule(String name, CallOptions callOptions) {
        return send(new Call(GET_DISPATCH_RULE, callOptions).path(name), StoredDispatchRule.class);
    }

    /** As {@link #getDispatchRule(String, CallOptions)}, with the defaults of what is left out. */
    public StoredDispatchRule getDispatchRule(String name) {
        return getDispatchRule(name, null);
    }

    /**
     * Creates or replaces a dispatch rule.
     *
     * <p>The rule applies to all actions from now on, on other nodes within a second. By default, a rule is
     * enabled, always active, in the time zone {@code UTC}, and {@code open} if its condition cannot be
     * evaluated. A rule has at most 100 active intervals and 1,024 bytes of description. With
     * {@code If-Match}, the rule is replaced only if its version matches; with {@code If-None-Match: *},
     * it is only created. Otherwise the request returns 412.
     *
     * <p>Requires {@code editor}. Also requires {@code command} if the request can start a program.
     *
     * @param name Name of the dispatch rule.
     * @param rule Body of the request.
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public StoredDispatchRule putDispatchRule(
            String name,
            DispatchRule rule,
            PutDispatchRuleOptions options,
            CallOptions callOptions) {
        return send(
                new Call(PUT_DISPATCH_RULE, callOptions).path(name).query(options).body(rule),
                StoredDispatchRule.class);
    }

    /**
     * As {@link #putDispatchRule(String, DispatchRule, PutDispatchRuleOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public StoredDispatchRule putDispatchRule(
            String name,
            DispatchRule rule,
            PutDispatchRuleOptions options) {
        return putDispatchRule(name, rule, options, null);
    }

    /**
     * As {@link #putDispatchRule(String, DispatchRule, PutDispatchRuleOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public StoredDispatchRule putDispatchRule(String name, DispatchRule rule) {
        return putDispatchRule(name, rule, null, null);
    }

    /**
     * Deletes a dispatch rule.
     *
     * <p>The rule no longer applies from now on, on other nodes within a second.
     *
     * <p>Requires {@code editor}.
     *
     * @param name Name of the dispatch rule.
     * @param callOptions Options of the call, such as a precondition.
     */
    public void deleteDispatchRule(String name, CallOptions callOptions) {
        sendForNothing(new Call(DELETE_DISPATCH_RULE, callOptions).path(name));
    }

    /** As {@link #deleteDispatchRule(String, CallOptions)}, with the defaults of what is left out. */
    public void deleteDispatchRule(String name) {
        deleteDispatchRule(name, null);
    }

    /**
     * Lists holds.
     *
     * <p>In order of name. Page size: 50 by default, at most 500.
     *
     * <p>Requires {@code viewer}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<HoldList, StoredHold> listHolds(ListHoldsOptions options, CallOptions callOptions) {
        return list(
                new Call(LIST_HOLDS, callOptions).query(options),
                HoldList.class,
                HoldList::items,
                HoldList::nextCursor);
    }

    /** As {@link #listHolds(ListHoldsOptions, CallOptions)}, with the defaults of what is left out. */
    public Listing<HoldList, StoredHold> listHolds(ListHoldsOptions options) {
        return listHolds(options, null);
    }

    /** As {@link #listHolds(ListHoldsOptions, CallOptions)}, with the defaults of what is left out. */
    public Listing<HoldList, StoredHold> listHolds() {
        return listHolds(null, null);
    }

    /**
     * Gets a hold.
     *
     * <p>Returns the hold with its version: its range, its reason, and the schedules that it covers.
     *
     * <p>Requires {@code viewer}.
     *
     * @param name Name of the hold.
     * @param callOptions Options of the call, such as a precondition.
     */
    public StoredHold getHold(String name, CallOptions callOptions) {
        return send(new Call(GET_HOLD, callOptions).path(name), StoredHold.class);
    }

    /** As {@link #getHold(String, CallOptions)}, with the defaults of what is left out. */
    public StoredHold getHold(String name) {
        return getHold(name, null);
    }

    /**
     * Creates or replaces a hold.
     *
     * <p>Occurrences that the hold covers are settled as {@code skipped(hold)} instead of starting. Running
     * occurrences continue. By default, a hold has no start and no end and covers all schedules of the
     * tenant. It names at most 1,000 schedules and 1,000 labels; its note has at most 1,024 bytes. With
     * {@code If-Match}, the hold is replaced only if its version matches; with {@code If-None-Match: *},
     * it is only created. Otherwise the request returns 412.
     *
     * <p>Requires {@code editor}.
     *
     * @param name Name of the hold.
     * @param hold Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public StoredHold putHold(String name, Hold hold, CallOptions callOptions) {
        return send(new Call(PUT_HOLD, callOptions).path(name).body(hold), StoredHold.class);
    }

    /** As {@link #putHold(String, Hold, CallOptions)}, with the defaults of what is left out. */
    public StoredHold putHold(String name, Hold hold) {
        return putHold(name, hold, null);
    }

    /**
     * Deletes a hold.
     *
     * <p>Occurrences that the hold skipped stay skipped unless they are reprocessed.
     *
     * <p>Requires {@code editor}.
     *
     * @param name Name of the hold.
     * @param callOptions Options of the call, such as a precondition.
     */
    public void deleteHold(String name, CallOptions callOptions) {
        sendForNothing(new Call(DELETE_HOLD, callOptions).path(name));
    }

    /** As {@link #deleteHold(String, CallOptions)}, with the defaults of what is left out. */
    public void deleteHold(String name) {
        deleteHold(name, null);
    }

    /**
     * Lists quotas.
     *
     * <p>In order of name. Page size: 50 by default, at most 500.
     *
     * <p>Requires {@code viewer}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<QuotaList, StoredQuota> listQuotas(ListQuotasOptions options, CallOptions callOptions) {
        return list(
                new Call(LIST_QUOTAS, callOptions).query(options),
                QuotaList.class,
                QuotaList::items,
                QuotaList::nextCursor);
    }

    /** As {@link #listQuotas(ListQuotasOptions, CallOptions)}, with the defaults of what is left out. */
    public Listing<QuotaList, StoredQuota> listQuotas(ListQuotasOptions options) {
        return listQuotas(options, null);
    }

    /** As {@link #listQuotas(ListQuotasOptions, CallOptions)}, with the defaults of what is left out. */
    public Listing<QuotaList, StoredQuota> listQuotas() {
        return listQuotas(null, null);
    }

    /**
     * Gets a quota.
     *
     * <p>Returns the quota with its version: the maximum number of runs, and the length of the window.
     *
     * <p>Requires {@code viewer}.
     *
     * @param name Name of the quota.
     * @param callOptions Options of the call, such as a precondition.
     */
    public StoredQuota getQuota(String name, CallOptions callOptions) {
        return send(new Call(GET_QUOTA, callOptions).path(name), StoredQuota.class);
    }

    /** As {@link #getQuota(String, CallOptions)}, with the defaults of what is left out. */
    public StoredQuota getQuota(String name) {
        return getQuota(name, null);
    }

    /**
     * Creates or replaces a quota.
     *
     * <p>Occurrences beyond the quota are settled as {@code skipped(quota)}. Occurrences that already
     * started in the current window count. The limit is at least 1, and the window is 1 second to 366
     * days; neither has a default. With {@code If-Match}, the quota is replaced only if its version
     * matches; with {@code If-None-Match: *}, it is only created. Otherwise the request returns 412.
     *
     * <p>Requires {@code editor}.
     *
     * @param name Name of the quota.
     * @param quota Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public StoredQuota putQuota(String name, Quota quota, CallOptions callOptions) {
        return send(new Call(PUT_QUOTA, callOptions).path(name).body(quota), StoredQuota.class);
    }

    /** As {@link #putQuota(String, Quota, CallOptions)}, with the defaults of what is left out. */
    public StoredQuota putQuota(String name, Quota quota) {
        return putQuota(name, quota, null);
    }

    /**
     * Deletes a quota.
     *
     * <p>Occurrences that the quota skipped stay skipped unless they are reprocessed.
     *
     * <p>Requires {@code editor}.
     *
     * @param name Name of the quota.
     * @param callOptions Options of the call, such as a precondition.
     */
    public void deleteQuota(String name, CallOptions callOptions) {
        sendForNothing(new Call(DELETE_QUOTA, callOptions).path(name));
    }

    /** As {@link #deleteQuota(String, CallOptions)}, with the defaults of what is left out. */
    public void deleteQuota(String name) {
        deleteQuota(name, null);
    }
}
