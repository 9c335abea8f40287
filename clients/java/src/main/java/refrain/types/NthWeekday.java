// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * The n-th weekday of a month. A negative number counts from the end of the month.
 *
 * @param n Number of the weekday in the month: 1 to 5, or -1 to -5.
 * @param day Day of the week.
 */
public record NthWeekday(long n, @Required Weekday day) {}
