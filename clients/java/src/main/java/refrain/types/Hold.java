// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * Stop order for a selection of schedules: a legal hold, an inactive engagement, a maintenance window.
 *
 * @param code Reason as a short code.
 * @param from Start of the hold (inclusive), compared with nominal time. Default: no start.
 * @param note Reason in words.
 * @param selects Selection of schedules that the hold covers. Default: all schedules of the tenant.
 * @param until End of the hold (exclusive), compared with nominal time. Default: no end.
 */
public record Hold(@Required String code, Instant from, String note, HoldSelector selects, Instant until) {
    /**
     * Returns a builder with the required fields.
     *
     * @param code Reason as a short code.
     */
    public static Builder builder(String code) {
        return new Builder(code);
    }

    /** Builder of {@code Hold}. */
    public static final class Builder {
        private final String code;
        private Instant from;
        private String note;
        private HoldSelector selects;
        private Instant until;

        private Builder(String code) {
            this.code = code;
        }

        /** Start of the hold (inclusive), compared with nominal time. Default: no start. */
        public Builder from(Instant from) {
            this.from = from;
            return this;
        }

        /** Reason in words. */
        public Builder note(String note) {
            this.note = note;
            return this;
        }

        /** Selection of schedules that the hold covers. Default: all schedules of the tenant. */
        public Builder selects(HoldSelector selects) {
            this.selects = selects;
            return this;
        }

        /** End of the hold (exclusive), compared with nominal time. Default: no end. */
        public Builder until(Instant until) {
            this.until = until;
            return this;
        }

        /** Returns the record. */
        public Hold build() {
            return new Hold(code, from, note, selects, until);
        }
    }
}
