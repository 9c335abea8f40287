// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Policy that decides which missed occurrences are caught up. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record CatchUpPolicy(String value) implements TextValue {
    /** The value {@code latest}. */
    public static final CatchUpPolicy LATEST = new CatchUpPolicy("latest");
    /** The value {@code skip}. */
    public static final CatchUpPolicy SKIP = new CatchUpPolicy("skip");
    /** The value {@code earliest}. */
    public static final CatchUpPolicy EARLIEST = new CatchUpPolicy("earliest");
    /** The value {@code all}. */
    public static final CatchUpPolicy ALL = new CatchUpPolicy("all");

    @Override
    public String toString() {
        return value;
    }
}
