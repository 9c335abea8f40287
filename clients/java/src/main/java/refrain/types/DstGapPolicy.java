// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * What happens to a local time that does not exist (in a gap). A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record DstGapPolicy(String value) implements TextValue {
    /** The value {@code next_valid}. */
    public static final DstGapPolicy NEXT_VALID = new DstGapPolicy("next_valid");
    /** The value {@code skip}. */
    public static final DstGapPolicy SKIP = new DstGapPolicy("skip");
    /** The value {@code same_offset}. */
    public static final DstGapPolicy SAME_OFFSET = new DstGapPolicy("same_offset");

    @Override
    public String toString() {
        return value;
    }
}
