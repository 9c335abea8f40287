// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Reason for a change to an occurrence.
 *
 * @param note Reason for the change, for the audit log.
 */
public record OccurrenceChangeRequest(String note) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code OccurrenceChangeRequest}. */
    public static final class Builder {
        private String note;

        private Builder() {}

        /** Reason for the change, for the audit log. */
        public Builder note(String note) {
            this.note = note;
            return this;
        }

        /** Returns the record. */
        public OccurrenceChangeRequest build() {
            return new OccurrenceChangeRequest(note);
        }
    }
}
