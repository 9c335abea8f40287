// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * What happens to the occurrences that were due during a pause. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record ResumeMode(String value) implements TextValue {
    /** The value {@code now}. */
    public static final ResumeMode NOW = new ResumeMode("now");
    /** The value {@code catch_up}. */
    public static final ResumeMode CATCH_UP = new ResumeMode("catch_up");

    @Override
    public String toString() {
        return value;
    }
}
