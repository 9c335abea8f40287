// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * Load of a tenant's schedules by hour of the week.
 *
 * @param from Start of the window, inclusive.
 * @param until End of the window, exclusive.
 * @param timezone Time zone of the hours.
 * @param schedules Number of active schedules that were counted.
 * @param occurrences Number of occurrences that were counted.
 * @param isCut Whether a limit stopped the count. All numbers are then too low.
 * @param hours Occurrences by hour of the week, starting on Monday at 00:00: 168 entries.
 * @param busiest Busiest minutes of the week, busiest first.
 * @param freeSlots Quiet minutes of the day for new schedules, quietest first, away from the quarters
 *     of the hour.
 */
public record Heatmap(
        @Required Instant from,
        @Required Instant until,
        @Required String timezone,
        long schedules,
        long occurrences,
        boolean isCut,
        @Required List<HourLoad> hours,
        @Required List<BusyMinute> busiest,
        @Required List<FreeSlot> freeSlots) {}
