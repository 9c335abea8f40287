// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * What happens when the condition of a rule cannot be evaluated, for example because it uses a missing
 * member. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record RuleErrorPolicy(String value) implements TextValue {
    /** The value {@code open}. */
    public static final RuleErrorPolicy OPEN = new RuleErrorPolicy("open");
    /** The value {@code closed}. */
    public static final RuleErrorPolicy CLOSED = new RuleErrorPolicy("closed");

    @Override
    public String toString() {
        return value;
    }
}
