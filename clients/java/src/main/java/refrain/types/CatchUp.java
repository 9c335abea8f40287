// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;

/**
 * Policy for occurrences that were not planned in time.
 *
 * @param limit Maximum number of missed occurrences to run. Default: 100. Maximum: 10,000.
 * @param policy Which missed occurrences run late. Default: {@code latest}.
 * @param window Maximum delay at which a missed occurrence still runs. Default: one period or 24
 *     hours, whichever is shorter. With the policy {@code skip}, a window of less than a minute limits
 *     how late an occurrence that was not planned in time counts as on time. Default: a minute.
 */
public record CatchUp(Long limit, CatchUpPolicy policy, Duration window) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code CatchUp}. */
    public static final class Builder {
        private Long limit;
        private CatchUpPolicy policy;
        private Duration window;

        private Builder() {}

        /** Maximum number of missed occurrences to run. Default: 100. Maximum: 10,000. */
        public Builder limit(long limit) {
            this.limit = limit;
            return this;
        }

        /** Which missed occurrences run late. Default: {@code latest}. */
        public Builder policy(CatchUpPolicy policy) {
            this.policy = policy;
            return this;
        }

        /**
         * Maximum delay at which a missed occurrence still runs. Default: one period or 24 hours,
         * whichever is shorter. With the policy {@code skip}, a window of less than a minute limits how
         * late an occurrence that was not planned in time counts as on time. Default: a minute.
         */
        public Builder window(Duration window) {
            this.window = window;
            return this;
        }

        /** Returns the record. */
        public CatchUp build() {
            return new CatchUp(limit, policy, window);
        }
    }
}
