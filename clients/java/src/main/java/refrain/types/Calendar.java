// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.LocalDate;
import java.util.List;

/**
 * Days off: weekdays that are always off, and single dates.
 *
 * @param dates Dates that are off.
 * @param weekend Weekdays that are off every week.
 */
public record Calendar(List<LocalDate> dates, List<Weekday> weekend) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code Calendar}. */
    public static final class Builder {
        private List<LocalDate> dates;
        private List<Weekday> weekend;

        private Builder() {}

        /** Dates that are off. */
        public Builder dates(List<LocalDate> dates) {
            this.dates = dates;
            return this;
        }

        /** Weekdays that are off every week. */
        public Builder weekend(List<Weekday> weekend) {
            this.weekend = weekend;
            return this;
        }

        /** Returns the record. */
        public Calendar build() {
            return new Calendar(dates, weekend);
        }
    }
}
