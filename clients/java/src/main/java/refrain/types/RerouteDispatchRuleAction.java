// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Alternative;
import refrain.Required;

/**
 * Sends the action through another provider.
 *
 * @param provider Name of the provider.
 */
@Alternative("reroute")
public record RerouteDispatchRuleAction(@Required String provider) implements DispatchRuleAction {}
