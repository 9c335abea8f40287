// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import refrain.Alternative;
import refrain.Required;

/**
 * Delays the action until this long after its due time. After that, the rule has no effect.
 *
 * @param by Length of the delay.
 */
@Alternative("delay")
public record DelayDispatchRuleAction(@Required Duration by) implements DispatchRuleAction {}
