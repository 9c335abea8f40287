// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * A minute of the week.
 *
 * @param weekday Day of the week.
 * @param time Time of day.
 * @param occurrences Number of occurrences.
 */
public record BusyMinute(@Required String weekday, @Required String time, long occurrences) {}
