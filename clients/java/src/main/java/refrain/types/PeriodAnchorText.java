// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.TextValue;

/**
 * The alternative of {@code PeriodAnchor} that is a text. Known value: {@code calendar}.
 *
 * @param value Value in JSON.
 */
public record PeriodAnchorText(String value) implements PeriodAnchor, TextValue {}
