// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Verdict of one step.
 *
 * @param step Name of the step: {@code guard}, {@code controls} (holds and quotas), {@code rules},
 *     {@code dedup}, {@code throttle}, {@code breaker} or {@code provider}.
 * @param decision Decision: {@code pass}, {@code changed} or {@code stop}.
 * @param detail Explanation of the decision.
 */
public record DispatchStep(@Required String step, @Required String decision, String detail) {}
