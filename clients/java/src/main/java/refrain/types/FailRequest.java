// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * A request to fail a work item.
 *
 * @param fence Fencing token of the claim.
 * @param error Error message.
 * @param retry Whether to retry. Default: true. If false, or if no attempts are left, the work item
 *     becomes a dead letter.
 */
public record FailRequest(long fence, @Required String error, Boolean retry) {
    /**
     * Returns a builder with the required fields.
     *
     * @param fence Fencing token of the claim.
     * @param error Error message.
     */
    public static Builder builder(long fence, String error) {
        return new Builder(fence, error);
    }

    /** Builder of {@code FailRequest}. */
    public static final class Builder {
        private final long fence;
        private final String error;
        private Boolean retry;

        private Builder(long fence, String error) {
            this.fence = fence;
            this.error = error;
        }

        /**
         * Whether to retry. Default: true. If false, or if no attempts are left, the work item becomes a
         * dead letter.
         */
        public Builder retry(boolean retry) {
            this.retry = retry;
            return this;
        }

        /** Returns the record. */
        public FailRequest build() {
            return new FailRequest(fence, error, retry);
        }
    }
}
