// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import java.time.Instant;
import refrain.Alternative;
import refrain.Required;

/**
 * First run at an instant.
 *
 * @param at Instant of the first run.
 * @param minSpacing Minimum time between the first run and the next occurrence. Default: none.
 *     Maximum: 35,999,999,999 seconds.
 */
@Alternative("at")
public record FirstRunAt(@Required Instant at, Duration minSpacing) implements FirstRun {
    /**
     * Returns a builder with the required fields.
     *
     * @param at Instant of the first run.
     */
    public static Builder builder(Instant at) {
        return new Builder(at);
    }

    /** Builder of {@code FirstRunAt}. */
    public static final class Builder {
        private final Instant at;
        private Duration minSpacing;

        private Builder(Instant at) {
            this.at = at;
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
        public FirstRunAt build() {
            return new FirstRunAt(at, minSpacing);
        }
    }
}
