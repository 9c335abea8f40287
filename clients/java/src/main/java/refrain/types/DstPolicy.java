// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Policy for wall-clock times at an offset change. An absent field follows the recurrence kind and the
 * cron dialect.
 *
 * @param class_ Whether the recurrence names times of day or an interval.
 * @param fold Policy for a local time that occurs twice (in a fold).
 * @param gap Policy for a local time that does not exist (in a gap).
 */
public record DstPolicy(DstClass class_, DstFoldPolicy fold, DstGapPolicy gap) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code DstPolicy}. */
    public static final class Builder {
        private DstClass class_;
        private DstFoldPolicy fold;
        private DstGapPolicy gap;

        private Builder() {}

        /** Whether the recurrence names times of day or an interval. */
        public Builder class_(DstClass class_) {
            this.class_ = class_;
            return this;
        }

        /** Policy for a local time that occurs twice (in a fold). */
        public Builder fold(DstFoldPolicy fold) {
            this.fold = fold;
            return this;
        }

        /** Policy for a local time that does not exist (in a gap). */
        public Builder gap(DstGapPolicy gap) {
            this.gap = gap;
            return this;
        }

        /** Returns the record. */
        public DstPolicy build() {
            return new DstPolicy(class_, fold, gap);
        }
    }
}
