// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * Preview of a definition.
 *
 * @param description Description of the recurrence in one sentence.
 * @param timezone Time zone, in the spelling of the time zone database.
 * @param from Start time of the preview.
 * @param warnings Warnings about settings that are valid but probably not intended.
 * @param next Next occurrences, in order.
 * @param isLast Whether there are no occurrences after these.
 * @param dstDates DST changes within a year that affect the schedule.
 * @param afterCompletion Delay between the end of a run and the next one, for
 *     {@code after_completion} recurrences, which have no times of their own.
 * @param change Effect on the schedule in {@code against}. Null without {@code against}.
 * @param minGap Minimum time between two occurrences. Null if there are never two.
 */
public record SchedulePreview(
        @Required String description,
        @Required String timezone,
        @Required Instant from,
        @Required List<Warning> warnings,
        @Required List<PreviewOccurrence> next,
        boolean isLast,
        @Required List<DstChange> dstDates,
        String afterCompletion,
        PreviewChange change,
        MinGap minGap) {}
