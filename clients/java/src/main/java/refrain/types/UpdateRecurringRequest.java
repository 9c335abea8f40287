// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.Map;
import refrain.Patch;

/**
 * A partial update. Absent fields stay as they are; null restores the default of a field that has one.
 *
 * @param actionType Type of the action.
 * @param cronExpr Cron expression, in the cron dialect of the recurring action.
 * @param dedupKey Deduplication key: actions with the same key are sent once. Null: no key.
 * @param description Description for people. Null: none.
 * @param enabled Whether the recurring action is active.
 * @param endsAt End: no execution at or after this time. Null: no end.
 * @param labels Labels, for selecting recurring actions. Null: none.
 * @param maxExecutions Maximum number of executions. Null: no limit.
 * @param metadata Metadata of every dispatched action. Null: none.
 * @param overlapPolicy Policy for an execution that is due while an earlier one is still running.
 * @param payload JSON object for the provider.
 * @param provider Name of the provider that delivers the action.
 * @param target Address in the provider's own terms. Null: the provider's default.
 * @param timezone IANA time zone. Null: UTC.
 */
public record UpdateRecurringRequest(
        String actionType,
        String cronExpr,
        Patch<String> dedupKey,
        Patch<String> description,
        Boolean enabled,
        Patch<Instant> endsAt,
        Patch<Map<String, String>> labels,
        Patch<Long> maxExecutions,
        Patch<Map<String, String>> metadata,
        OverlapPolicy overlapPolicy,
        Object payload,
        String provider,
        Patch<String> target,
        Patch<String> timezone) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code UpdateRecurringRequest}. */
    public static final class Builder {
        private String actionType;
        private String cronExpr;
        private Patch<String> dedupKey;
        private Patch<String> description;
        private Boolean enabled;
        private Patch<Instant> endsAt;
        private Patch<Map<String, String>> labels;
        private Patch<Long> maxExecutions;
        private Patch<Map<String, String>> metadata;
        private OverlapPolicy overlapPolicy;
        private Object payload;
        private String provider;
        private Patch<String> target;
        private Patch<String> timezone;

        private Builder() {}

        /** Type of the action. */
        public Builder actionType(String actionType) {
            this.actionType = actionType;
            return this;
        }

        /** Cron expression, in the cron dialect of the recurring action. */
        public Builder cronExpr(String cronExpr) {
            this.cronExpr = cronExpr;
            return this;
        }

        /** Deduplication key: actions with the same key are sent once. Null: no key. */
        public Builder dedupKey(String dedupKey) {
            this.dedupKey = Patch.set(dedupKey);
            return this;
        }

        /** Clears what is stored as {@code dedup_key}. */
        public Builder clearDedupKey() {
            this.dedupKey = Patch.clear();
            return this;
        }

        /** Description for people. Null: none. */
        public Builder description(String description) {
            this.description = Patch.set(description);
            return this;
        }

        /** Clears what is stored as {@code description}. */
        public Builder clearDescription() {
            this.description = Patch.clear();
            return this;
        }

        /** Whether the recurring action is active. */
        public Builder enabled(boolean enabled) {
            this.enabled = enabled;
            return this;
        }

        /** End: no execution at or after this time. Null: no end. */
        public Builder endsAt(Instant endsAt) {
            this.endsAt = Patch.set(endsAt);
            return this;
        }

        /** Clears what is stored as {@code ends_at}. */
        public Builder clearEndsAt() {
            this.endsAt = Patch.clear();
            return this;
        }

        /** Labels, for selecting recurring actions. Null: none. */
        public Builder labels(Map<String, String> labels) {
            this.labels = Patch.set(labels);
            return this;
        }

        /** Clears what is stored as {@code labels}. */
        public Builder clearLabels() {
            this.labels = Patch.clear();
            return this;
        }

        /** Maximum number of executions. Null: no limit. */
        public Builder maxExecutions(long maxExecutions) {
            this.maxExecutions = Patch.set(maxExecutions);
            return this;
        }

        /** Clears what is stored as {@code max_executions}. */
        public Builder clearMaxExecutions() {
            this.maxExecutions = Patch.clear();
            return this;
        }

        /** Metadata of every dispatched action. Null: none. */
        public Builder metadata(Map<String, String> metadata) {
            this.metadata = Patch.set(metadata);
            return this;
        }

        /** Clears what is stored as {@code metadata}. */
        public Builder clearMetadata() {
            this.metadata = Patch.clear();
            return this;
        }

        /** Policy for an execution that is due while an earlier one is still running. */
        public Builder overlapPolicy(OverlapPolicy overlapPolicy) {
            this.overlapPolicy = overlapPolicy;
            return this;
        }

        /** JSON object for the provider. */
        public Builder payload(Object payload) {
            this.payload = payload;
            return this;
        }

        /** Name of the provider that delivers the action. */
        public Builder provider(String provider) {
            this.provider = provider;
            return this;
        }

        /** Address in the provider's own terms. Null: the provider's default. */
        public Builder target(String target) {
            this.target = Patch.set(target);
            return this;
        }

        /** Clears what is stored as {@code target}. */
        public Builder clearTarget() {
            this.target = Patch.clear();
            return this;
        }

        /** IANA time zone. Null: UTC. */
        public Builder timezone(String timezone) {
            this.timezone = Patch.set(timezone);
            return this;
        }

        /** Clears what is stored as {@code timezone}. */
        public Builder clearTimezone() {
            this.timezone = Patch.clear();
            return this;
        }

        /** Returns the record. */
        public UpdateRecurringRequest build() {
            return new UpdateRecurringRequest(
                    actionType,
                    cronExpr,
                    dedupKey,
                    description,
                    enabled,
                    endsAt,
                    labels,
                    maxExecutions,
                    metadata,
                    overlapPolicy,
                    payload,
                    provider,
                    target,
                    timezone);
        }
    }
}
