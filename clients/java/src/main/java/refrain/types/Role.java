// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Role of an API key. Each role includes the ones before it. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record Role(String value) implements TextValue {
    /** The value {@code viewer}. */
    public static final Role VIEWER = new Role("viewer");
    /** The value {@code operator}. */
    public static final Role OPERATOR = new Role("operator");
    /** The value {@code editor}. */
    public static final Role EDITOR = new Role("editor");
    /** The value {@code admin}. */
    public static final Role ADMIN = new Role("admin");

    @Override
    public String toString() {
        return value;
    }
}
