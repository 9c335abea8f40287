// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;

/**
 * Options of {@code listOccurrences}. What is null is not sent.
 *
 * @param schedule Schedule ID. Includes occurrences of deleted schedules with the same ID.
 * @param state Comma-separated states, such as {@code failed,skipped}. Default: all states.
 * @param reason Comma-separated reasons, such as {@code overlap,missed}. Default: all reasons.
 * @param from Start of the range, inclusive, by nominal time.
 * @param until End of the range, exclusive, by nominal time.
 * @param label Label of the schedule, such as {@code team:billing}.
 * @param limit Page size. Default: 50. Maximum: 500.
 * @param cursor Cursor: the {@code next_cursor} of the previous page.
 */
public record ListOccurrencesOptions(
        String schedule,
        String state,
        String reason,
        Instant from,
        Instant until,
        String label,
        Long limit,
        String cursor) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ListOccurrencesOptions}. */
    public static final class Builder {
        private String schedule;
        private String state;
        private String reason;
        private Instant from;
        private Instant until;
        private String label;
        private Long limit;
        private String cursor;

        private Builder() {}

        /** Schedule ID. Includes occurrences of deleted schedules with the same ID. */
        public Builder schedule(String schedule) {
            this.schedule = schedule;
            return this;
        }

        /** Comma-separated states, such as {@code failed,skipped}. Default: all states. */
        public Builder state(String state) {
            this.state = state;
            return this;
        }

        /** Comma-separated reasons, such as {@code overlap,missed}. Default: all reasons. */
        public Builder reason(String reason) {
            this.reason = reason;
            return this;
        }

        /** Start of the range, inclusive, by nominal time. */
        public Builder from(Instant from) {
            this.from = from;
            return this;
        }

        /** End of the range, exclusive, by nominal time. */
        public Builder until(Instant until) {
            this.until = until;
            return this;
        }

        /** Label of the schedule, such as {@code team:billing}. */
        public Builder label(String label) {
            this.label = label;
            return this;
        }

        /** Page size. Default: 50. Maximum: 500. */
        public Builder limit(long limit) {
            this.limit = limit;
            return this;
        }

        /** Cursor: the {@code next_cursor} of the previous page. */
        public Builder cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** Returns the record. */
        public ListOccurrencesOptions build() {
            return new ListOccurrencesOptions(schedule, state, reason, from, until, label, limit, cursor);
        }
    }
}
