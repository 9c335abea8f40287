// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * A manual run.
 *
 * @param correlationId Correlation ID of the occurrence. Default: the request ID.
 * @param discriminator Discriminator of the occurrence. Default: the schedule's first one.
 * @param note Reason for the run.
 * @param payload Payload of this run alone, for every attempt. It replaces the payload of the
 *     schedule. Default: the payload of the schedule. A payload for a provider that starts programs
 *     requires {@code command}.
 */
public record FireRequest(String correlationId, String discriminator, String note, Object payload) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code FireRequest}. */
    public static final class Builder {
        private String correlationId;
        private String discriminator;
        private String note;
        private Object payload;

        private Builder() {}

        /** Correlation ID of the occurrence. Default: the request ID. */
        public Builder correlationId(String correlationId) {
            this.correlationId = correlationId;
            return this;
        }

        /** Discriminator of the occurrence. Default: the schedule's first one. */
        public Builder discriminator(String discriminator) {
            this.discriminator = discriminator;
            return this;
        }

        /** Reason for the run. */
        public Builder note(String note) {
            this.note = note;
            return this;
        }

        /**
         * Payload of this run alone, for every attempt. It replaces the payload of the schedule. Default:
         * the payload of the schedule. A payload for a provider that starts programs requires
         * {@code command}.
         */
        public Builder payload(Object payload) {
            this.payload = payload;
            return this;
        }

        /** Returns the record. */
        public FireRequest build() {
            return new FireRequest(correlationId, discriminator, note, payload);
        }
    }
}
