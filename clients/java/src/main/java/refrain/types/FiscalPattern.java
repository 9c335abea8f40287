// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Division of a fiscal year into twelve periods. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record FiscalPattern(String value) implements TextValue {
    /** The value {@code monthly}. */
    public static final FiscalPattern MONTHLY = new FiscalPattern("monthly");
    /** The value {@code 4-4-5}. */
    public static final FiscalPattern _4_4_5 = new FiscalPattern("4-4-5");

    @Override
    public String toString() {
        return value;
    }
}
