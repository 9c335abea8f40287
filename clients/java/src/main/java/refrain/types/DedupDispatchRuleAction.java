// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import refrain.Alternative;
import refrain.Required;

/**
 * Drops the occurrence if the same key passed recently. Requires a {@code dedup_key} in the action.
 *
 * @param ttl Time for which a key is remembered.
 */
@Alternative("dedup")
public record DedupDispatchRuleAction(@Required Duration ttl) implements DispatchRuleAction {}
