// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Priority among a tenant's due occurrences. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record Priority(String value) implements TextValue {
    /** The value {@code high}. */
    public static final Priority HIGH = new Priority("high");
    /** The value {@code normal}. */
    public static final Priority NORMAL = new Priority("normal");
    /** The value {@code low}. */
    public static final Priority LOW = new Priority("low");

    @Override
    public String toString() {
        return value;
    }
}
