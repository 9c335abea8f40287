// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * An hour or a day.
 *
 * @param at Start of the time slot.
 * @param counts Number of occurrences by state.
 */
public record HistorySlot(@Required Instant at, @Required StateCounts counts) {}
