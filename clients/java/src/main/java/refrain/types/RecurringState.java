// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * State of a recurring action after it was paused or resumed.
 *
 * @param id Recurring action ID.
 * @param enabled Whether the recurring action is active.
 * @param nextExecutionAt Time of the next execution. Null if the recurring action is not active.
 */
public record RecurringState(@Required String id, boolean enabled, Instant nextExecutionAt) {}
