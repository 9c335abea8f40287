// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;

/**
 * Options of {@code getRunHistory}. What is null is not sent.
 *
 * @param from Start of the window, inclusive, by nominal time. Default: one day before {@code until}.
 *     Maximum: 45 days before {@code until}.
 * @param until End of the window, exclusive. Default: now.
 * @param fold Time slot in which more than four occurrences of a schedule are merged into one span.
 *     Default: {@code hour} for windows of up to 8 days, {@code day} for longer ones.
 * @param zone Time zone of the hours and days. Default: the server's time zone.
 * @param state Comma-separated states, such as {@code failed,skipped}. Default: all states.
 * @param label Label of the schedule, such as {@code team:billing}.
 * @param idPrefix Prefix of the schedule ID.
 * @param text Text in the schedule ID, case-insensitive.
 * @param limit Maximum number of schedules in the response; those with the latest occurrences are
 *     returned. Default: 100. Maximum: 500.
 */
public record GetRunHistoryOptions(
        Instant from,
        Instant until,
        Fold fold,
        String zone,
        String state,
        String label,
        String idPrefix,
        String text,
        Long limit) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code GetRunHistoryOptions}. */
    public static final class Builder {
        private Instant from;
        private Instant until;
        private Fold fold;
        private String zone;
        private String state;
        private String label;
        private String idPrefix;
        private String text;
        private Long limit;

        private Builder() {}

        /**
         * Start of the window, inclusive, by nominal time. Default: one day before {@code until}.
         * Maximum: 45 days before {@code until}.
         */
        public Builder from(Instant from) {
            this.from = from;
            return this;
        }

        /** End of the window, exclusive. Default: now. */
        public Builder until(Instant until) {
            this.until = until;
            return this;
        }

        /**
         * Time slot in which more than four occurrences of a schedule are merged into one span. Default:
         * {@code hour} for windows of up to 8 days, {@code day} for longer ones.
         */
        public Builder fold(Fold fold) {
            this.fold = fold;
            return this;
        }

        /** Time zone of the hours and days. Default: the server's time zone. */
        public Builder zone(String zone) {
            this.zone = zone;
            return this;
        }

        /** Comma-separated states, such as {@code failed,skipped}. Default: all states. */
        public Builder state(String state) {
            this.state = state;
            return this;
        }

        /** Label of the schedule, such as {@code team:billing}. */
        public Builder label(String label) {
            this.label = label;
            return this;
        }

        /** Prefix of the schedule ID. */
        public Builder idPrefix(String idPrefix) {
            this.idPrefix = idPrefix;
            return this;
        }

        /** Text in the schedule ID, case-insensitive. */
        public Builder text(String text) {
            this.text = text;
            return this;
        }

        /**
         * Maximum number of schedules in the response; those with the latest occurrences are returned.
         * Default: 100. Maximum: 500.
         */
        public Builder limit(long limit) {
            this.limit = limit;
            return this;
        }

        /** Returns the record. */
        public GetRunHistoryOptions build() {
            return new GetRunHistoryOptions(from, until, fold, zone, state, label, idPrefix, text, limit);
        }
    }
}
