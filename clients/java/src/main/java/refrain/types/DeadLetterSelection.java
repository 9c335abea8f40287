// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Dead letters to change: by ID, or the newest that match.
 *
 * @param kind Kind of the dead letters.
 * @param ids IDs, at most 500. Cannot be combined with {@code schedule} or {@code queue}.
 * @param limit Maximum number of dead letters. Default: 500. Maximum: 500.
 * @param note Reason for the change.
 * @param queue Queue name. Only for work items.
 * @param schedule Schedule ID. Only for occurrences.
 */
public record DeadLetterSelection(
        @Required DeadLetterKind kind,
        List<Long> ids,
        Long limit,
        String note,
        String queue,
        String schedule) {
    /**
     * Returns a builder with the required fields.
     *
     * @param kind Kind of the dead letters.
     */
    public static Builder builder(DeadLetterKind kind) {
        return new Builder(kind);
    }

    /** Builder of {@code DeadLetterSelection}. */
    public static final class Builder {
        private final DeadLetterKind kind;
        private List<Long> ids;
        private Long limit;
        private String note;
        private String queue;
        private String schedule;

        private Builder(DeadLetterKind kind) {
            this.kind = kind;
        }

        /** IDs, at most 500. Cannot be combined with {@code schedule} or {@code queue}. */
        public Builder ids(List<Long> ids) {
            this.ids = ids;
            return this;
        }

        /** Maximum number of dead letters. Default: 500. Maximum: 500. */
        public Builder limit(long limit) {
            this.limit = limit;
            return this;
        }

        /** Reason for the change. */
        public Builder note(String note) {
            this.note = note;
            return this;
        }

        /** Queue name. Only for work items. */
        public Builder queue(String queue) {
            this.queue = queue;
            return this;
        }

        /** Schedule ID. Only for occurrences. */
        public Builder schedule(String schedule) {
            this.schedule = schedule;
            return this;
        }

        /** Returns the record. */
        public DeadLetterSelection build() {
            return new DeadLetterSelection(kind, ids, limit, note, queue, schedule);
        }
    }
}
