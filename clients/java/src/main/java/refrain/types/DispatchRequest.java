// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import refrain.Required;

/**
 * A single action to send.
 *
 * @param action Action to send, with its provider.
 * @param dryRun Whether to return only the verdicts: nothing is sent, counted or marked. Default:
 *     false.
 * @param note Reason for the dispatch.
 * @param timeout Timeout of the provider. Default: 30 seconds. Maximum: 50 seconds.
 */
public record DispatchRequest(@Required Action action, Boolean dryRun, String note, Duration timeout) {
    /**
     * Returns a builder with the required fields.
     *
     * @param action Action to send, with its provider.
     */
    public static Builder builder(Action action) {
        return new Builder(action);
    }

    /** Builder of {@code DispatchRequest}. */
    public static final class Builder {
        private final Action action;
        private Boolean dryRun;
        private String note;
        private Duration timeout;

        private Builder(Action action) {
            this.action = action;
        }

        /** Whether to return only the verdicts: nothing is sent, counted or marked. Default: false. */
        public Builder dryRun(boolean dryRun) {
            this.dryRun = dryRun;
            return this;
        }

        /** Reason for the dispatch. */
        public Builder note(String note) {
            this.note = note;
            return this;
        }

        /** Timeout of the provider. Default: 30 seconds. Maximum: 50 seconds. */
        public Builder timeout(Duration timeout) {
            this.timeout = timeout;
            return this;
        }

        /** Returns the record. */
        public DispatchRequest build() {
            return new DispatchRequest(action, dryRun, note, timeout);
        }
    }
}
