// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * How day of month and day of week combine when both are restricted. A newer server may have further
 * values.
 *
 * @param value Value in JSON.
 */
public record DayMatch(String value) implements TextValue {
    /** The value {@code or}. */
    public static final DayMatch OR = new DayMatch("or");
    /** The value {@code and}. */
    public static final DayMatch AND = new DayMatch("and");

    @Override
    public String toString() {
        return value;
    }
}
