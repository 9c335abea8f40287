// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Unit of an {@code every} interval. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record IntervalUnit(String value) implements TextValue {
    /** The value {@code seconds}. */
    public static final IntervalUnit SECONDS = new IntervalUnit("seconds");
    /** The value {@code minutes}. */
    public static final IntervalUnit MINUTES = new IntervalUnit("minutes");
    /** The value {@code hours}. */
    public static final IntervalUnit HOURS = new IntervalUnit("hours");
    /** The value {@code days}. */
    public static final IntervalUnit DAYS = new IntervalUnit("days");
    /** The value {@code weeks}. */
    public static final IntervalUnit WEEKS = new IntervalUnit("weeks");
    /** The value {@code months}. */
    public static final IntervalUnit MONTHS = new IntervalUnit("months");
    /** The value {@code years}. */
    public static final IntervalUnit YEARS = new IntervalUnit("years");

    @Override
    public String toString() {
        return value;
    }
}
