// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Action on each schedule. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record BulkAction(String value) implements TextValue {
    /** The value {@code pause}. */
    public static final BulkAction PAUSE = new BulkAction("pause");
    /** The value {@code resume}. */
    public static final BulkAction RESUME = new BulkAction("resume");
    /** The value {@code cancel}. */
    public static final BulkAction CANCEL = new BulkAction("cancel");

    @Override
    public String toString() {
        return value;
    }
}
