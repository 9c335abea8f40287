// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Alternative;
import refrain.Required;

/**
 * A cron expression, with optional overrides of its dialect.
 *
 * @param expression Five, six or seven fields, a macro such as {@code @daily}, or {@code @every 90s}.
 * @param dayMatch Whether day of month and day of week must both match. Default: as in the dialect.
 * @param dialect Cron dialect that the expression follows. Default: {@code unix}.
 * @param seconds Position of the seconds field. Default: as in the dialect.
 * @param weekdays Numbering of weekdays. Default: as in the dialect.
 */
@Alternative("cron")
public record CronRecurrence(
        @Required String expression,
        DayMatch dayMatch,
        CronDialect dialect,
        SecondsField seconds,
        WeekdayNumbers weekdays) implements Recurrence {
    /**
     * Returns a builder with the required fields.
     *
     * @param expression Five, six or seven fields, a macro such as {@code @daily}, or
     *     {@code @every 90s}.
     */
    public static Builder builder(String expression) {
        return new Builder(expression);
    }

    /** Builder of {@code CronRecurrence}. */
    public static final class Builder {
        private final String expression;
        private DayMatch dayMatch;
        private CronDialect dialect;
        private SecondsField seconds;
        private WeekdayNumbers weekdays;

        private Builder(String expression) {
            this.expression = expression;
        }

        /** Whether day of month and day of week must both match. Default: as in the dialect. */
        public Builder dayMatch(DayMatch dayMatch) {
            this.dayMatch = dayMatch;
            return this;
        }

        /** Cron dialect that the expression follows. Default: {@code unix}. */
        public Builder dialect(CronDialect dialect) {
            this.dialect = dialect;
            return this;
        }

        /** Position of the seconds field. Default: as in the dialect. */
        public Builder seconds(SecondsField seconds) {
            this.seconds = seconds;
            return this;
        }

        /** Numbering of weekdays. Default: as in the dialect. */
        public Builder weekdays(WeekdayNumbers weekdays) {
            this.weekdays = weekdays;
            return this;
        }

        /** Returns the record. */
        public CronRecurrence build() {
            return new CronRecurrence(expression, dayMatch, dialect, seconds, weekdays);
        }
    }
}
