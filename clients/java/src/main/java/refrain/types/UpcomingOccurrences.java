// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * Upcoming occurrences of a tenant's schedules in a time window.
 *
 * @param from Start of the window, inclusive.
 * @param until End of the window, exclusive.
 * @param timezone Time zone of the time slots.
 * @param schedules Number of active schedules that were examined.
 * @param schedulesWithOccurrences Number of schedules with occurrences in the window, including those
 *     that are not returned.
 * @param occurrences Number of occurrences of all these schedules.
 * @param isCut Whether a limit stopped the search. There are then more schedules than are counted
 *     here.
 * @param items Schedules with the earliest occurrences, in order of their first occurrence.
 * @param slots Load of all schedules by hour or day. Empty time slots are omitted.
 */
public record UpcomingOccurrences(
        @Required Instant from,
        @Required Instant until,
        @Required String timezone,
        long schedules,
        long schedulesWithOccurrences,
        long occurrences,
        boolean isCut,
        @Required List<UpcomingSchedule> items,
        @Required List<UpcomingSlot> slots) {}
