// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * The alternative of {@code JitterWindow} that is a text.
 *
 * @param value Value in JSON.
 */
public record JitterWindowText(String value) implements JitterWindow, TextValue {}
