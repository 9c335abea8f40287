// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * What happens to a local time that occurs twice (in a fold). A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record DstFoldPolicy(String value) implements TextValue {
    /** The value {@code first}. */
    public static final DstFoldPolicy FIRST = new DstFoldPolicy("first");
    /** The value {@code last}. */
    public static final DstFoldPolicy LAST = new DstFoldPolicy("last");
    /** The value {@code both}. */
    public static final DstFoldPolicy BOTH = new DstFoldPolicy("both");

    @Override
    public String toString() {
        return value;
    }
}
