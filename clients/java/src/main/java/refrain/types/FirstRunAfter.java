// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import refrain.Alternative;
import refrain.Required;

/**
 * First run after a delay.
 *
 * @param after Delay of the first run after the start. Maximum: 35,999,999,999 seconds.
 * @param minSpacing Minimum time between the first run and the next occurrence. Default: none.
 *     Maximum: 35,999,999,999 seconds.
 */
@Alternative("after")
public record FirstRunAfter(@Required Duration after, Duration minSpacing) implements FirstRun {
    /**
     * Returns a builder with the required fields.
     *
     * @param after Delay of the first run after the start. Maximum: 35,999,999,999 seconds.
     */
    public static Builder builder(Duration after) {
        return new Builder(after);
    }

    /** Builder of {@code FirstRunAfter}. */
    public static final class Builder {
        private final Duration after;
        private Duration minSpacing;

        private Builder(Duration after) {
            this.after = after;
        }

        /**
         * Minimum time between the first run and the next occurrence. Default: none. Maximum:
         * 35,999,999,999 seconds.
         */
        public Builder minSpacing(Duration minSpacing) {
            this.minSpacing = minSpacing;
            return this;
        }

        /** Returns the record. */
        public FirstRunAfter build() {
            return new FirstRunAfter(after, minSpacing);
        }
    }
}
