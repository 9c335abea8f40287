// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * A past range to backfill.
 *
 * @param start Start of the range, inclusive.
 * @param end End of the range, inclusive. Must not be in the future.
 * @param limit Maximum number of executions, from the start of the range. Default: 500. Maximum: 500.
 *     The server may be configured with a lower limit, which is then also the default.
 */
public record RecurringBackfillRequest(@Required Instant start, @Required Instant end, Long limit) {
    /**
     * Returns a builder with the required fields.
     *
     * @param start Start of the range, inclusive.
     * @param end End of the range, inclusive. Must not be in the future.
     */
    public static Builder builder(Instant start, Instant end) {
        return new Builder(start, end);
    }

    /** Builder of {@code RecurringBackfillRequest}. */
    public static final class Builder {
        private final Instant start;
        private final Instant end;
        private Long limit;

        private Builder(Instant start, Instant end) {
            this.start = start;
            this.end = end;
        }

        /**
         * Maximum number of executions, from the start of the range. Default: 500. Maximum: 500. The
         * server may be configured with a lower limit, which is then also the default.
         */
        public Builder limit(long limit) {
            this.limit = limit;
            return this;
        }

        /** Returns the record. */
        public RecurringBackfillRequest build() {
            return new RecurringBackfillRequest(start, end, limit);
        }
    }
}
