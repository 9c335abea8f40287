// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * A warning about a definition. It has no effect on the definition.
 *
 * @param code Stable code of the warning.
 * @param message Description of the warning for this recurrence.
 * @param hint Suggestion if the recurrence was not intended this way.
 */
public record Warning(@Required String code, @Required String message, String hint) {}
