// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Alternative;
import refrain.Required;

/**
 * Every n units, anchored at the start, with optional refinements.
 *
 * @param every Number of units between two occurrences. Zero is allowed only together with a list of
 *     hours, days or months.
 * @param unit Unit of the interval.
 * @param at Times of day, for days and longer units. Default: midnight. An empty list means the
 *     anchor's time of day.
 * @param inMonths Months with an occurrence, 1 to 12.
 * @param monthOverflow What happens to a day that the month does not have.
 * @param onDays Weekdays with an occurrence, for days and weeks.
 * @param onFirst First such weekday of the month.
 * @param onHours Hours of the day with an occurrence, for hours.
 * @param onLast Last such weekday of the month.
 * @param onMinute Minute of the hour, for hours.
 * @param onMonthDays Days of the month, for months and years. -1 is the last day.
 * @param onNth N-th such weekdays of the month.
 * @param onSecond Second of the minute, for minutes and hours.
 */
@Alternative("every")
public record EveryRecurrence(
        long every,
        @Required IntervalUnit unit,
        List<String> at,
        List<Long> inMonths,
        MonthOverflow monthOverflow,
        List<Weekday> onDays,
        Weekday onFirst,
        List<Long> onHours,
        Weekday onLast,
        Long onMinute,
        List<Long> onMonthDays,
        List<NthWeekday> onNth,
        Long onSecond) implements Recurrence {
    /**
     * Returns a builder with the required fields.
     *
     * @param every Number of units between two occurrences. Zero is allowed only together with a list
     *     of hours, days or months.
     * @param unit Unit of the interval.
     */
    public static Builder builder(long every, IntervalUnit unit) {
        return new Builder(every, unit);
    }

    /** Builder of {@code EveryRecurrence}. */
    public static final class Builder {
        private final long every;
        private final IntervalUnit unit;
        private List<String> at;
        private List<Long> inMonths;
        private MonthOverflow monthOverflow;
        private List<Weekday> onDays;
        private Weekday onFirst;
        private List<Long> onHours;
        private Weekday onLast;
        private Long onMinute;
        private List<Long> onMonthDays;
        private List<NthWeekday> onNth;
        private Long onSecond;

        private Builder(long every, IntervalUnit unit) {
            this.every = every;
            this.unit = unit;
        }

        /**
         * Times of day, for days and longer units. Default: midnight. An empty list means the anchor's
         * time of day.
         */
        public Builder at(List<String> at) {
            this.at = at;
            return this;
        }

        /** Months with an occurrence, 1 to 12. */
        public Builder inMonths(List<Long> inMonths) {
            this.inMonths = inMonths;
            return this;
        }

        /** What happens to a day that the month does not have. */
        public Builder monthOverflow(MonthOverflow monthOverflow) {
            this.monthOverflow = monthOverflow;
            return this;
        }

        /** Weekdays with an occurrence, for days and weeks. */
        public Builder onDays(List<Weekday> onDays) {
            this.onDays = onDays;
            return this;
        }

        /** First such weekday of the month. */
        public Builder onFirst(Weekday onFirst) {
            this.onFirst = onFirst;
            return this;
        }

        /** Hours of the day with an occurrence, for hours. */
        public Builder onHours(List<Long> onHours) {
            this.onHours = onHours;
            return this;
        }

        /** Last such weekday of the month. */
        public Builder onLast(Weekday onLast) {
            this.onLast = onLast;
            return this;
        }

        /** Minute of the hour, for hours. */
        public Builder onMinute(long onMinute) {
            this.onMinute = onMinute;
            return this;
        }

        /** Days of the month, for months and years. -1 is the last day. */
        public Builder onMonthDays(List<Long> onMonthDays) {
            this.onMonthDays = onMonthDays;
            return this;
        }

        /** N-th such weekdays of the month. */
        public Builder onNth(List<NthWeekday> onNth) {
            this.onNth = onNth;
            return this;
        }

        /** Second of the minute, for minutes and hours. */
        public Builder onSecond(long onSecond) {
            this.onSecond = onSecond;
            return this;
        }

        /** Returns the record. */
        public EveryRecurrence build() {
            return new EveryRecurrence(
                    every,
                    unit,
                    at,
                    inMonths,
                    monthOverflow,
                    onDays,
                    onFirst,
                    onHours,
                    onLast,
                    onMinute,
                    onMonthDays,
                    onNth,
                    onSecond);
        }
    }
}
