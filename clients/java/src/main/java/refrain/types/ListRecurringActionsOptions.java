// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of {@code listRecurringActions}. What is null is not sent.
 *
 * @param enabled Whether to list only active ({@code true}) or only inactive ({@code false})
 *     recurring actions. Default: both.
 * @param labels Comma-separated labels, such as {@code team:billing,tier:1}. Recurring actions must
 *     have all of them.
 * @param limit Page size. Default: 100. Maximum: 500.
 * @param cursor Cursor: the {@code next_cursor} of the previous page.
 * @param total Whether to count all recurring actions. Default: true.
 */
public record ListRecurringActionsOptions(
        Boolean enabled,
        String labels,
        Long limit,
        String cursor,
        Boolean total) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ListRecurringActionsOptions}. */
    public static final class Builder {
        private Boolean enabled;
        private String labels;
        private Long limit;
        private String cursor;
        private Boolean total;

        private Builder() {}

        /**
         * Whether to list only active ({@code true}) or only inactive ({@code false}) recurring actions.
         * Default: both.
         */
        public Builder enabled(boolean enabled) {
            this.enabled = enabled;
            return this;
        }

        /**
         * Comma-separated labels, such as {@code team:billing,tier:1}. Recurring actions must have all of
         * them.
         */
        public Builder labels(String labels) {
            this.labels = labels;
            return this;
        }

        /** Page size. Default: 100. Maximum: 500. */
        public Builder limit(long limit) {
            this.limit = limit;
            return this;
        }

        /** Cursor: the {@code next_cursor} of the previous page. */
        public Builder cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** Whether to count all recurring actions. Default: true. */
        public Builder total(boolean total) {
            this.total = total;
            return this;
        }

        /** Returns the record. */
        public ListRecurringActionsOptions build() {
            return new ListRecurringActionsOptions(enabled, labels, limit, cursor, total);
        }
    }
}
