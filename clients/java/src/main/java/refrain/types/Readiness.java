// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Result of the readiness check.
 *
 * @param status Always {@code ready}.
 * @param store Kind of store.
 * @param schemaVersion Schema version of the store.
 * @param tzdb Version of the time zone database.
 * @param warnings Warnings for the operator.
 */
public record Readiness(
        @Required String status,
        @Required String store,
        long schemaVersion,
        @Required String tzdb,
        @Required List<String> warnings) {}
