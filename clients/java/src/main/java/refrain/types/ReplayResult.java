// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Result of a replay.
 *
 * @param replayed IDs that are replayed.
 * @param refused IDs that were not dead letters, or could not be replayed.
 */
public record ReplayResult(@Required List<Long> replayed, @Required List<Long> refused) {}
