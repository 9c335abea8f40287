// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of {@code listKeys}. What is null is not sent.
 *
 * @param reach Keys to list: {@code tenant} for those of the tenant, {@code all} for those with
 *     access to all tenants. {@code all} requires such a key. Default: {@code tenant}.
 * @param limit Page size. Default: 50. Maximum: 500.
 * @param cursor Cursor: the {@code next_cursor} of the previous page.
 */
public record ListKeysOptions(KeyReach reach, Long limit, String cursor) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ListKeysOptions}. */
    public static final class Builder {
        private KeyReach reach;
        private Long limit;
        private String cursor;

        private Builder() {}

        /**
         * Keys to list: {@code tenant} for those of the tenant, {@code all} for those with access to all
         * tenants. {@code all} requires such a key. Default: {@code tenant}.
         */
        public Builder reach(KeyReach reach) {
            this.reach = reach;
            return this;
        }

        /** Page size. Default: 50. Maximum: 500. */
        public Builder limit(long limit) {
            this.limit = limit;
            return this;
        }

        /** Cursor: the {@code next_cursor} of the previous page. */
        public Builder cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** Returns the record. */
        public ListKeysOptions build() {
            return new ListKeysOptions(reach, limit, cursor);
        }
    }
}
