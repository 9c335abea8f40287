// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import java.time.Instant;
import refrain.Required;

/**
 * A time, and the range around it to plan.
 *
 * @param asOf Reference time.
 * @param lookahead Length of the range after {@code as_of}. Default: 0. Maximum: 400 days.
 * @param lookback Length of the range before {@code as_of}. Default: 0. Maximum: 400 days.
 */
public record GenerateRequest(@Required Instant asOf, Duration lookahead, Duration lookback) {
    /**
     * Returns a builder with the required fields.
     *
     * @param asOf Reference time.
     */
    public static Builder builder(Instant asOf) {
        return new Builder(asOf);
    }

    /** Builder of {@code GenerateRequest}. */
    public static final class Builder {
        private final Instant asOf;
        private Duration lookahead;
        private Duration lookback;

        private Builder(Instant asOf) {
            this.asOf = asOf;
        }

        /** Length of the range after {@code as_of}. Default: 0. Maximum: 400 days. */
        public Builder lookahead(Duration lookahead) {
            this.lookahead = lookahead;
            return this;
        }

        /** Length of the range before {@code as_of}. Default: 0. Maximum: 400 days. */
        public Builder lookback(Duration lookback) {
            this.lookback = lookback;
            return this;
        }

        /** Returns the record. */
        public GenerateRequest build() {
            return new GenerateRequest(asOf, lookahead, lookback);
        }
    }
}
