// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;

/**
 * A part of some days, in the rule's time zone.
 *
 * @param days Days of the week. Default: every day. A night that begins on one of these days belongs
 *     to that day as a whole.
 * @param from Start time. Default: midnight.
 * @param to End time (exclusive). Default: midnight. An end before {@code from} is on the next day.
 */
public record ActiveHours(List<Weekday> days, String from, String to) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ActiveHours}. */
    public static final class Builder {
        private List<Weekday> days;
        private String from;
        private String to;

        private Builder() {}

        /**
         * Days of the week. Default: every day. A night that begins on one of these days belongs to that
         * day as a whole.
         */
        public Builder days(List<Weekday> days) {
            this.days = days;
            return this;
        }

        /** Start time. Default: midnight. */
        public Builder from(String from) {
            this.from = from;
            return this;
        }

        /** End time (exclusive). Default: midnight. An end before {@code from} is on the next day. */
        public Builder to(String to) {
            this.to = to;
            return this;
        }

        /** Returns the record. */
        public ActiveHours build() {
            return new ActiveHours(days, from, to);
        }
    }
}
