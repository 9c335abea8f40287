// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of {@code streamEvents}. What is null is not sent.
 *
 * @param schedule Schedule ID. Default: all schedules.
 * @param kind Comma-separated event kinds, such as {@code completed,alarm}. Default: all kinds.
 */
public record StreamEventsOptions(String schedule, String kind) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code StreamEventsOptions}. */
    public static final class Builder {
        private String schedule;
        private String kind;

        private Builder() {}

        /** Schedule ID. Default: all schedules. */
        public Builder schedule(String schedule) {
            this.schedule = schedule;
            return this;
        }

        /** Comma-separated event kinds, such as {@code completed,alarm}. Default: all kinds. */
        public Builder kind(String kind) {
            this.kind = kind;
            return this;
        }

        /** Returns the record. */
        public StreamEventsOptions build() {
            return new StreamEventsOptions(schedule, kind);
        }
    }
}
