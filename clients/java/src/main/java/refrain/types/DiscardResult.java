// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Result of discarding dead letters.
 *
 * @param discarded IDs that are discarded.
 * @param refused IDs that were not dead letters.
 */
public record DiscardResult(@Required List<Long> discarded, @Required List<Long> refused) {}
