// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * Occurrences of all schedules in a time window.
 *
 * @param from Start of the window, inclusive, by nominal time.
 * @param until End of the window, exclusive.
 * @param timezone Time zone of the time slots.
 * @param schedules Number of schedules with occurrences in the window, including those that are not
 *     returned.
 * @param occurrences Number of occurrences of all these schedules.
 * @param items Schedules with the latest occurrences, latest first.
 * @param slots Occurrences of all schedules by hour or day. Empty time slots are omitted.
 * @param countedSince If counting stopped at its limit: only occurrences recorded since this time are
 *     counted.
 */
public record RunHistory(
        @Required Instant from,
        @Required Instant until,
        @Required String timezone,
        long schedules,
        long occurrences,
        @Required List<HistorySchedule> items,
        @Required List<HistorySlot> slots,
        Instant countedSince) {}
