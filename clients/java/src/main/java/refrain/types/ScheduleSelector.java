// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import java.util.Map;

/**
 * Selects schedules: those that match all given fields, or those with the given IDs.
 *
 * @param idPrefix Prefix of the schedule ID.
 * @param ids Schedule IDs, in this order. Cannot be combined with other fields. An ID that does not
 *     exist is reported as refused.
 * @param labels Labels that the schedules must have.
 * @param provider Provider of the action.
 * @param status Comma-separated statuses. Default: the statuses that the action can change:
 *     {@code active} for {@code pause}, {@code paused} for {@code resume}, and {@code active},
 *     {@code paused} and {@code disabled} for {@code cancel}.
 * @param text Text in the ID or the description, case-insensitive.
 */
public record ScheduleSelector(
        String idPrefix,
        List<String> ids,
        Map<String, String> labels,
        String provider,
        String status,
        String text) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ScheduleSelector}. */
    public static final class Builder {
        private String idPrefix;
        private List<String> ids;
        private Map<String, String> labels;
        private String provider;
        private String status;
        private String text;

        private Builder() {}

        /** Prefix of the schedule ID. */
        public Builder idPrefix(String idPrefix) {
            this.idPrefix = idPrefix;
            return this;
        }

        /**
         * Schedule IDs, in this order. Cannot be combined with other fields. An ID that does not exist is
         * reported as refused.
         */
        public Builder ids(List<String> ids) {
            this.ids = ids;
            return this;
        }

        /** Labels that the schedules must have. */
        public Builder labels(Map<String, String> labels) {
            this.labels = labels;
            return this;
        }

        /** Provider of the action. */
        public Builder provider(String provider) {
            this.provider = provider;
            return this;
        }

        /**
         * Comma-separated statuses. Default: the statuses that the action can change: {@code active} for
         * {@code pause}, {@code paused} for {@code resume}, and {@code active}, {@code paused} and
         * {@code disabled} for {@code cancel}.
         */
        public Builder status(String status) {
            this.status = status;
            return this;
        }

        /** Text in the ID or the description, case-insensitive. */
        public Builder text(String text) {
            this.text = text;
            return this;
        }

        /** Returns the record. */
        public ScheduleSelector build() {
            return new ScheduleSelector(idPrefix, ids, labels, provider, status, text);
        }
    }
}
