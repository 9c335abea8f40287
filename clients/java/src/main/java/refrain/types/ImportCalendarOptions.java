// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.LocalDate;

/**
 * Options of {@code importCalendar}. What is null is not sent.
 *
 * @param from Start date. Default: January 1 of last year.
 * @param until End date, exclusive. Default: 6 years after {@code from}. Maximum: 30 years after
 *     {@code from}.
 */
public record ImportCalendarOptions(LocalDate from, LocalDate until) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ImportCalendarOptions}. */
    public static final class Builder {
        private LocalDate from;
        private LocalDate until;

        private Builder() {}

        /** Start date. Default: January 1 of last year. */
        public Builder from(LocalDate from) {
            this.from = from;
            return this;
        }

        /** End date, exclusive. Default: 6 years after {@code from}. Maximum: 30 years after {@code from}. */
        public Builder until(LocalDate until) {
            this.until = until;
            return this;
        }

        /** Returns the record. */
        public ImportCalendarOptions build() {
            return new ImportCalendarOptions(from, until);
        }
    }
}
