// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import java.util.Map;
import refrain.Required;

/**
 * Message to send, and the provider that sends it.
 *
 * @param provider Name of the provider that sends the action.
 * @param dedupFor Time for which the deduplication key is remembered, unless a dispatch rule sets
 *     another. Default: 1 day.
 * @param dedupKey Deduplication key, a template. While a key is remembered, further actions with the
 *     same expanded key are dropped as duplicates.
 * @param kind Kind of the action. Dispatch rules and receivers can tell actions apart by it.
 * @param metadata Additional metadata for the provider.
 * @param payload Payload to send.
 * @param target Address to send to, in the provider's own terms: a URL, a queue, a handler.
 */
public record Action(
        @Required String provider,
        Duration dedupFor,
        String dedupKey,
        String kind,
        Map<String, String> metadata,
        Object payload,
        String target) {
    /**
     * Returns a builder with the required fields.
     *
     * @param provider Name of the provider that sends the action.
     */
    public static Builder builder(String provider) {
        return new Builder(provider);
    }

    /** Builder of {@code Action}. */
    public static final class Builder {
        private final String provider;
        private Duration dedupFor;
        private String dedupKey;
        private String kind;
        private Map<String, String> metadata;
        private Object payload;
        private String target;

        private Builder(String provider) {
            this.provider = provider;
        }

        /**
         * Time for which the deduplication key is remembered, unless a dispatch rule sets another.
         * Default: 1 day.
         */
        public Builder dedupFor(Duration dedupFor) {
            this.dedupFor = dedupFor;
            return this;
        }

        /**
         * Deduplication key, a template. While a key is remembered, further actions with the same
         * expanded key are dropped as duplicates.
         */
        public Builder dedupKey(String dedupKey) {
            this.dedupKey = dedupKey;
            return this;
        }

        /** Kind of the action. Dispatch rules and receivers can tell actions apart by it. */
        public Builder kind(String kind) {
            this.kind = kind;
            return this;
        }

        /** Additional metadata for the provider. */
        public Builder metadata(Map<String, String> metadata) {
            this.metadata = metadata;
            return this;
        }

        /** Payload to send. */
        public Builder payload(Object payload) {
            this.payload = payload;
            return this;
        }

        /** Address to send to, in the provider's own terms: a URL, a queue, a handler. */
        public Builder target(String target) {
            this.target = target;
            return this;
        }

        /** Returns the record. */
        public Action build() {
            return new Action(provider, dedupFor, dedupKey, kind, metadata, payload, target);
        }
    }
}
