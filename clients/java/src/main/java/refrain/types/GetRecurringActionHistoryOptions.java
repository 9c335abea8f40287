// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of {@code getRecurringActionHistory}. What is null is not sent.
 *
 * @param limit Number of executions. Default: 50. Maximum: 500.
 */
public record GetRecurringActionHistoryOptions(Long limit) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code GetRecurringActionHistoryOptions}. */
    public static final class Builder {
        private Long limit;

        private Builder() {}

        /** Number of executions. Default: 50. Maximum: 500. */
        public Builder limit(long limit) {
            this.limit = limit;
            return this;
        }

        /** Returns the record. */
        public GetRecurringActionHistoryOptions build() {
            return new GetRecurringActionHistoryOptions(limit);
        }
    }
}
