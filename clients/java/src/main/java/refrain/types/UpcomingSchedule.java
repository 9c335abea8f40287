// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * A schedule and its upcoming occurrences.
 *
 * @param schedule Schedule ID.
 * @param sentence Description of the recurrence.
 * @param timezone Time zone of the schedule.
 * @param occurrences Number of occurrences, a lower bound if {@code is_cut} is true.
 * @param isCut Whether there are more occurrences.
 * @param spans Occurrences in order. Those of a crowded time slot are merged into one span.
 */
public record UpcomingSchedule(
        @Required String schedule,
        @Required String sentence,
        @Required String timezone,
        long occurrences,
        boolean isCut,
        @Required List<UpcomingSpan> spans) {}
