// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import refrain.Required;

/**
 * Alert: the alarms and schedules to watch, and the action to send.
 *
 * @param on Names of the alarms to send.
 * @param action Action to send. Placeholders such as {@code {{alarm.message}}} in the strings of its
 *     payload are replaced with details of the alarm.
 * @param failingAfter Number of consecutive failures from which the alarm {@code failing} is sent.
 *     Default: 1.
 * @param labels Labels of the schedules to watch. A schedule must have all of them.
 * @param limit Minimum time between two alerts about the same alarm of the same schedule. Default: 15
 *     minutes. Maximum: 30 days.
 * @param schedules IDs of the schedules to watch. Default: all schedules.
 */
public record Alert(
        @Required List<String> on,
        @Required Action action,
        Long failingAfter,
        Map<String, String> labels,
        Duration limit,
        List<String> schedules) {
    /**
     * Returns a builder with the required fields.
     *
     * @param on Names of the alarms to send.
     * @param action Action to send. Placeholders such as {@code {{alarm.message}}} in the strings of
     *     its payload are replaced with details of the alarm.
     */
    public static Builder builder(List<String> on, Action action) {
        return new Builder(on, action);
    }

    /** Builder of {@code Alert}. */
    public static final class Builder {
        private final List<String> on;
        private final Action action;
        private Long failingAfter;
        private Map<String, String> labels;
        private Duration limit;
        private List<String> schedules;

        private Builder(List<String> on, Action action) {
            this.on = on;
            this.action = action;
        }

        /** Number of consecutive failures from which the alarm {@code failing} is sent. Default: 1. */
        public Builder failingAfter(long failingAfter) {
            this.failingAfter = failingAfter;
            return this;
        }

        /** Labels of the schedules to watch. A schedule must have all of them. */
        public Builder labels(Map<String, String> labels) {
            this.labels = labels;
            return this;
        }

        /**
         * Minimum time between two alerts about the same alarm of the same schedule. Default: 15 minutes.
         * Maximum: 30 days.
         */
        public Builder limit(Duration limit) {
            this.limit = limit;
            return this;
        }

        /** IDs of the schedules to watch. Default: all schedules. */
        public Builder schedules(List<String> schedules) {
            this.schedules = schedules;
            return this;
        }

        /** Returns the record. */
        public Alert build() {
            return new Alert(on, action, failingAfter, labels, limit, schedules);
        }
    }
}
