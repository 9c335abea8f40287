// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Subject of the test: either a schedule or an action.
 *
 * @param action Action to test, without a schedule.
 * @param schedule Schedule ID: tests the next occurrence of this schedule.
 */
public record RuleTestRequest(Action action, String schedule) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code RuleTestRequest}. */
    public static final class Builder {
        private Action action;
        private String schedule;

        private Builder() {}

        /** Action to test, without a schedule. */
        public Builder action(Action action) {
            this.action = action;
            return this;
        }

        /** Schedule ID: tests the next occurrence of this schedule. */
        public Builder schedule(String schedule) {
            this.schedule = schedule;
            return this;
        }

        /** Returns the record. */
        public RuleTestRequest build() {
            return new RuleTestRequest(action, schedule);
        }
    }
}
