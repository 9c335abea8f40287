// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Whether a recurrence names times of day, which follow {@code gap} and {@code fold}, or an interval,
 * which follows elapsed time. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record DstClass(String value) implements TextValue {
    /** The value {@code auto}. */
    public static final DstClass AUTO = new DstClass("auto");
    /** The value {@code fixed}. */
    public static final DstClass FIXED = new DstClass("fixed");
    /** The value {@code interval}. */
    public static final DstClass INTERVAL = new DstClass("interval");

    @Override
    public String toString() {
        return value;
    }
}
