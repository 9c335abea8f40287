// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * Occurrences added, removed and moved, each list in order.
 *
 * @param from Start of the compared window, inclusive.
 * @param until End of the compared window, exclusive.
 * @param added Occurrences that only the new recurrence has.
 * @param removed Occurrences that only the old recurrence has.
 * @param moved Occurrences that move to another instant.
 * @param truncated Whether the lists were truncated.
 */
public record OccurrenceDiff(
        @Required Instant from,
        @Required Instant until,
        @Required List<DiffOccurrence> added,
        @Required List<DiffOccurrence> removed,
        @Required List<MovedOccurrence> moved,
        boolean truncated) {}
