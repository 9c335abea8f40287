// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * An occurrence, or the occurrences of a crowded time slot.
 *
 * @param from Time of the first occurrence.
 * @param until Time of the last occurrence. Equal to {@code from} for a single occurrence.
 * @param occurrences Number of occurrences, a lower bound if {@code is_cut} is true.
 * @param isCut Whether there are more occurrences.
 */
public record UpcomingSpan(@Required Instant from, @Required Instant until, long occurrences, boolean isCut) {}
