// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Options of {@code getHeatmap}. What is null is not sent.
 *
 * @param days Number of days ahead. Default: 7. Maximum: 31.
 * @param zone Time zone of the hours. Default: the server's time zone.
 */
public record GetHeatmapOptions(Long days, String zone) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code GetHeatmapOptions}. */
    public static final class Builder {
        private Long days;
        private String zone;

        private Builder() {}

        /** Number of days ahead. Default: 7. Maximum: 31. */
        public Builder days(long days) {
            this.days = days;
            return this;
        }

        /** Time zone of the hours. Default: the server's time zone. */
        public Builder zone(String zone) {
            this.zone = zone;
            return this;
        }

        /** Returns the record. */
        public GetHeatmapOptions build() {
            return new GetHeatmapOptions(days, zone);
        }
    }
}
