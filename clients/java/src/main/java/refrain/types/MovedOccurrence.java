// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * An occurrence that moves.
 *
 * @param from The occurrence before the change.
 * @param to The occurrence after the change.
 */
public record MovedOccurrence(@Required DiffOccurrence from, @Required DiffOccurrence to) {}
