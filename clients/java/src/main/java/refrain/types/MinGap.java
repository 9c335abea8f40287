// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Minimum time between two occurrences.
 *
 * @param seconds Time in seconds.
 * @param text Time as text, for people.
 */
public record MinGap(long seconds, @Required String text) {}
