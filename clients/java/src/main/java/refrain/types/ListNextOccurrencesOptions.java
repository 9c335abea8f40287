// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of {@code listNextOccurrences}. What is null is not sent.
 *
 * @param count Number of occurrences. Default: 10. Maximum: 1,000.
 */
public record ListNextOccurrencesOptions(Long count) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ListNextOccurrencesOptions}. */
    public static final class Builder {
        private Long count;

        private Builder() {}

        /** Number of occurrences. Default: 10. Maximum: 1,000. */
        public Builder count(long count) {
            this.count = count;
            return this;
        }

        /** Returns the record. */
        public ListNextOccurrencesOptions build() {
            return new ListNextOccurrencesOptions(count);
        }
    }
}
