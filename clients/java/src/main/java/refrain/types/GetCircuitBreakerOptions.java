// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of {@code getCircuitBreaker}. What is null is not sent.
 *
 * @param receiver Receiver in the provider's own terms, such as a host. Omit it if the provider has
 *     only one receiver.
 */
public record GetCircuitBreakerOptions(String receiver) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code GetCircuitBreakerOptions}. */
    public static final class Builder {
        private String receiver;

        private Builder() {}

        /**
         * Receiver in the provider's own terms, such as a host. Omit it if the provider has only one
         * receiver.
         */
        public Builder receiver(String receiver) {
            this.receiver = receiver;
            return this;
        }

        /** Returns the record. */
        public GetCircuitBreakerOptions build() {
            return new GetCircuitBreakerOptions(receiver);
        }
    }
}
