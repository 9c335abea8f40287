// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import java.util.List;
import refrain.Patch;

/**
 * Definition of a schedule, as its owner wrote it.
 *
 * @param action Action to send.
 * @param allowUnknownProvider Whether to accept a provider that no live node has. Default: false. Not
 *     stored.
 * @param catchUp Policy for missed occurrences.
 * @param cron Cron expression: five fields, six with seconds first, or a macro such as
 *     {@code @daily}.
 * @param delivery Delivery guarantee after a crash between sending and recording.
 * @param description Description for people.
 * @param discriminators Names of several targets per period, each with its own occurrence. Default:
 *     one unnamed target.
 * @param enabled Whether the schedule runs. False creates it paused, or pauses it together with the
 *     change; true resumes a paused one. Default: true for a new schedule, unchanged otherwise.
 * @param history History level: how much of each attempt is stored. Default: the level of the tenant,
 *     else of the node.
 * @param labels Labels to select the schedule by.
 * @param maxConcurrent Maximum number of concurrent runs under {@code allow_all}. Default: no limit.
 * @param overlap Policy for runs that overlap.
 * @param pauseOnFailure Number of consecutive failures after which the schedule pauses itself.
 *     Default: never.
 * @param priority Priority among the tenant's due occurrences.
 * @param retry Policy for retries of failed attempts.
 * @param scope Object that the schedule belongs to. Holds select by it.
 * @param spec Recurrence, time zone and bounds: when the schedule runs.
 * @param startDeadline Maximum start delay of a run. Default: no limit of its own; the catch-up
 *     window still applies.
 * @param timeout Timeout of one attempt. Default: the timeout of the provider, if it has one.
 * @param timezone IANA time zone of the recurrence. Default: the server's time zone.
 * @param when Recurrence in plain English, or in any other notation: cron, RFC 5545 or an instant. A
 *     text with two readings is rejected with both. The text may name the time zone.
 */
public record SchedulePatch(
        Patch<Object> action,
        Patch<Boolean> allowUnknownProvider,
        Patch<Object> catchUp,
        Patch<String> cron,
        Patch<Delivery> delivery,
        Patch<String> description,
        Patch<List<String>> discriminators,
        Patch<Boolean> enabled,
        Patch<HistoryLevel> history,
        Patch<Object> labels,
        Patch<Long> maxConcurrent,
        Patch<OverlapPolicy> overlap,
        Patch<Long> pauseOnFailure,
        Patch<Priority> priority,
        Patch<Object> retry,
        Patch<Object> scope,
        Patch<Object> spec,
        Patch<Duration> startDeadline,
        Patch<Duration> timeout,
        Patch<String> timezone,
        Patch<String> when) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code SchedulePatch}. */
    public static final class Builder {
        private Patch<Object> action;
        private Patch<Boolean> allowUnknownProvider;
        private Patch<Object> catchUp;
        private Patch<String> cron;
        private Patch<Delivery> delivery;
        private Patch<String> description;
        private Patch<List<String>> discriminators;
        private Patch<Boolean> enabled;
        private Patch<HistoryLevel> history;
        private Patch<Object> labels;
        private Patch<Long> maxConcurrent;
        private Patch<OverlapPolicy> overlap;
        private Patch<Long> pauseOnFailure;
        private Patch<Priority> priority;
        private Patch<Object> retry;
        private Patch<Object> scope;
        private Patch<Object> spec;
        private Patch<Duration> startDeadline;
        private Patch<Duration> timeout;
        private Patch<String> timezone;
        private Patch<String> when;

        private Builder() {}

        /** Action to send. */
        public Builder action(Object action) {
            this.action = Patch.set(action);
            return this;
        }

        /** Clears what is stored as {@code action}. */
        public Builder clearAction() {
            this.action = Patch.clear();
            return this;
        }

        /** Whether to accept a provider that no live node has. Default: false. Not stored. */
        public Builder allowUnknownProvider(boolean allowUnknownProvider) {
            this.allowUnknownProvider = Patch.set(allowUnknownProvider);
            return this;
        }

        /** Clears what is stored as {@code allow_unknown_provider}. */
        public Builder clearAllowUnknownProvider() {
            this.allowUnknownProvider = Patch.clear();
            return this;
        }

        /** Policy for missed occurrences. */
        public Builder catchUp(Object catchUp) {
            this.catchUp = Patch.set(catchUp);
            return this;
        }

        /** Clears what is stored as {@code catch_up}. */
        public Builder clearCatchUp() {
            this.catchUp = Patch.clear();
            return this;
        }

        /** Cron expression: five fields, six with seconds first, or a macro such as {@code @daily}. */
        public Builder cron(String cron) {
            this.cron = Patch.set(cron);
            return this;
        }

        /** Clears what is stored as {@code cron}. */
        public Builder clearCron() {
            this.cron = Patch.clear();
            return this;
        }

        /** Delivery guarantee after a crash between sending and recording. */
        public Builder delivery(Delivery delivery) {
            this.delivery = Patch.set(delivery);
            return this;
        }

        /** Clears what is stored as {@code delivery}. */
        public Builder clearDelivery() {
            this.delivery = Patch.clear();
            return this;
        }

        /** Description for people. */
        public Builder description(String description) {
            this.description = Patch.set(description);
            return this;
        }

        /** Clears what is stored as {@code description}. */
        public Builder clearDescription() {
            this.description = Patch.clear();
            return this;
        }

        /** Names of several targets per period, each with its own occurrence. Default: one unnamed target. */
        public Builder discriminators(List<String> discriminators) {
            this.discriminators = Patch.set(discriminators);
            return this;
        }

        /** Clears what is stored as {@code discriminators}. */
        public Builder clearDiscriminators() {
            this.discriminators = Patch.clear();
            return this;
        }

        /**
         * Whether the schedule runs. False creates it paused, or pauses it together with the change; true
         * resumes a paused one. Default: true for a new schedule, unchanged otherwise.
         */
        public Builder enabled(boolean enabled) {
            this.enabled = Patch.set(enabled);
            return this;
        }

        /** Clears what is stored as {@code enabled}. */
        public Builder clearEnabled() {
            this.enabled = Patch.clear();
            return this;
        }

        /**
         * History level: how much of each attempt is stored. Default: the level of the tenant, else of
         * the node.
         */
        public Builder history(HistoryLevel history) {
            this.history = Patch.set(history);
            return this;
        }

        /** Clears what is stored as {@code history}. */
        public Builder clearHistory() {
            this.history = Patch.clear();
            return this;
        }

        /** Labels to select the schedule by. */
        public Builder labels(Object labels) {
            this.labels = Patch.set(labels);
            return this;
        }

        /** Clears what is stored as {@code labels}. */
        public Builder clearLabels() {
            this.labels = Patch.clear();
            return this;
        }

        /** Maximum number of concurrent runs under {@code allow_all}. Default: no limit. */
        public Builder maxConcurrent(long maxConcurrent) {
            this.maxConcurrent = Patch.set(maxConcurrent);
            return this;
        }

        /** Clears what is stored as {@code max_concurrent}. */
        public Builder clearMaxConcurrent() {
            this.maxConcurrent = Patch.clear();
            return this;
        }

        /** Policy for runs that overlap. */
        public Builder overlap(OverlapPolicy overlap) {
            this.overlap = Patch.set(overlap);
            return this;
        }

        /** Clears what is stored as {@code overlap}. */
        public Builder clearOverlap() {
            this.overlap = Patch.clear();
            return this;
        }

        /** Number of consecutive failures after which the schedule pauses itself. Default: never. */
        public Builder pauseOnFailure(long pauseOnFailure) {
            this.pauseOnFailure = Patch.set(pauseOnFailure);
            return this;
        }

        /** Clears what is stored as {@code pause_on_failure}. */
        public Builder clearPauseOnFailure() {
            this.pauseOnFailure = Patch.clear();
            return this;
        }

        /** Priority among the tenant's due occurrences. */
        public Builder priority(Priority priority) {
            this.priority = Patch.set(priority);
            return this;
        }

        /** Clears what is stored as {@code priority}. */
        public Builder clearPriority() {
            this.priority = Patch.clear();
            return this;
        }

        /** Policy for retries of failed attempts. */
        public Builder retry(Object retry) {
            this.retry = Patch.set(retry);
            return this;
        }

        /** Clears what is stored as {@code retry}. */
        public Builder clearRetry() {
            this.retry = Patch.clear();
            return this;
        }

        /** Object that the schedule belongs to. Holds select by it. */
        public Builder scope(Object scope) {
            this.scope = Patch.set(scope);
            return this;
        }

        /** Clears what is stored as {@code scope}. */
        public Builder clearScope() {
            this.scope = Patch.clear();
            return this;
        }

        /** Recurrence, time zone and bounds: when the schedule runs. */
        public Builder spec(Object spec) {
            this.spec = Patch.set(spec);
            return this;
        }

        /** Clears what is stored as {@code spec}. */
        public Builder clearSpec() {
            this.spec = Patch.clear();
            return this;
        }

        /** Maximum start delay of a run. Default: no limit of its own; the catch-up window still applies. */
        public Builder startDeadline(Duration startDeadline) {
            this.startDeadline = Patch.set(startDeadline);
            return this;
        }

        /** Clears what is stored as {@code start_deadline}. */
        public Builder clearStartDeadline() {
            this.startDeadline = Patch.clear();
            return this;
        }

        /** Timeout of one attempt. Default: the timeout of the provider, if it has one. */
        public Builder timeout(Duration timeout) {
            this.timeout = Patch.set(timeout);
            return this;
        }

        /** Clears what is stored as {@code timeout}. */
        public Builder clearTimeout() {
            this.timeout = Patch.clear();
            return this;
        }

        /** IANA time zone of the recurrence. Default: the server's time zone. */
        public Builder timezone(String timezone) {
            this.timezone = Patch.set(timezone);
            return this;
        }

        /** Clears what is stored as {@code timezone}. */
        public Builder clearTimezone() {
            this.timezone = Patch.clear();
            return this;
        }

        /**
         * Recurrence in plain English, or in any other notation: cron, RFC 5545 or an instant. A text
         * with two readings is rejected with both. The text may name the time zone.
         */
        public Builder when(String when) {
            this.when = Patch.set(when);
            return this;
        }

        /** Clears what is stored as {@code when}. */
        public Builder clearWhen() {
            this.when = Patch.clear();
            return this;
        }

        /** Returns the record. */
        public SchedulePatch build() {
            return new SchedulePatch(
                    action,
                    allowUnknownProvider,
                    catchUp,
                    cron,
                    delivery,
                    description,
                    discriminators,
                    enabled,
                    history,
                    labels,
                    maxConcurrent,
                    overlap,
                    pauseOnFailure,
                    priority,
                    retry,
                    scope,
                    spec,
                    startDeadline,
                    timeout,
                    timezone,
                    when);
        }
    }
}
