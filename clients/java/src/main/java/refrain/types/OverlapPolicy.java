// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Policy for an occurrence that is due while an earlier one of its schedule is still open.
 *
 * <p>A run that waits for its next attempt counts as running. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record OverlapPolicy(String value) implements TextValue {
    /** The value {@code skip}. */
    public static final OverlapPolicy SKIP = new OverlapPolicy("skip");
    /** The value {@code buffer_one}. */
    public static final OverlapPolicy BUFFER_ONE = new OverlapPolicy("buffer_one");
    /** The value {@code buffer_all}. */
    public static final OverlapPolicy BUFFER_ALL = new OverlapPolicy("buffer_all");
    /** The value {@code cancel_other}. */
    public static final OverlapPolicy CANCEL_OTHER = new OverlapPolicy("cancel_other");
    /** The value {@code allow_all}. */
    public static final OverlapPolicy ALLOW_ALL = new OverlapPolicy("allow_all");

    @Override
    public String toString() {
        return value;
    }
}
