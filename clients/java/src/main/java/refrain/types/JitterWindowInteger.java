// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * The alternative of {@code JitterWindow} that is an integer.
 *
 * @param value Value in JSON.
 */
public record JitterWindowInteger(long value) implements JitterWindow {}
