// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;

/**
 * Policy for retries of failed attempts.
 *
 * @param factor Factor by which each delay is multiplied to get the next. Default: 2.
 * @param initial Delay before the second attempt. Default: 10 seconds.
 * @param maxAttempts Maximum number of attempts, including the first. Default: 5.
 * @param maxElapsed Maximum time from the first attempt to the last. Default: 24 hours.
 * @param maxInterval Maximum delay between two attempts. Default: 1 hour.
 */
public record RetryPolicy(
        Double factor,
        Duration initial,
        Long maxAttempts,
        Duration maxElapsed,
        Duration maxInterval) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code RetryPolicy}. */
    public static final class Builder {
        private Double factor;
        private Duration initial;
        private Long maxAttempts;
        private Duration maxElapsed;
        private Duration maxInterval;

        private Builder() {}

        /** Factor by which each delay is multiplied to get the next. Default: 2. */
        public Builder factor(double factor) {
            this.factor = factor;
            return this;
        }

        /** Delay before the second attempt. Default: 10 seconds. */
        public Builder initial(Duration initial) {
            this.initial = initial;
            return this;
        }

        /** Maximum number of attempts, including the first. Default: 5. */
        public Builder maxAttempts(long maxAttempts) {
            this.maxAttempts = maxAttempts;
            return this;
        }

        /** Maximum time from the first attempt to the last. Default: 24 hours. */
        public Builder maxElapsed(Duration maxElapsed) {
            this.maxElapsed = maxElapsed;
            return this;
        }

        /** Maximum delay between two attempts. Default: 1 hour. */
        public Builder maxInterval(Duration maxInterval) {
            this.maxInterval = maxInterval;
            return this;
        }

        /** Returns the record. */
        public RetryPolicy build() {
            return new RetryPolicy(factor, initial, maxAttempts, maxElapsed, maxInterval);
        }
    }
}
