// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;

/**
 * Options of {@code listUpcomingOccurrences}. What is null is not sent.
 *
 * @param from Start of the window. Default: now. Never earlier than now.
 * @param until End of the window, exclusive. Default: one day after {@code from}. Maximum: 45 days
 *     after {@code from}.
 * @param fold Time slot in which more than four occurrences of a schedule are merged into one span.
 *     Default: {@code hour} for windows of up to 8 days, {@code day} for longer ones.
 * @param zone Time zone of the hours and days. Default: the server's time zone.
 * @param label Comma-separated labels, such as {@code team:billing,tier:1}. Schedules must have all
 *     of them.
 * @param idPrefix Prefix of the schedule ID.
 * @param text Text in the ID or the description, case-insensitive.
 * @param limit Maximum number of schedules in the response; those with the earliest occurrences are
 *     returned. Default: 100. Maximum: 500.
 */
public record ListUpcomingOccurrencesOptions(
        Instant from,
        Instant until,
        Fold fold,
        String zone,
        String label,
        String idPrefix,
        String text,
        Long limit) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ListUpcomingOccurrencesOptions}. */
    public static final class Builder {
        private Instant from;
        private Instant until;
        private Fold fold;
        private String zone;
        private String label;
        private String idPrefix;
        private String text;
        private Long limit;

        private Builder() {}

        /** Start of the window. Default: now. Never earlier than now. */
        public Builder from(Instant from) {
            this.from = from;
            return this;
        }

        /**
         * End of the window, exclusive. Default: one day after {@code from}. Maximum: 45 days after
         * {@code from}.
         */
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

        /** Comma-separated labels, such as {@code team:billing,tier:1}. Schedules must have all of them. */
        public Builder label(String label) {
            this.label = label;
            return this;
        }

        /** Prefix of the schedule ID. */
        public Builder idPrefix(String idPrefix) {
            this.idPrefix = idPrefix;
            return this;
        }

        /** Text in the ID or the description, case-insensitive. */
        public Builder text(String text) {
            this.text = text;
            return this;
        }

        /**
         * Maximum number of schedules in the response; those with the earliest occurrences are returned.
         * Default: 100. Maximum: 500.
         */
        public Builder limit(long limit) {
            this.limit = limit;
            return this;
        }

        /** Returns the record. */
        public ListUpcomingOccurrencesOptions build() {
            return new ListUpcomingOccurrencesOptions(from, until, fold, zone, label, idPrefix, text, limit);
        }
    }
}
