// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain;

import refrain.types.Liveness;
import refrain.types.NodeList;
import refrain.types.ProviderList;
import refrain.types.Readiness;

/** Operations of the group {@code server}. */
abstract class ServerOperations extends SecretsOperations {
    private static final Endpoint CHECK_LIVENESS = Endpoint.of(
            "checkLiveness",
            "GET",
            "/healthz",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint GET_METRICS = Endpoint.of(
            "getMetrics",
            "GET",
            "/metrics",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint CHECK_READINESS = Endpoint.of(
            "checkReadiness",
            "GET",
            "/readyz",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint GET_CONFIG = Endpoint.of(
            "getConfig",
            "GET",
            "/v1/config",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint LIST_NODES = Endpoint.of(
            "listNodes",
            "GET",
            "/v1/nodes",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint LIST_PROVIDERS = Endpoint.of(
            "listProviders",
            "GET",
            "/v1/providers",
            null,
            Endpoint.Trait.REPEATABLE);

    /**
     * Checks liveness.
     *
     * <p>Returns 200 as long as the process runs. The check does not contact the store, so that an
     * unavailable database does not get the process killed.
     *
     * @param callOptions Options of the call, such as a precondition.
     */
    public Liveness checkLiveness(CallOptions callOptions) {
        return send(new Call(CHECK_LIVENESS, callOptions), Liveness.class);
    }

    /** As {@link #checkLiveness(CallOptions)}, with the defaults of what is left out. */
    public Liveness checkLiveness() {
        return checkLiveness(null);
    }

    /**
     * Gets the metrics of this node.
     *
     * <p>In the Prometheus text format. Each node reports only its own activity.
     *
     * <p>Requires {@code server}.
     *
     * @param callOptions Options of the call, such as a precondition.
     */
    public String getMetrics(CallOptions callOptions) {
        return sendForText(new Call(GET_METRICS, callOptions));
    }

    /** As {@link #getMetrics(CallOptions)}, with the defaults of what is left out. */
    public String getMetrics() {
        return getMetrics(null);
    }

    /**
     * Checks readiness.
     *
     * <p>Returns 503 with a {@code code} if the server cannot work: the code of the store's error,
     * {@code node_failed} if the node has failed, {@code disk_full} if the store is full,
     * {@code writes_fail} if a small write fails, or {@code clock_ahead} while planning is halted because
     * the store's clock jumped forward.
     *
     * @param callOptions Options of the call, such as a precondition.
     */
    public Readiness checkReadiness(CallOptions callOptions) {
        return send(new Call(CHECK_READINESS, callOptions), Readiness.class);
    }

    /** As {@link #checkReadiness(CallOptions)}, with the defaults of what is left out. */
    public Readiness checkReadiness() {
        return checkReadiness(null);
    }

    /**
     * Gets the configuration.
     *
     * <p>Returns the effective values, as {@code refrain config} prints them. Secrets are not included.
     *
     * <p>Requires {@code server}.
     *
     * @param callOptions Options of the call, such as a precondition.
     */
    public Object getConfig(CallOptions callOptions) {
        return sendForJson(new Call(GET_CONFIG, callOptions));
    }

    /** As {@link #getConfig(CallOptions)}, with the defaults of what is left out. */
    public Object getConfig() {
        return getConfig(null);
    }

    /**
     * Lists live nodes.
     *
     * <p>A node is removed from the list 30 seconds after its last heartbeat.
     *
     * <p>Requires {@code server}.
     *
     * @param callOptions Options of the call, such as a precondition.
     */
    public NodeList listNodes(CallOptions callOptions) {
        return send(new Call(LIST_NODES, callOptions), NodeList.class);
    }

    /** As {@link #listNodes(CallOptions)}, with the defaults of what is left out. */
    public NodeList listNodes() {
        return listNodes(null);
    }

    /**
     * Lists the providers of this node.
     *
     * <p>Checks the health of each provider. A provider that does not respond within 5 seconds is unhealthy.
     *
     * <p>Requires {@code viewer}.
     *
     * @param callOptions Options of the call, such as a precondition.
     */
    public ProviderList listProviders(CallOptions callOptions) {
        return send(new Call(LIST_PROVIDERS, callOptions), ProviderList.class);
    }

    /** As {@link #listProviders(CallOptions)}, with the defaults of what is left out. */
    public ProviderList listProviders() {
        return listProviders(null);
    }
}
