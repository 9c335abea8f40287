// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Occurrence to reprocess.
 *
 * @param note Reason for the change, for the audit log.
 * @param payload Payload of this occurrence alone, for every attempt from now on. It requires
 *     {@code fire}, and also {@code command} for a provider that starts programs. Default: the occurrence
 *     keeps its payload.
 */
public record ReprocessRequest(String note, Object payload) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ReprocessRequest}. */
    public static final class Builder {
        private String note;
        private Object payload;

        private Builder() {}

        /** Reason for the change, for the audit log. */
        public Builder note(String note) {
            this.note = note;
            return this;
        }

        /**
         * Payload of this occurrence alone, for every attempt from now on. It requires {@code fire}, and
         * also {@code command} for a provider that starts programs. Default: the occurrence keeps its
         * payload.
         */
        public Builder payload(Object payload) {
            this.payload = payload;
            return this;
        }

        /** Returns the record. */
        public ReprocessRequest build() {
            return new ReprocessRequest(note, payload);
        }
    }
}
