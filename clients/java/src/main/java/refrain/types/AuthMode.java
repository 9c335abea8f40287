// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Whether API keys are required. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record AuthMode(String value) implements TextValue {
    /** The value {@code open}. */
    public static final AuthMode OPEN = new AuthMode("open");
    /** The value {@code keys}. */
    public static final AuthMode KEYS = new AuthMode("keys");

    @Override
    public String toString() {
        return value;
    }
}
