// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Object that a run created, in the receiver's own terms.
 *
 * @param type Type of the object.
 * @param id ID of the object.
 */
public record RunTarget(@Required String type, @Required String id) {}
