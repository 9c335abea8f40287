// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * An occurrence, or the occurrences of a crowded time slot.
 *
 * @param from Nominal time of the first occurrence.
 * @param until Nominal time of the last occurrence. Equal to {@code from} for a single occurrence.
 * @param counts Number of occurrences by state.
 */
public record HistorySpan(@Required Instant from, @Required Instant until, @Required StateCounts counts) {}
