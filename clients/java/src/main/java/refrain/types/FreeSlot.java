// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * A quiet minute of the day.
 *
 * @param time Time of day.
 * @param occurrences Number of occurrences at this time, over all days.
 * @param cron Cron expression for a daily schedule at this time.
 */
public record FreeSlot(@Required String time, long occurrences, @Required String cron) {}
