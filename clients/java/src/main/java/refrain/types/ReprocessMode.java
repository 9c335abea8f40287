// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Existing occurrences that a backfill runs again. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record ReprocessMode(String value) implements TextValue {
    /** The value {@code none}. */
    public static final ReprocessMode NONE = new ReprocessMode("none");
    /** The value {@code failed}. */
    public static final ReprocessMode FAILED = new ReprocessMode("failed");
    /** The value {@code completed}. */
    public static final ReprocessMode COMPLETED = new ReprocessMode("completed");

    @Override
    public String toString() {
        return value;
    }
}
