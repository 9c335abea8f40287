// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Level of detail that is stored for an attempt, in addition to its times, outcome and reason. A newer
 * server may have further values.
 *
 * @param value Value in JSON.
 */
public record HistoryLevel(String value) implements TextValue {
    /** The value {@code none}. */
    public static final HistoryLevel NONE = new HistoryLevel("none");
    /** The value {@code errors}. */
    public static final HistoryLevel ERRORS = new HistoryLevel("errors");
    /** The value {@code minimal}. */
    public static final HistoryLevel MINIMAL = new HistoryLevel("minimal");
    /** The value {@code full}. */
    public static final HistoryLevel FULL = new HistoryLevel("full");

    @Override
    public String toString() {
        return value;
    }
}
