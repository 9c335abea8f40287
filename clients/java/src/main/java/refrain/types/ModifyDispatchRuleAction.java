// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Alternative;
import refrain.Required;

/**
 * Changes the payload.
 *
 * @param patch JSON merge patch (RFC 7396).
 */
@Alternative("modify")
public record ModifyDispatchRuleAction(@Required Object patch) implements DispatchRuleAction {}
