// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * A request to complete a work item.
 *
 * @param fence Fencing token of the claim.
 * @param result Result, stored with the work item.
 */
public record CompleteRequest(long fence, Object result) {
    /**
     * Returns a builder with the required fields.
     *
     * @param fence Fencing token of the claim.
     */
    public static Builder builder(long fence) {
        return new Builder(fence);
    }

    /** Builder of {@code CompleteRequest}. */
    public static final class Builder {
        private final long fence;
        private Object result;

        private Builder(long fence) {
            this.fence = fence;
        }

        /** Result, stored with the work item. */
        public Builder result(Object result) {
            this.result = result;
            return this;
        }

        /** Returns the record. */
        public CompleteRequest build() {
            return new CompleteRequest(fence, result);
        }
    }
}
