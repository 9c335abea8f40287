// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * Occurrences of a schedule by day.
 *
 * @param from Start of the range, inclusive, by nominal time.
 * @param until End of the range, exclusive.
 * @param timezone Time zone of the days.
 * @param occurrences Number of occurrences that were counted.
 * @param days The days with occurrences, in order.
 * @param countedSince If counting stopped at its limit: only occurrences recorded since this time are
 *     counted.
 */
public record DailyCounts(
        @Required Instant from,
        @Required Instant until,
        @Required String timezone,
        long occurrences,
        @Required List<DayCounts> days,
        Instant countedSince) {}
