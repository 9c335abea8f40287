// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of {@code listScheduleRevisions}. What is null is not sent.
 *
 * @param limit Page size. Default: 50. Maximum: 500.
 * @param cursor Cursor: the {@code next_cursor} of the previous page.
 */
public record ListScheduleRevisionsOptions(Long limit, String cursor) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ListScheduleRevisionsOptions}. */
    public static final class Builder {
        private Long limit;
        private String cursor;

        private Builder() {}

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
        public ListScheduleRevisionsOptions build() {
            return new ListScheduleRevisionsOptions(limit, cursor);
        }
    }
}
