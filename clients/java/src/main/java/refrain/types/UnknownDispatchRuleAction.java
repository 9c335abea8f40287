// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * An alternative of {@code DispatchRuleAction} of a newer server.
 *
 * @param value Value in JSON.
 */
public record UnknownDispatchRuleAction(Object value) implements DispatchRuleAction {}
