// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Alternative;
import refrain.Required;

/**
 * Drops the occurrence. It is settled as {@code skipped(suppressed)}.
 *
 * @param reason Reason, shown with the occurrence.
 */
@Alternative("suppress")
public record SuppressDispatchRuleAction(@Required String reason) implements DispatchRuleAction {}
