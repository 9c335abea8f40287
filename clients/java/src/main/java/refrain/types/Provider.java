// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * A provider, which delivers actions.
 *
 * @param name Name of the provider in schedules.
 * @param isHealthy Whether the provider can be used now.
 * @param problem Reason why the provider cannot be used.
 */
public record Provider(@Required String name, boolean isHealthy, String problem) {}
