// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Whether all occurrences share one delay or each has its own. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record JitterMode(String value) implements TextValue {
    /** The value {@code fixed}. */
    public static final JitterMode FIXED = new JitterMode("fixed");
    /** The value {@code spread}. */
    public static final JitterMode SPREAD = new JitterMode("spread");

    @Override
    public String toString() {
        return value;
    }
}
