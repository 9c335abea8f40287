// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Effect of saving on a schedule.
 *
 * @param against Schedule ID.
 * @param pending Planned occurrences that have not started, earliest first.
 * @param isCut Whether there are more planned occurrences than are listed.
 * @param occurrences Occurrences that are added, removed and moved. Null if the stored recurrence is
 *     no longer valid.
 */
public record PreviewChange(
        @Required String against,
        @Required List<PendingOccurrence> pending,
        boolean isCut,
        OccurrenceDiff occurrences) {}
