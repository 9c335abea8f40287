// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * What happens to a day that the month does not have, such as the 31st in a month of 30 days. A newer
 * server may have further values.
 *
 * @param value Value in JSON.
 */
public record MonthOverflow(String value) implements TextValue {
    /** The value {@code clamp}. */
    public static final MonthOverflow CLAMP = new MonthOverflow("clamp");
    /** The value {@code skip}. */
    public static final MonthOverflow SKIP = new MonthOverflow("skip");
    /** The value {@code next}. */
    public static final MonthOverflow NEXT = new MonthOverflow("next");

    @Override
    public String toString() {
        return value;
    }
}
