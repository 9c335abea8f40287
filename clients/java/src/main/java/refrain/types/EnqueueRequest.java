// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * A work item to enqueue.
 *
 * @param queue Queue name. A queue is created with its first work item.
 * @param payload Payload for the worker.
 * @param key Identity of the work item in the queue. Default: the request's {@code Idempotency-Key},
 *     or a generated key.
 * @param priority Priority. Default: {@code normal}.
 * @param readyAt Earliest time of the first claim. Default: now.
 */
public record EnqueueRequest(
        @Required String queue,
        @Required Object payload,
        String key,
        Priority priority,
        Instant readyAt) {
    /**
     * Returns a builder with the required fields.
     *
     * @param queue Queue name. A queue is created with its first work item.
     * @param payload Payload for the worker.
     */
    public static Builder builder(String queue, Object payload) {
        return new Builder(queue, payload);
    }

    /** Builder of {@code EnqueueRequest}. */
    public static final class Builder {
        private final String queue;
        private final Object payload;
        private String key;
        private Priority priority;
        private Instant readyAt;

        private Builder(String queue, Object payload) {
            this.queue = queue;
            this.payload = payload;
        }

        /**
         * Identity of the work item in the queue. Default: the request's {@code Idempotency-Key}, or a
         * generated key.
         */
        public Builder key(String key) {
            this.key = key;
            return this;
        }

        /** Priority. Default: {@code normal}. */
        public Builder priority(Priority priority) {
            this.priority = priority;
            return this;
        }

        /** Earliest time of the first claim. Default: now. */
        public Builder readyAt(Instant readyAt) {
            this.readyAt = readyAt;
            return this;
        }

        /** Returns the record. */
        public EnqueueRequest build() {
            return new EnqueueRequest(queue, payload, key, priority, readyAt);
        }
    }
}
