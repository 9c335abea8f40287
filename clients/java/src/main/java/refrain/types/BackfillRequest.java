// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * A past range to backfill.
 *
 * @param from Start of the range, inclusive, by nominal time.
 * @param to End of the range, inclusive. Must not be in the future.
 * @param concurrency Maximum number of occurrences of the backfill that run at once, per
 *     discriminator. More than 1 requires overlap {@code allow_all}. Default: 1. Maximum: 1,000.
 * @param confirm Token of the preview. Without a token, nothing is changed.
 * @param limit Maximum number of occurrences, counting existing ones. Default: 10,000. Maximum:
 *     10,000. The server may be configured with a lower limit, which is then also the default. A period
 *     is taken with all its discriminators or not at all.
 * @param note Reason for the backfill.
 * @param overlap Overlap policy. {@code buffer_all}: one occurrence at a time, and not alongside
 *     other runs of its discriminator. {@code allow_all}: alongside other runs. Other values are
 *     rejected, because they would skip occurrences of the backfill itself. Default: {@code buffer_all},
 *     or {@code allow_all} if that is the schedule's own policy.
 * @param reprocess Existing occurrences to run again. Default: {@code none}.
 */
public record BackfillRequest(
        @Required Instant from,
        @Required Instant to,
        Long concurrency,
        String confirm,
        Long limit,
        String note,
        OverlapPolicy overlap,
        ReprocessMode reprocess) {
    /**
     * Returns a builder with the required fields.
     *
     * @param from Start of the range, inclusive, by nominal time.
     * @param to End of the range, inclusive. Must not be in the future.
     */
    public static Builder builder(Instant from, Instant to) {
        return new Builder(from, to);
    }

    /** Builder of {@code BackfillRequest}. */
    public static final class Builder {
        private final Instant from;
        private final Instant to;
        private Long concurrency;
        private String confirm;
        private Long limit;
        private String note;
        private OverlapPolicy overlap;
        private ReprocessMode reprocess;

        private Builder(Instant from, Instant to) {
            this.from = from;
            this.to = to;
        }

        /**
         * Maximum number of occurrences of the backfill that run at once, per discriminator. More than 1
         * requires overlap {@code allow_all}. Default: 1. Maximum: 1,000.
         */
        public Builder concurrency(long concurrency) {
            this.concurrency = concurrency;
            return this;
        }

        /** Token of the preview. Without a token, nothing is changed. */
        public Builder confirm(String confirm) {
            this.confirm = confirm;
            return this;
        }

        /**
         * Maximum number of occurrences, counting existing ones. Default: 10,000. Maximum: 10,000. The
         * server may be configured with a lower limit, which is then also the default. A period is taken
         * with all its discriminators or not at all.
         */
        public Builder limit(long limit) {
            this.limit = limit;
            return this;
        }

        /** Reason for the backfill. */
        public Builder note(String note) {
            this.note = note;
            return this;
        }

        /**
         * Overlap policy. {@code buffer_all}: one occurrence at a time, and not alongside other runs of
         * its discriminator. {@code allow_all}: alongside other runs. Other values are rejected, because
         * they would skip occurrences of the backfill itself. Default: {@code buffer_all}, or
         * {@code allow_all} if that is the schedule's own policy.
         */
        public Builder overlap(OverlapPolicy overlap) {
            this.overlap = overlap;
            return this;
        }

        /** Existing occurrences to run again. Default: {@code none}. */
        public Builder reprocess(ReprocessMode reprocess) {
            this.reprocess = reprocess;
            return this;
        }

        /** Returns the record. */
        public BackfillRequest build() {
            return new BackfillRequest(from, to, concurrency, confirm, limit, note, overlap, reprocess);
        }
    }
}
