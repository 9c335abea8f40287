// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * A DST change that affects a schedule.
 *
 * @param at Time of the change.
 * @param kind Kind: {@code gap} if the clock is set forward, {@code fold} if it is set back.
 * @param message Affected local times, and what happens to them.
 */
public record DstChange(@Required Instant at, @Required String kind, @Required String message) {}
