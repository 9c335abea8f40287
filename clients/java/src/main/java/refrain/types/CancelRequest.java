// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of a cancellation.
 *
 * @param note Reason for the cancellation.
 */
public record CancelRequest(String note) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code CancelRequest}. */
    public static final class Builder {
        private String note;

        private Builder() {}

        /** Reason for the cancellation. */
        public Builder note(String note) {
            this.note = note;
            return this;
        }

        /** Returns the record. */
        public CancelRequest build() {
            return new CancelRequest(note);
        }
    }
}
