// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Position of an occurrence in its period. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record PeriodPoint(String value) implements TextValue {
    /** The value {@code period_start}. */
    public static final PeriodPoint PERIOD_START = new PeriodPoint("period_start");
    /** The value {@code period_end}. */
    public static final PeriodPoint PERIOD_END = new PeriodPoint("period_end");

    @Override
    public String toString() {
        return value;
    }
}
