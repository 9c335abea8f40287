// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;

/**
 * Options of {@code countScheduleRunsByDay}. What is null is not sent.
 *
 * @param from Start of the range, inclusive, by nominal time. Default: 371 days before {@code until}.
 *     Maximum: 400 days before {@code until}.
 * @param until End of the range, exclusive. Default: now.
 * @param zone Time zone of the days. Default: the schedule's time zone.
 */
public record CountScheduleRunsByDayOptions(Instant from, Instant until, String zone) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code CountScheduleRunsByDayOptions}. */
    public static final class Builder {
        private Instant from;
        private Instant until;
        private String zone;

        private Builder() {}

        /**
         * Start of the range, inclusive, by nominal time. Default: 371 days before {@code until}.
         * Maximum: 400 days before {@code until}.
         */
        public Builder from(Instant from) {
            this.from = from;
            return this;
        }

        /** End of the range, exclusive. Default: now. */
        public Builder until(Instant until) {
            this.until = until;
            return this;
        }

        /** Time zone of the days. Default: the schedule's time zone. */
        public Builder zone(String zone) {
            this.zone = zone;
            return this;
        }

        /** Returns the record. */
        public CountScheduleRunsByDayOptions build() {
            return new CountScheduleRunsByDayOptions(from, until, zone);
        }
    }
}
