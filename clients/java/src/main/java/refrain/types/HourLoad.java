// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * An hour of the week.
 *
 * @param weekday Day of the week.
 * @param hour Hour of the day, from 0. Maximum: 23.
 * @param occurrences Number of occurrences.
 */
public record HourLoad(@Required String weekday, long hour, long occurrences) {}
