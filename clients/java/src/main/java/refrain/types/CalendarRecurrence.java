// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Alternative;

/**
 * Calendar, fiscal or custom periods with one or more occurrences in each.
 *
 * @param anchor Calendar that defines the periods.
 * @param at Whether the occurrence is at the start or at the end of its period.
 * @param byDay Weekdays within the period, such as {@code MO}. Months and longer periods also accept
 *     {@code 2TU} or {@code -1FR}.
 * @param byMonthDay Days of the month. -1 is the last day.
 * @param frequency Length of a period. Absent for custom periods.
 * @param interval Interval in periods, counted from the period that contains the start. Default: 1.
 * @param lead Time by which the occurrence precedes that point.
 * @param timeOfDay Time of day of the occurrence. Default: midnight.
 */
@Alternative("calendar")
public record CalendarRecurrence(
        PeriodAnchor anchor,
        PeriodPoint at,
        List<String> byDay,
        List<Long> byMonthDay,
        Frequency frequency,
        Long interval,
        String lead,
        String timeOfDay) implements Recurrence {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code CalendarRecurrence}. */
    public static final class Builder {
        private PeriodAnchor anchor;
        private PeriodPoint at;
        private List<String> byDay;
        private List<Long> byMonthDay;
        private Frequency frequency;
        private Long interval;
        private String lead;
        private String timeOfDay;

        private Builder() {}

        /** Calendar that defines the periods. */
        public Builder anchor(PeriodAnchor anchor) {
            this.anchor = anchor;
            return this;
        }

        /** Whether the occurrence is at the start or at the end of its period. */
        public Builder at(PeriodPoint at) {
            this.at = at;
            return this;
        }

        /**
         * Weekdays within the period, such as {@code MO}. Months and longer periods also accept
         * {@code 2TU} or {@code -1FR}.
         */
        public Builder byDay(List<String> byDay) {
            this.byDay = byDay;
            return this;
        }

        /** Days of the month. -1 is the last day. */
        public Builder byMonthDay(List<Long> byMonthDay) {
            this.byMonthDay = byMonthDay;
            return this;
        }

        /** Length of a period. Absent for custom periods. */
        public Builder frequency(Frequency frequency) {
            this.frequency = frequency;
            return this;
        }

        /** Interval in periods, counted from the period that contains the start. Default: 1. */
        public Builder interval(long interval) {
            this.interval = interval;
            return this;
        }

        /** Time by which the occurrence precedes that point. */
        public Builder lead(String lead) {
            this.lead = lead;
            return this;
        }

        /** Time of day of the occurrence. Default: midnight. */
        public Builder timeOfDay(String timeOfDay) {
            this.timeOfDay = timeOfDay;
            return this;
        }

        /** Returns the record. */
        public CalendarRecurrence build() {
            return new CalendarRecurrence(
                    anchor,
                    at,
                    byDay,
                    byMonthDay,
                    frequency,
                    interval,
                    lead,
                    timeOfDay);
        }
    }
}
