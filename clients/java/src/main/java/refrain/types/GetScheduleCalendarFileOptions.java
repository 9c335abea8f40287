// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of {@code getScheduleCalendarFile}. What is null is not sent.
 *
 * @param count Number of occurrences. Default: 50. Maximum: 500.
 */
public record GetScheduleCalendarFileOptions(Long count) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code GetScheduleCalendarFileOptions}. */
    public static final class Builder {
        private Long count;

        private Builder() {}

        /** Number of occurrences. Default: 50. Maximum: 500. */
        public Builder count(long count) {
            this.count = count;
            return this;
        }

        /** Returns the record. */
        public GetScheduleCalendarFileOptions build() {
            return new GetScheduleCalendarFileOptions(count);
        }
    }
}
