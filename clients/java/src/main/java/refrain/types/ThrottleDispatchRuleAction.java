// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import refrain.Alternative;
import refrain.Required;

/**
 * Limits the number of occurrences per time window.
 *
 * @param limit Maximum number of occurrences per window.
 * @param window Length of the window.
 * @param beyond What happens to occurrences beyond the limit. Default: {@code skip}.
 * @param key What is counted together. Default: {@code tenant}.
 */
@Alternative("throttle")
public record ThrottleDispatchRuleAction(
        long limit,
        @Required Duration window,
        OverLimitPolicy beyond,
        String key) implements DispatchRuleAction {
    /**
     * Returns a builder with the required fields.
     *
     * @param limit Maximum number of occurrences per window.
     * @param window Length of the window.
     */
    public static Builder builder(long limit, Duration window) {
        return new Builder(limit, window);
    }

    /** Builder of {@code ThrottleDispatchRuleAction}. */
    public static final class Builder {
        private final long limit;
        private final Duration window;
        private OverLimitPolicy beyond;
        private String key;

        private Builder(long limit, Duration window) {
            this.limit = limit;
            this.window = window;
        }

        /** What happens to occurrences beyond the limit. Default: {@code skip}. */
        public Builder beyond(OverLimitPolicy beyond) {
            this.beyond = beyond;
            return this;
        }

        /** What is counted together. Default: {@code tenant}. */
        public Builder key(String key) {
            this.key = key;
            return this;
        }

        /** Returns the record. */
        public ThrottleDispatchRuleAction build() {
            return new ThrottleDispatchRuleAction(limit, window, beyond, key);
        }
    }
}
