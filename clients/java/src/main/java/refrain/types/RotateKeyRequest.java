// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of a key rotation.
 *
 * @param keepOldSeconds Time for which the old secret keeps working, in seconds. Default: 0. Maximum:
 *     604,800 (seven days).
 */
public record RotateKeyRequest(Long keepOldSeconds) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code RotateKeyRequest}. */
    public static final class Builder {
        private Long keepOldSeconds;

        private Builder() {}

        /**
         * Time for which the old secret keeps working, in seconds. Default: 0. Maximum: 604,800 (seven
         * days).
         */
        public Builder keepOldSeconds(long keepOldSeconds) {
            this.keepOldSeconds = keepOldSeconds;
            return this;
        }

        /** Returns the record. */
        public RotateKeyRequest build() {
            return new RotateKeyRequest(keepOldSeconds);
        }
    }
}
