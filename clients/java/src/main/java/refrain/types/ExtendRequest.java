// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;

/**
 * A request to extend a lease.
 *
 * @param fence Fencing token of the claim.
 * @param lease Length of the lease from now on. Default: 30 seconds. Maximum: 24 hours.
 */
public record ExtendRequest(long fence, Duration lease) {
    /**
     * Returns a builder with the required fields.
     *
     * @param fence Fencing token of the claim.
     */
    public static Builder builder(long fence) {
        return new Builder(fence);
    }

    /** Builder of {@code ExtendRequest}. */
    public static final class Builder {
        private final long fence;
        private Duration lease;

        private Builder(long fence) {
            this.fence = fence;
        }

        /** Length of the lease from now on. Default: 30 seconds. Maximum: 24 hours. */
        public Builder lease(Duration lease) {
            this.lease = lease;
            return this;
        }

        /** Returns the record. */
        public ExtendRequest build() {
            return new ExtendRequest(fence, lease);
        }
    }
}
