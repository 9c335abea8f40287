// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import java.util.Map;

/**
 * Selection of the schedules that a hold covers. A schedule must match every given criterion.
 *
 * @param labels Labels. The schedule must have all of them. Default: none.
 * @param schedules Schedule IDs. The schedule must be one of them. Default: all.
 * @param scope Object that the schedule belongs to. Default: any.
 */
public record HoldSelector(Map<String, String> labels, List<String> schedules, Scope scope) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code HoldSelector}. */
    public static final class Builder {
        private Map<String, String> labels;
        private List<String> schedules;
        private Scope scope;

        private Builder() {}

        /** Labels. The schedule must have all of them. Default: none. */
        public Builder labels(Map<String, String> labels) {
            this.labels = labels;
            return this;
        }

        /** Schedule IDs. The schedule must be one of them. Default: all. */
        public Builder schedules(List<String> schedules) {
            this.schedules = schedules;
            return this;
        }

        /** Object that the schedule belongs to. Default: any. */
        public Builder scope(Scope scope) {
            this.scope = scope;
            return this;
        }

        /** Returns the record. */
        public HoldSelector build() {
            return new HoldSelector(labels, schedules, scope);
        }
    }
}
