// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import refrain.Required;

/**
 * A schedule to preview.
 *
 * @param action Action to send.
 * @param against ID of the stored schedule to compare with.
 * @param allowUnknownProvider Whether to accept a provider that no live node has. Default: false. Not
 *     stored.
 * @param catchUp Policy for missed occurrences.
 * @param count Number of occurrences. Default: 10. Maximum: 100.
 * @param cron Cron expression: five fields, six with seconds first, or a macro such as
 *     {@code @daily}.
 * @param days Number of days to compare, of 24 hours each. Default: 30. Maximum: 366.
 * @param delivery Delivery guarantee after a crash between sending and recording.
 * @param description Description for people.
 * @param discriminators Names of several targets per period, each with its own occurrence. Default:
 *     one unnamed target.
 * @param enabled Whether the schedule runs. False creates it paused, or pauses it together with the
 *     change; true resumes a paused one. Default: true for a new schedule, unchanged otherwise.
 * @param from Start time. Default: now.
 * @param history History level: how much of each attempt is stored. Default: the level of the tenant,
 *     else of the node.
 * @param id Schedule ID, unique in the tenant. Default: generated.
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
 * @param zone Second time zone to show times in.
 */
public record PreviewRequest(
        @Required Action action,
        String against,
        Boolean allowUnknownProvider,
        CatchUp catchUp,
        Long count,
        String cron,
        Long days,
        Delivery delivery,
        String description,
        List<String> discriminators,
        Boolean enabled,
        Instant from,
        HistoryLevel history,
        String id,
        Map<String, String> labels,
        Long maxConcurrent,
        OverlapPolicy overlap,
        Long pauseOnFailure,
        Priority priority,
        RetryPolicy retry,
        Scope scope,
        ScheduleSpec spec,
        Duration startDeadline,
        Duration timeout,
        String timezone,
        String when,
        String zone) {
    /**
     * Returns a builder with the required fields.
     *
     * @param action Action to send.
     */
    public static Builder builder(Action action) {
        return new Builder(action);
    }

    /** Builder of {@code PreviewRequest}. */
    public static final class Builder {
        private final Action action;
        private String against;
        private Boolean allowUnknownProvider;
        private CatchUp catchUp;
        private Long count;
        private String cron;
        private Long days;
        private Delivery delivery;
        private String description;
        private List<String> discriminators;
        private Boolean enabled;
        private Instant from;
        private HistoryLevel history;
        private String id;
        private Map<String, String> labels;
        private Long maxConcurrent;
        private OverlapPolicy overlap;
        private Long pauseOnFailure;
        private Priority priority;
        private RetryPolicy retry;
        private Scope scope;
        private ScheduleSpec spec;
        private Duration startDeadline;
        private Duration timeout;
        private String timezone;
        private String when;
        private String zone;

        private Builder(Action action) {
            this.action = action;
        }

        /** ID of the stored schedule to compare with. */
        public Builder against(String against) {
            this.against = against;
            return this;
        }

        /** Whether to accept a provider that no live node has. Default: false. Not stored. */
        public Builder allowUnknownProvider(boolean allowUnknownProvider) {
            this.allowUnknownProvider = allowUnknownProvider;
            return this;
        }

        /** Policy for missed occurrences. */
        public Builder catchUp(CatchUp catchUp) {
            this.catchUp = catchUp;
            return this;
        }

        /** Number of occurrences. Default: 10. Maximum: 100. */
        public Builder count(long count) {
            this.count = count;
            return this;
        }

        /** Cron expression: five fields, six with seconds first, or a macro such as {@code @daily}. */
        public Builder cron(String cron) {
            this.cron = cron;
            return this;
        }

        /** Number of days to compare, of 24 hours each. Default: 30. Maximum: 366. */
        public Builder days(long days) {
            this.days = days;
            return this;
        }

        /** Delivery guarantee after a crash between sending and recording. */
        public Builder delivery(Delivery delivery) {
            this.delivery = delivery;
            return this;
        }

        /** Description for people. */
        public Builder description(String description) {
            this.description = description;
            return this;
        }

        /** Names of several targets per period, each with its own occurrence. Default: one unnamed target. */
        public Builder discriminators(List<String> discriminators) {
            this.discriminators = discriminators;
            return this;
        }

        /**
         * Whether the schedule runs. False creates it paused, or pauses it together with the change; true
         * resumes a paused one. Default: true for a new schedule, unchanged otherwise.
         */
        public Builder enabled(boolean enabled) {
            this.enabled = enabled;
            return this;
        }

        /** Start time. Default: now. */
        public Builder from(Instant from) {
            this.from = from;
            return this;
        }

        /**
         * History level: how much of each attempt is stored. Default: the level of the tenant, else of
         * the node.
         */
        public Builder history(HistoryLevel history) {
            this.history = history;
            return this;
        }

        /** Schedule ID, unique in the tenant. Default: generated. */
        public Builder id(String id) {
            this.id = id;
            return this;
        }

        /** Labels to select the schedule by. */
        public Builder labels(Map<String, String> labels) {
            this.labels = labels;
            return this;
        }

        /** Maximum number of concurrent runs under {@code allow_all}. Default: no limit. */
        public Builder maxConcurrent(long maxConcurrent) {
            this.maxConcurrent = maxConcurrent;
            return this;
        }

        /** Policy for runs that overlap. */
        public Builder overlap(OverlapPolicy overlap) {
            this.overlap = overlap;
            return this;
        }

        /** Number of consecutive failures after which the schedule pauses itself. Default: never. */
        public Builder pauseOnFailure(long pauseOnFailure) {
            this.pauseOnFailure = pauseOnFailure;
            return this;
        }

        /** Priority among the tenant's due occurrences. */
        public Builder priority(Priority priority) {
            this.priority = priority;
            return this;
        }

        /** Policy for retries of failed attempts. */
        public Builder retry(RetryPolicy retry) {
            this.retry = retry;
            return this;
        }

        /** Object that the schedule belongs to. Holds select by it. */
        public Builder scope(Scope scope) {
            this.scope = scope;
            return this;
        }

        /** Recurrence, time zone and bounds: when the schedule runs. */
        public Builder spec(ScheduleSpec spec) {
            this.spec = spec;
            return this;
        }

        /** Maximum start delay of a run. Default: no limit of its own; the catch-up window still applies. */
        public Builder startDeadline(Duration startDeadline) {
            this.startDeadline = startDeadline;
            return this;
        }

        /** Timeout of one attempt. Default: the timeout of the provider, if it has one. */
        public Builder timeout(Duration timeout) {
            this.timeout = timeout;
            return this;
        }

        /** IANA time zone of the recurrence. Default: the server's time zone. */
        public Builder timezone(String timezone) {
            this.timezone = timezone;
            return this;
        }

        /**
         * Recurrence in plain English, or in any other notation: cron, RFC 5545 or an instant. A text
         * with two readings is rejected with both. The text may name the time zone.
         */
        public Builder when(String when) {
            this.when = when;
            return this;
        }

        /** Second time zone to show times in. */
        public Builder zone(String zone) {
            this.zone = zone;
            return this;
        }

        /** Returns the record. */
        public PreviewRequest build() {
            return new PreviewRequest(
                    action,
                    against,
                    allowUnknownProvider,
                    catchUp,
                    count,
                    cron,
                    days,
                    delivery,
                    description,
                    discriminators,
                    enabled,
                    from,
                    history,
                    id,
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
                    when,
                    zone);
        }
    }
}
