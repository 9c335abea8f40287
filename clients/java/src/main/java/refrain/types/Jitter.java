// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Deterministic delay, derived from a hash of the schedule and the occurrence.
 *
 * @param window Maximum delay.
 * @param mode Whether all occurrences share one delay or each has its own.
 */
public record Jitter(@Required JitterWindow window, JitterMode mode) {
    /**
     * Returns a builder with the required fields.
     *
     * @param window Maximum delay.
     */
    public static Builder builder(JitterWindow window) {
        return new Builder(window);
    }

    /** Builder of {@code Jitter}. */
    public static final class Builder {
        private final JitterWindow window;
        private JitterMode mode;

        private Builder(JitterWindow window) {
            this.window = window;
        }

        /** Whether all occurrences share one delay or each has its own. */
        public Builder mode(JitterMode mode) {
            this.mode = mode;
            return this;
        }

        /** Returns the record. */
        public Jitter build() {
            return new Jitter(window, mode);
        }
    }
}
