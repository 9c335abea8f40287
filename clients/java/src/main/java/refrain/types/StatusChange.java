// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Change of a status.
 *
 * @param to Status after.
 * @param from Status before. Null for a new schedule.
 */
public record StatusChange(@Required String to, String from) {}
