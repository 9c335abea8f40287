// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * An hour or a day.
 *
 * @param at Start of the time slot.
 * @param occurrences Number of occurrences, a lower bound if {@code is_cut} is true.
 * @param schedules Number of schedules that the occurrences belong to.
 * @param isCut Whether there are more occurrences.
 */
public record UpcomingSlot(@Required Instant at, long occurrences, long schedules, boolean isCut) {}
