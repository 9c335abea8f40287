// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Result of re-encrypting the secrets.
 *
 * @param reencrypted Number of secrets that were re-encrypted.
 * @param unchanged Number of secrets that already used the newest key.
 * @param refused Secrets that could not be decrypted. Keep all old master keys while there are any.
 */
public record SecretRotationResult(
        long reencrypted,
        long unchanged,
        @Required List<SecretRotationFailure> refused) {}
