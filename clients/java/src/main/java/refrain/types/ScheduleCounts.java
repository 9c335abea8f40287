// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Number of schedules by status.
 *
 * @param active Active schedules.
 * @param paused Paused schedules.
 * @param canceled Canceled schedules.
 * @param disabled Schedules that an error has disabled.
 * @param finished Schedules without further occurrences.
 */
public record ScheduleCounts(
        @Required BoundedCount active,
        @Required BoundedCount paused,
        @Required BoundedCount canceled,
        @Required BoundedCount disabled,
        @Required BoundedCount finished) {}
