// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Length of a time slot. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record Fold(String value) implements TextValue {
    /** The value {@code hour}. */
    public static final Fold HOUR = new Fold("hour");
    /** The value {@code day}. */
    public static final Fold DAY = new Fold("day");

    @Override
    public String toString() {
        return value;
    }
}
