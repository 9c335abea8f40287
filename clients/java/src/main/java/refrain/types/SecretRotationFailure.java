// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * A secret that could not be re-encrypted.
 *
 * @param name Name of the secret.
 * @param problem Reason for the failure.
 */
public record SecretRotationFailure(@Required String name, @Required String problem) {}
