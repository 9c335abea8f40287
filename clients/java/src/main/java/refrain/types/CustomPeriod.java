// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.LocalDate;
import refrain.Required;

/**
 * One explicit period.
 *
 * @param key Period key, unique in the list.
 * @param startsOn First day of the period.
 * @param endsOn Day after the last day of the period.
 * @param label Name of the period for people to read. Default: the key.
 */
public record CustomPeriod(
        @Required String key,
        @Required LocalDate startsOn,
        @Required LocalDate endsOn,
        String label) {
    /**
     * Returns a builder with the required fields.
     *
     * @param key Period key, unique in the list.
     * @param startsOn First day of the period.
     * @param endsOn Day after the last day of the period.
     */
    public static Builder builder(String key, LocalDate startsOn, LocalDate endsOn) {
        return new Builder(key, startsOn, endsOn);
    }

    /** Builder of {@code CustomPeriod}. */
    public static final class Builder {
        private final String key;
        private final LocalDate startsOn;
        private final LocalDate endsOn;
        private String label;

        private Builder(String key, LocalDate startsOn, LocalDate endsOn) {
            this.key = key;
            this.startsOn = startsOn;
            this.endsOn = endsOn;
        }

        /** Name of the period for people to read. Default: the key. */
        public Builder label(String label) {
            this.label = label;
            return this;
        }

        /** Returns the record. */
        public CustomPeriod build() {
            return new CustomPeriod(key, startsOn, endsOn, label);
        }
    }
}
