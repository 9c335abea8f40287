// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Result of a dispatch.
 *
 * @param key Name of the dispatch: the request's {@code Idempotency-Key}, or a generated one.
 *     Receivers get the same idempotency key for the same name.
 * @param dryRun Whether the request was a dry run: nothing was sent.
 * @param report Verdicts of the steps, and the outcome.
 */
public record DispatchResult(@Required String key, boolean dryRun, @Required DispatchReport report) {}
