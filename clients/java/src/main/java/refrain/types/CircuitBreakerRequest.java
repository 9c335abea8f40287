// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * A circuit breaker to change, and the reason.
 *
 * @param provider Name of the provider.
 * @param note Reason for the change.
 * @param receiver Receiver in the provider's own terms, such as a host. Omit it if the provider has
 *     only one receiver.
 */
public record CircuitBreakerRequest(@Required String provider, String note, String receiver) {
    /**
     * Returns a builder with the required fields.
     *
     * @param provider Name of the provider.
     */
    public static Builder builder(String provider) {
        return new Builder(provider);
    }

    /** Builder of {@code CircuitBreakerRequest}. */
    public static final class Builder {
        private final String provider;
        private String note;
        private String receiver;

        private Builder(String provider) {
            this.provider = provider;
        }

        /** Reason for the change. */
        public Builder note(String note) {
            this.note = note;
            return this;
        }

        /**
         * Receiver in the provider's own terms, such as a host. Omit it if the provider has only one
         * receiver.
         */
        public Builder receiver(String receiver) {
            this.receiver = receiver;
            return this;
        }

        /** Returns the record. */
        public CircuitBreakerRequest build() {
            return new CircuitBreakerRequest(provider, note, receiver);
        }
    }
}
