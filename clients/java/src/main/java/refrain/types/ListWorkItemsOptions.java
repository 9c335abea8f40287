// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of {@code listWorkItems}. What is null is not sent.
 *
 * @param queue Queue name. Default: all queues.
 * @param state Comma-separated states, such as {@code queued,running}. Default: all states.
 * @param limit Page size. Default: 50. Maximum: 500.
 * @param cursor Cursor: the {@code next_cursor} of the previous page.
 */
public record ListWorkItemsOptions(String queue, String state, Long limit, String cursor) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ListWorkItemsOptions}. */
    public static final class Builder {
        private String queue;
        private String state;
        private Long limit;
        private String cursor;

        private Builder() {}

        /** Queue name. Default: all queues. */
        public Builder queue(String queue) {
            this.queue = queue;
            return this;
        }

        /** Comma-separated states, such as {@code queued,running}. Default: all states. */
        public Builder state(String state) {
            this.state = state;
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
        public ListWorkItemsOptions build() {
            return new ListWorkItemsOptions(queue, state, limit, cursor);
        }
    }
}
