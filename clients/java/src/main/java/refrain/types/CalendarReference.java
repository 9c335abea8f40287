// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Reference to a named calendar, with its effect on this schedule.
 *
 * @param name Name of the calendar, as a key of the calendars passed to {@code compile}.
 * @param onDayOff What happens to an occurrence on one of the calendar's days off.
 */
public record CalendarReference(@Required String name, DayOffPolicy onDayOff) {
    /**
     * Returns a builder with the required fields.
     *
     * @param name Name of the calendar, as a key of the calendars passed to {@code compile}.
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** Builder of {@code CalendarReference}. */
    public static final class Builder {
        private final String name;
        private DayOffPolicy onDayOff;

        private Builder(String name) {
            this.name = name;
        }

        /** What happens to an occurrence on one of the calendar's days off. */
        public Builder onDayOff(DayOffPolicy onDayOff) {
            this.onDayOff = onDayOff;
            return this;
        }

        /** Returns the record. */
        public CalendarReference build() {
            return new CalendarReference(name, onDayOff);
        }
    }
}
