// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Result of verifying the tenant's hash chain.
 *
 * @param isIntact Whether every entry follows its predecessor.
 * @param brokenAt Position of the first entry that does not follow its predecessor or is missing.
 * @param entries Number of entries. Null if an entry is broken.
 * @param tip Hash of the last entry. Null if an entry is broken. Store it elsewhere to detect a
 *     truncated log.
 */
public record AuditVerification(boolean isIntact, Long brokenAt, Long entries, String tip) {}
