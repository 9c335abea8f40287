// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * A page of a tenant's schedules.
 *
 * @param items Schedules of the page.
 * @param nextCursor Cursor of the next page. Null on the last page.
 * @param total Number of schedules on all pages. Null if it was not requested, or if counting would
 *     require reading every schedule.
 * @param totalIsExact Whether {@code total} is exact. False if counting stopped at its limit.
 */
public record ScheduleList(
        @Required List<Schedule> items,
        String nextCursor,
        Long total,
        Boolean totalIsExact) {}
