// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Result of a bulk change.
 *
 * @param done Whether the changes were made. False for a dry run.
 * @param matched Number of schedules found by this request.
 * @param changed Number of schedules that were changed.
 * @param refused Number of schedules that could not be changed.
 * @param items Result for each schedule, in order of ID.
 * @param nextCursor Cursor of the next request. Null if there are no more schedules.
 */
public record BulkResult(
        boolean done,
        long matched,
        long changed,
        long refused,
        @Required List<BulkItemResult> items,
        String nextCursor) {}
