// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * Explanation of why a schedule did or did not run.
 *
 * @param at Time that is explained.
 * @param sentence Explanation as a sentence.
 * @param answer Answer code: {@code not_created_yet}, {@code not_matched}, {@code recorded},
 *     {@code in_gap}, {@code stopped}, {@code not_planned_yet}, {@code will_be_held} (a hold will skip
 *     it) or {@code unexplained}.
 * @param occurrences Occurrences at that time.
 * @param evaluation Evaluation of the recurrence in effect at that time. Null if it is no longer
 *     valid.
 * @param gap Gap that contains that time.
 * @param hold Hold that would skip the occurrence now, as a sentence.
 * @param revision Revision in effect at that time. Null if the schedule did not exist yet.
 */
public record Explanation(
        @Required Instant at,
        @Required String sentence,
        @Required String answer,
        @Required List<OccurrenceDetail> occurrences,
        RecurrenceEvaluation evaluation,
        OccurrenceGap gap,
        String hold,
        Revision revision) {}
