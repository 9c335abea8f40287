// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of {@code listSchedules}. What is null is not sent.
 *
 * @param status Comma-separated statuses, such as {@code active,paused}. Default: all except deleted.
 * @param label Comma-separated labels, such as {@code team:billing,tier:1}. Schedules must have all
 *     of them.
 * @param idPrefix Prefix of the schedule ID.
 * @param provider Provider of the action.
 * @param text Text in the ID or the description, case-insensitive.
 * @param total Whether to count all schedules. Default: false.
 * @param recent Number of latest completed runs to include for each schedule. Default: none. Maximum:
 *     20.
 * @param limit Page size. Default: 50. Maximum: 500.
 * @param cursor Cursor: the {@code next_cursor} of the previous page.
 */
public record ListSchedulesOptions(
        String status,
        String label,
        String idPrefix,
        String provider,
        String text,
        Boolean total,
        Long recent,
        Long limit,
        String cursor) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ListSchedulesOptions}. */
    public static final class Builder {
        private String status;
        private String label;
        private String idPrefix;
        private String provider;
        private String text;
        private Boolean total;
        private Long recent;
        private Long limit;
        private String cursor;

        private Builder() {}

        /** Comma-separated statuses, such as {@code active,paused}. Default: all except deleted. */
        public Builder status(String status) {
            this.status = status;
            return this;
        }

        /** Comma-separated labels, such as {@code team:billing,tier:1}. Schedules must have all of them. */
        public Builder label(String label) {
            this.label = label;
            return this;
        }

        /** Prefix of the schedule ID. */
        public Builder idPrefix(String idPrefix) {
            this.idPrefix = idPrefix;
            return this;
        }

        /** Provider of the action. */
        public Builder provider(String provider) {
            this.provider = provider;
            return this;
        }

        /** Text in the ID or the description, case-insensitive. */
        public Builder text(String text) {
            this.text = text;
            return this;
        }

        /** Whether to count all schedules. Default: false. */
        public Builder total(boolean total) {
            this.total = total;
            return this;
        }

        /** Number of latest completed runs to include for each schedule. Default: none. Maximum: 20. */
        public Builder recent(long recent) {
            this.recent = recent;
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
        public ListSchedulesOptions build() {
            return new ListSchedulesOptions(
                    status,
                    label,
                    idPrefix,
                    provider,
                    text,
                    total,
                    recent,
                    limit,
                    cursor);
        }
    }
}
