// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;

/**
 * Options of a pause.
 *
 * @param note Reason for the pause.
 * @param until Time at which the pause ends by itself. Default: none.
 */
public record PauseRequest(String note, Instant until) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code PauseRequest}. */
    public static final class Builder {
        private String note;
        private Instant until;

        private Builder() {}

        /** Reason for the pause. */
        public Builder note(String note) {
            this.note = note;
            return this;
        }

        /** Time at which the pause ends by itself. Default: none. */
        public Builder until(Instant until) {
            this.until = until;
            return this;
        }

        /** Returns the record. */
        public PauseRequest build() {
            return new PauseRequest(note, until);
        }
    }
}
