// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Numbering of weekdays. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record WeekdayNumbers(String value) implements TextValue {
    /** The value {@code sunday_zero}. */
    public static final WeekdayNumbers SUNDAY_ZERO = new WeekdayNumbers("sunday_zero");
    /** The value {@code sunday_one}. */
    public static final WeekdayNumbers SUNDAY_ONE = new WeekdayNumbers("sunday_one");

    @Override
    public String toString() {
        return value;
    }
}
