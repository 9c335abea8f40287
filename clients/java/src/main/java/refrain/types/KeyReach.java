// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Tenants that an API key can access. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record KeyReach(String value) implements TextValue {
    /** The value {@code tenant}. */
    public static final KeyReach TENANT = new KeyReach("tenant");
    /** The value {@code all}. */
    public static final KeyReach ALL = new KeyReach("all");

    @Override
    public String toString() {
        return value;
    }
}
