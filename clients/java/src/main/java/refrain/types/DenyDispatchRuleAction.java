// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Alternative;
import refrain.Required;

/**
 * Rejects the occurrence permanently. It is settled as {@code failed(rejected)}.
 *
 * @param reason Reason, shown with the occurrence.
 */
@Alternative("deny")
public record DenyDispatchRuleAction(@Required String reason) implements DispatchRuleAction {}
