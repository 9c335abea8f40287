// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Health of a tenant's schedules.
 *
 * @param stale Schedules whose planning is overdue by a minute or more, most overdue first. Empty as
 *     long as nodes work. At most 500.
 * @param isCut Whether there may be more schedules than are listed.
 */
public record ScheduleHealth(@Required List<StaleSchedule> stale, boolean isCut) {}
