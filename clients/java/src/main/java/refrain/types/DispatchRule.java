// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * A condition on actions, and the action to take when it is true.
 *
 * @param priority Order of evaluation. Rules with a smaller number are evaluated first.
 * @param condition Condition as a CEL expression.
 * @param then Action to take when the condition is true.
 * @param active Times at which the rule is active. Default: always.
 * @param description Description for people.
 * @param enabled Whether the rule is enabled. Default: true.
 * @param onError What happens when the condition cannot be evaluated. Default: {@code open}.
 * @param timezone Time zone for days and hours (IANA name). Default: {@code UTC}.
 * @param withoutCommand Whether the rule was last saved without the permission {@code command}. If
 *     such a rule modifies an action whose provider starts programs, the action is not sent and fails.
 *     Set by the server; ignored in requests.
 */
public record DispatchRule(
        long priority,
        @Required String condition,
        @Required DispatchRuleAction then,
        List<ActiveHours> active,
        String description,
        Boolean enabled,
        RuleErrorPolicy onError,
        String timezone,
        Boolean withoutCommand) {
    /**
     * Returns a builder with the required fields.
     *
     * @param priority Order of evaluation. Rules with a smaller number are evaluated first.
     * @param condition Condition as a CEL expression.
     * @param then Action to take when the condition is true.
     */
    public static Builder builder(long priority, String condition, DispatchRuleAction then) {
        return new Builder(priority, condition, then);
    }

    /** Builder of {@code DispatchRule}. */
    public static final class Builder {
        private final long priority;
        private final String condition;
        private final DispatchRuleAction then;
        private List<ActiveHours> active;
        private String description;
        private Boolean enabled;
        private RuleErrorPolicy onError;
        private String timezone;
        private Boolean withoutCommand;

        private Builder(long priority, String condition, DispatchRuleAction then) {
            this.priority = priority;
            this.condition = condition;
            this.then = then;
        }

        /** Times at which the rule is active. Default: always. */
        public Builder active(List<ActiveHours> active) {
            this.active = active;
            return this;
        }

        /** Description for people. */
        public Builder description(String description) {
            this.description = description;
            return this;
        }

        /** Whether the rule is enabled. Default: true. */
        public Builder enabled(boolean enabled) {
            this.enabled = enabled;
            return this;
        }

        /** What happens when the condition cannot be evaluated. Default: {@code open}. */
        public Builder onError(RuleErrorPolicy onError) {
            this.onError = onError;
            return this;
        }

        /** Time zone for days and hours (IANA name). Default: {@code UTC}. */
        public Builder timezone(String timezone) {
            this.timezone = timezone;
            return this;
        }

        /**
         * Whether the rule was last saved without the permission {@code command}. If such a rule modifies
         * an action whose provider starts programs, the action is not sent and fails. Set by the server;
         * ignored in requests.
         */
        public Builder withoutCommand(boolean withoutCommand) {
            this.withoutCommand = withoutCommand;
            return this;
        }

        /** Returns the record. */
        public DispatchRule build() {
            return new DispatchRule(
                    priority,
                    condition,
                    then,
                    active,
                    description,
                    enabled,
                    onError,
                    timezone,
                    withoutCommand);
        }
    }
}
