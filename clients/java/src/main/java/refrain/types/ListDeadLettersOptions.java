// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of {@code listDeadLetters}. What is null is not sent.
 *
 * @param kind Kind: {@code occurrence} or {@code work_item}. Default: {@code occurrence}.
 * @param schedule Schedule ID. Only for occurrences.
 * @param queue Queue name. Only for work items.
 * @param discarded Whether to list discarded occurrences instead of dead letters. Only for
 *     occurrences. Default: false.
 * @param limit Page size. Default: 50. Maximum: 500.
 * @param cursor Cursor: the {@code next_cursor} of the previous page.
 */
public record ListDeadLettersOptions(
        DeadLetterKind kind,
        String schedule,
        String queue,
        Boolean discarded,
        Long limit,
        String cursor) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ListDeadLettersOptions}. */
    public static final class Builder {
        private DeadLetterKind kind;
        private String schedule;
        private String queue;
        private Boolean discarded;
        private Long limit;
        private String cursor;

        private Builder() {}

        /** Kind: {@code occurrence} or {@code work_item}. Default: {@code occurrence}. */
        public Builder kind(DeadLetterKind kind) {
            this.kind = kind;
            return this;
        }

        /** Schedule ID. Only for occurrences. */
        public Builder schedule(String schedule) {
            this.schedule = schedule;
            return this;
        }

        /** Queue name. Only for work items. */
        public Builder queue(String queue) {
            this.queue = queue;
            return this;
        }

        /**
         * Whether to list discarded occurrences instead of dead letters. Only for occurrences. Default:
         * false.
         */
        public Builder discarded(boolean discarded) {
            this.discarded = discarded;
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
        public ListDeadLettersOptions build() {
            return new ListDeadLettersOptions(kind, schedule, queue, discarded, limit, cursor);
        }
    }
}
