// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * A page of recurring actions.
 *
 * @param recurringActions Recurring actions, in order of ID.
 * @param count Number of recurring actions on this page.
 * @param nextCursor Cursor of the next page. Absent on the last page.
 * @param total Number of recurring actions on all pages. Null if it was not requested.
 * @param totalIsExact False if there are more than {@code total}, because counting stopped after
 *     10,000 schedules.
 */
public record RecurringList(
        @Required List<RecurringSummary> recurringActions,
        long count,
        String nextCursor,
        Long total,
        Boolean totalIsExact) {}
