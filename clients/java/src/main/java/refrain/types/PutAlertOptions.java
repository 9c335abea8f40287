// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of {@code putAlert}. What is null is not sent.
 *
 * @param allowUnknownProvider Whether to save the document although no live node has its provider.
 *     Default: false.
 */
public record PutAlertOptions(Boolean allowUnknownProvider) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code PutAlertOptions}. */
    public static final class Builder {
        private Boolean allowUnknownProvider;

        private Builder() {}

        /** Whether to save the document although no live node has its provider. Default: false. */
        public Builder allowUnknownProvider(boolean allowUnknownProvider) {
            this.allowUnknownProvider = allowUnknownProvider;
            return this;
        }

        /** Returns the record. */
        public PutAlertOptions build() {
            return new PutAlertOptions(allowUnknownProvider);
        }
    }
}
