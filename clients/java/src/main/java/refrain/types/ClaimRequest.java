// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import refrain.Required;

/**
 * A request for work items.
 *
 * @param queue Queue name.
 * @param lease Length of the lease. Default: 30 seconds. Maximum: 24 hours.
 * @param limit Maximum number of work items. Default: 1. Maximum: 100.
 * @param wait_ Time to wait for work. Default: 0. Maximum: 30 seconds.
 * @param worker Name of the worker, for people.
 */
public record ClaimRequest(
        @Required String queue,
        Duration lease,
        Long limit,
        Duration wait_,
        String worker) {
    /**
     * Returns a builder with the required fields.
     *
     * @param queue Queue name.
     */
    public static Builder builder(String queue) {
        return new Builder(queue);
    }

    /** Builder of {@code ClaimRequest}. */
    public static final class Builder {
        private final String queue;
        private Duration lease;
        private Long limit;
        private Duration wait_;
        private String worker;

        private Builder(String queue) {
            this.queue = queue;
        }

        /** Length of the lease. Default: 30 seconds. Maximum: 24 hours. */
        public Builder lease(Duration lease) {
            this.lease = lease;
            return this;
        }

        /** Maximum number of work items. Default: 1. Maximum: 100. */
        public Builder limit(long limit) {
            this.limit = limit;
            return this;
        }

        /** Time to wait for work. Default: 0. Maximum: 30 seconds. */
        public Builder wait_(Duration wait_) {
            this.wait_ = wait_;
            return this;
        }

        /** Name of the worker, for people. */
        public Builder worker(String worker) {
            this.worker = worker;
            return this;
        }

        /** Returns the record. */
        public ClaimRequest build() {
            return new ClaimRequest(queue, lease, limit, wait_, worker);
        }
    }
}
