// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Credentials for a login.
 *
 * @param key API key.
 */
public record LoginRequest(@Required String key) {}
