// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * The alternative of {@code FirstRun} that is a text. Known value: {@code now}.
 *
 * @param value Value in JSON.
 */
public record FirstRunText(String value) implements FirstRun, TextValue {}
