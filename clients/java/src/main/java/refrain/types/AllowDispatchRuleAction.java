// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Alternative;

/** Lets the occurrence pass. No further rules are evaluated. */
@Alternative("allow")
public record AllowDispatchRuleAction() implements DispatchRuleAction {}
