// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.Map;
import refrain.Required;

/**
 * A new recurring action.
 *
 * @param namespace Namespace of the tenant.
 * @param tenant Tenant that owns the recurring action.
 * @param cronExpr Cron expression: five fields, six with seconds first, or seven with the year last.
 * @param provider Name of the provider that delivers the action.
 * @param actionType Type of the action, for dispatch rules and receivers.
 * @param payload JSON object for the provider.
 * @param dedupKey Deduplication key: actions with the same key are sent once. The placeholders
 *     {@code {{recurring_id}}} and {@code {{execution_time}}} are replaced.
 * @param description Description for people.
 * @param enabled Whether the recurring action is active. Default: true.
 * @param endsAt End: no execution at or after this time.
 * @param labels Labels, for selecting recurring actions.
 * @param maxExecutions Maximum number of executions. Default: no limit.
 * @param metadata Metadata of every dispatched action.
 * @param overlapPolicy Policy for an execution that is due while an earlier one is still running.
 *     Default: {@code allow_all}.
 * @param target Address in the provider's own terms: a URL for {@code webhook}, a queue for
 *     {@code queue}. Default: the provider's default, which is the configured URL for {@code webhook},
 *     and {@code action_type} for providers whose target is a name.
 * @param timezone IANA time zone. Default: UTC.
 */
public record CreateRecurringRequest(
        @Required String namespace,
        @Required String tenant,
        @Required String cronExpr,
        @Required String provider,
        @Required String actionType,
        @Required Object payload,
        String dedupKey,
        String description,
        Boolean enabled,
        Instant endsAt,
        Map<String, String> labels,
        Long maxExecutions,
        Map<String, String> metadata,
        OverlapPolicy overlapPolicy,
        String target,
        String timezone) {
    /**
     * Returns a builder with the required fields.
     *
     * @param namespace Namespace of the tenant.
     * @param tenant Tenant that owns the recurring action.
     * @param cronExpr Cron expression: five fields, six with seconds first, or seven with the year
     *     last.
     * @param provider Name of the provider that delivers the action.
     * @param actionType Type of the action, for dispatch rules and receivers.
     * @param payload JSON object for the provider.
     */
    public static Builder builder(
            String namespace,
            String tenant,
            String cronExpr,
            String provider,
            String actionType,
            Object payload) {
        return new Builder(namespace, tenant, cronExpr, provider, actionType, payload);
    }

    /** Builder of {@code CreateRecurringRequest}. */
    public static final class Builder {
        private final String namespace;
        private final String tenant;
        private final String cronExpr;
        private final String provider;
        private final String actionType;
        private final Object payload;
        private String dedupKey;
        private String description;
        private Boolean enabled;
        private Instant endsAt;
        private Map<String, String> labels;
        private Long maxExecutions;
        private Map<String, String> metadata;
        private OverlapPolicy overlapPolicy;
        private String target;
        private String timezone;

        private Builder(
                String namespace,
                String tenant,
                String cronExpr,
                String provider,
                String actionType,
                Object payload) {
            this.namespace = namespace;
            this.tenant = tenant;
            this.cronExpr = cronExpr;
            this.provider = provider;
            this.actionType = actionType;
            this.payload = payload;
        }

        /**
         * Deduplication key: actions with the same key are sent once. The placeholders
         * {@code {{recurring_id}}} and {@code {{execution_time}}} are replaced.
         */
        public Builder dedupKey(String dedupKey) {
            this.dedupKey = dedupKey;
            return this;
        }

        /** Description for people. */
        public Builder description(String description) {
            this.description = description;
            return this;
        }

        /** Whether the recurring action is active. Default: true. */
        public Builder enabled(boolean enabled) {
            this.enabled = enabled;
            return this;
        }

        /** End: no execution at or after this time. */
        public Builder endsAt(Instant endsAt) {
            this.endsAt = endsAt;
            return this;
        }

        /** Labels, for selecting recurring actions. */
        public Builder labels(Map<String, String> labels) {
            this.labels = labels;
            return this;
        }

        /** Maximum number of executions. Default: no limit. */
        public Builder maxExecutions(long maxExecutions) {
            this.maxExecutions = maxExecutions;
            return this;
        }

        /** Metadata of every dispatched action. */
        public Builder metadata(Map<String, String> metadata) {
            this.metadata = metadata;
            return this;
        }

        /**
         * Policy for an execution that is due while an earlier one is still running. Default:
         * {@code allow_all}.
         */
        public Builder overlapPolicy(OverlapPolicy overlapPolicy) {
            this.overlapPolicy = overlapPolicy;
            return this;
        }

        /**
         * Address in the provider's own terms: a URL for {@code webhook}, a queue for {@code queue}.
         * Default: the provider's default, which is the configured URL for {@code webhook}, and
         * {@code action_type} for providers whose target is a name.
         */
        public Builder target(String target) {
            this.target = target;
            return this;
        }

        /** IANA time zone. Default: UTC. */
        public Builder timezone(String timezone) {
            this.timezone = timezone;
            return this;
        }

        /** Returns the record. */
        public CreateRecurringRequest build() {
            return new CreateRecurringRequest(
                    namespace,
                    tenant,
                    cronExpr,
                    provider,
                    actionType,
                    payload,
                    dedupKey,
                    description,
                    enabled,
                    endsAt,
                    labels,
                    maxExecutions,
                    metadata,
                    overlapPolicy,
                    target,
                    timezone);
        }
    }
}
