// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Delivery guarantee: what happens after a crash between sending and recording the result. A newer server
 * may have further values.
 *
 * @param value Value in JSON.
 */
public record Delivery(String value) implements TextValue {
    /** The value {@code at_least_once}. */
    public static final Delivery AT_LEAST_ONCE = new Delivery("at_least_once");
    /** The value {@code at_most_once}. */
    public static final Delivery AT_MOST_ONCE = new Delivery("at_most_once");

    @Override
    public String toString() {
        return value;
    }
}
