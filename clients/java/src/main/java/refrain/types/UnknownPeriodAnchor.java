// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * An alternative of {@code PeriodAnchor} of a newer server.
 *
 * @param value Value in JSON.
 */
public record UnknownPeriodAnchor(Object value) implements PeriodAnchor {}
