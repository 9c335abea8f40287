// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * Permission in addition to a role. Every role except {@code viewer} includes {@code payloads} and
 * {@code audit}. A newer server may have further values.
 *
 * @param value Value in JSON.
 */
public record Permission(String value) implements TextValue {
    /** The value {@code backfill}. */
    public static final Permission BACKFILL = new Permission("backfill");
    /** The value {@code fire}. */
    public static final Permission FIRE = new Permission("fire");
    /** The value {@code command}. */
    public static final Permission COMMAND = new Permission("command");
    /** The value {@code secrets}. */
    public static final Permission SECRETS = new Permission("secrets");
    /** The value {@code payloads}. */
    public static final Permission PAYLOADS = new Permission("payloads");
    /** The value {@code audit}. */
    public static final Permission AUDIT = new Permission("audit");

    @Override
    public String toString() {
        return value;
    }
}
