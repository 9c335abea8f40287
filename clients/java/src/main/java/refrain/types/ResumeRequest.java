// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options for resuming a schedule.
 *
 * @param from What happens to the occurrences that were due during the pause. Default: {@code now}.
 * @param note Reason for resuming.
 */
public record ResumeRequest(ResumeMode from, String note) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ResumeRequest}. */
    public static final class Builder {
        private ResumeMode from;
        private String note;

        private Builder() {}

        /** What happens to the occurrences that were due during the pause. Default: {@code now}. */
        public Builder from(ResumeMode from) {
            this.from = from;
            return this;
        }

        /** Reason for resuming. */
        public Builder note(String note) {
            this.note = note;
            return this;
        }

        /** Returns the record. */
        public ResumeRequest build() {
            return new ResumeRequest(from, note);
        }
    }
}
