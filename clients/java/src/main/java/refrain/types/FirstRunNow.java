// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import refrain.Alternative;

/**
 * First run at the start.
 *
 * @param now Responses use this form for {@code now}.
 * @param minSpacing Minimum time between the first run and the next occurrence. Default: none.
 *     Maximum: 35,999,999,999 seconds.
 */
@Alternative("now")
public record FirstRunNow(boolean now, Duration minSpacing) implements FirstRun {
    /**
     * Returns a builder with the required fields.
     *
     * @param now Responses use this form for {@code now}.
     */
    public static Builder builder(boolean now) {
        return new Builder(now);
    }

    /** Builder of {@code FirstRunNow}. */
    public static final class Builder {
        private final boolean now;
        private Duration minSpacing;

        private Builder(boolean now) {
            this.now = now;
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
        public FirstRunNow build() {
            return new FirstRunNow(now, minSpacing);
        }
    }
}
