// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Position of the seconds field. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record SecondsField(String value) implements TextValue {
    /** The value {@code none}. */
    public static final SecondsField NONE = new SecondsField("none");
    /** The value {@code first}. */
    public static final SecondsField FIRST = new SecondsField("first");
    /** The value {@code last}. */
    public static final SecondsField LAST = new SecondsField("last");

    @Override
    public String toString() {
        return value;
    }
}
