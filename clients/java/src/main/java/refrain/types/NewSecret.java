// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * A new value of a secret.
 *
 * @param value Value of the secret. It is never shown.
 * @param allow Destinations that the secret may be sent to: {@code PROVIDER} or
 *     {@code PROVIDER:HOST}, such as {@code email}, {@code webhook:api.example.com} or
 *     {@code webhook:*.example.com}. An empty list allows any destination. Default: unchanged. A new
 *     secret may be sent anywhere by default; in multi-tenant mode, the list is required.
 */
public record NewSecret(@Required String value, List<String> allow) {
    /**
     * Returns a builder with the required fields.
     *
     * @param value Value of the secret. It is never shown.
     */
    public static Builder builder(String value) {
        return new Builder(value);
    }

    /** Builder of {@code NewSecret}. */
    public static final class Builder {
        private final String value;
        private List<String> allow;

        private Builder(String value) {
            this.value = value;
        }

        /**
         * Destinations that the secret may be sent to: {@code PROVIDER} or {@code PROVIDER:HOST}, such as
         * {@code email}, {@code webhook:api.example.com} or {@code webhook:*.example.com}. An empty list
         * allows any destination. Default: unchanged. A new secret may be sent anywhere by default; in
         * multi-tenant mode, the list is required.
         */
        public Builder allow(List<String> allow) {
            this.allow = allow;
            return this;
        }

        /** Returns the record. */
        public NewSecret build() {
            return new NewSecret(value, allow);
        }
    }
}
