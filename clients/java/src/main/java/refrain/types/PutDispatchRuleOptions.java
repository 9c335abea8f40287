// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of {@code putDispatchRule}. What is null is not sent.
 *
 * @param allowUnknownProvider Whether to save the document although no live node has its provider.
 *     Default: false.
 */
public record PutDispatchRuleOptions(Boolean allowUnknownProvider) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code PutDispatchRuleOptions}. */
    public static final class Builder {
        private Boolean allowUnknownProvider;

        private Builder() {}

        /** Whether to save the document although no live node has its provider. Default: false. */
        public Builder allowUnknownProvider(boolean allowUnknownProvider) {
            this.allowUnknownProvider = allowUnknownProvider;
            return this;
        }

        /** Returns the record. */
        public PutDispatchRuleOptions build() {
            return new PutDispatchRuleOptions(allowUnknownProvider);
        }
    }
}
