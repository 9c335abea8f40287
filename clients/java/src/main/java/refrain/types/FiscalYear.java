// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * A fiscal year and its division into periods.
 *
 * @param startMonth Month in which the year starts, 1 to 12. A year that does not start in January is
 *     named after the year it ends in.
 * @param pattern Division of the year into periods.
 */
public record FiscalYear(long startMonth, FiscalPattern pattern) {
    /**
     * Returns a builder with the required fields.
     *
     * @param startMonth Month in which the year starts, 1 to 12. A year that does not start in
     *     January is named after the year it ends in.
     */
    public static Builder builder(long startMonth) {
        return new Builder(startMonth);
    }

    /** Builder of {@code FiscalYear}. */
    public static final class Builder {
        private final long startMonth;
        private FiscalPattern pattern;

        private Builder(long startMonth) {
            this.startMonth = startMonth;
        }

        /** Division of the year into periods. */
        public Builder pattern(FiscalPattern pattern) {
            this.pattern = pattern;
            return this;
        }

        /** Returns the record. */
        public FiscalYear build() {
            return new FiscalYear(startMonth, pattern);
        }
    }
}
