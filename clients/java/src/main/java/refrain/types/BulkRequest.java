// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * One change to many schedules.
 *
 * @param action Action to perform.
 * @param all Whether to change all schedules of the tenant. Must be true if the selector is empty.
 * @param cursor Cursor: the {@code next_cursor} of the previous request.
 * @param dryRun Whether to only list the schedules that would be changed. Default: false.
 * @param from Occurrences missed while paused, for {@code resume}. Default: {@code now}.
 * @param limit Maximum number of schedules. Default: 1,000. Maximum: 1,000.
 * @param note Reason for the change.
 * @param selector Schedules to change.
 * @param until Time at which a pause ends by itself.
 */
public record BulkRequest(
        @Required BulkAction action,
        Boolean all,
        String cursor,
        Boolean dryRun,
        ResumeMode from,
        Long limit,
        String note,
        ScheduleSelector selector,
        Instant until) {
    /**
     * Returns a builder with the required fields.
     *
     * @param action Action to perform.
     */
    public static Builder builder(BulkAction action) {
        return new Builder(action);
    }

    /** Builder of {@code BulkRequest}. */
    public static final class Builder {
        private final BulkAction action;
        private Boolean all;
        private String cursor;
        private Boolean dryRun;
        private ResumeMode from;
        private Long limit;
        private String note;
        private ScheduleSelector selector;
        private Instant until;

        private Builder(BulkAction action) {
            this.action = action;
        }

        /** Whether to change all schedules of the tenant. Must be true if the selector is empty. */
        public Builder all(boolean all) {
            this.all = all;
            return this;
        }

        /** Cursor: the {@code next_cursor} of the previous request. */
        public Builder cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** Whether to only list the schedules that would be changed. Default: false. */
        public Builder dryRun(boolean dryRun) {
            this.dryRun = dryRun;
            return this;
        }

        /** Occurrences missed while paused, for {@code resume}. Default: {@code now}. */
        public Builder from(ResumeMode from) {
            this.from = from;
            return this;
        }

        /** Maximum number of schedules. Default: 1,000. Maximum: 1,000. */
        public Builder limit(long limit) {
            this.limit = limit;
            return this;
        }

        /** Reason for the change. */
        public Builder note(String note) {
            this.note = note;
            return this;
        }

        /** Schedules to change. */
        public Builder selector(ScheduleSelector selector) {
            this.selector = selector;
            return this;
        }

        /** Time at which a pause ends by itself. */
        public Builder until(Instant until) {
            this.until = until;
            return this;
        }

        /** Returns the record. */
        public BulkRequest build() {
            return new BulkRequest(action, all, cursor, dryRun, from, limit, note, selector, until);
        }
    }
}
