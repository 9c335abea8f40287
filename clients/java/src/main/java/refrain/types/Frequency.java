// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Length of a calendar period. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record Frequency(String value) implements TextValue {
    /** The value {@code daily}. */
    public static final Frequency DAILY = new Frequency("daily");
    /** The value {@code weekly}. */
    public static final Frequency WEEKLY = new Frequency("weekly");
    /** The value {@code monthly}. */
    public static final Frequency MONTHLY = new Frequency("monthly");
    /** The value {@code quarterly}. */
    public static final Frequency QUARTERLY = new Frequency("quarterly");
    /** The value {@code yearly}. */
    public static final Frequency YEARLY = new Frequency("yearly");

    @Override
    public String toString() {
        return value;
    }
}
