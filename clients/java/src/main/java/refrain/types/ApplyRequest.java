// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import java.util.Map;
import refrain.Required;

/**
 * Documents to apply.
 *
 * @param documents Documents, in the order in which kinds depend on each other: calendars before
 *     schedules. A kind and name may occur once.
 * @param calendars Calendars by name that are applied by another request before this one. A dry run
 *     uses them as if they were stored.
 * @param days Number of days for which a dry run compares the occurrences of changed schedules.
 *     Default: 30. Maximum: 366.
 * @param dryRun Whether to only report what would change. Default: false.
 */
public record ApplyRequest(
        @Required List<ApplyDocument> documents,
        Map<String, Object> calendars,
        Long days,
        Boolean dryRun) {
    /**
     * Returns a builder with the required fields.
     *
     * @param documents Documents, in the order in which kinds depend on each other: calendars before
     *     schedules. A kind and name may occur once.
     */
    public static Builder builder(List<ApplyDocument> documents) {
        return new Builder(documents);
    }

    /** Builder of {@code ApplyRequest}. */
    public static final class Builder {
        private final List<ApplyDocument> documents;
        private Map<String, Object> calendars;
        private Long days;
        private Boolean dryRun;

        private Builder(List<ApplyDocument> documents) {
            this.documents = documents;
        }

        /**
         * Calendars by name that are applied by another request before this one. A dry run uses them as
         * if they were stored.
         */
        public Builder calendars(Map<String, Object> calendars) {
            this.calendars = calendars;
            return this;
        }

        /**
         * Number of days for which a dry run compares the occurrences of changed schedules. Default: 30.
         * Maximum: 366.
         */
        public Builder days(long days) {
            this.days = days;
            return this;
        }

        /** Whether to only report what would change. Default: false. */
        public Builder dryRun(boolean dryRun) {
            this.dryRun = dryRun;
            return this;
        }

        /** Returns the record. */
        public ApplyRequest build() {
            return new ApplyRequest(documents, calendars, days, dryRun);
        }
    }
}
