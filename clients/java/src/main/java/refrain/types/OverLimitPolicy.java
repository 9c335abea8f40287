// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * What happens to occurrences beyond a limit. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record OverLimitPolicy(String value) implements TextValue {
    /** The value {@code skip}. */
    public static final OverLimitPolicy SKIP = new OverLimitPolicy("skip");
    /** The value {@code wait}. */
    public static final OverLimitPolicy WAIT = new OverLimitPolicy("wait");

    @Override
    public String toString() {
        return value;
    }
}
