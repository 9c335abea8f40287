// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Object that a schedule belongs to: a template node, an engagement, a customer.
 *
 * @param type Type of the object.
 * @param id ID of the object.
 */
public record Scope(@Required String type, @Required String id) {}
