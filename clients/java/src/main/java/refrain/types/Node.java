// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * A process that works on the store.
 *
 * @param id Node ID.
 * @param version Program version.
 * @param tzdb Version of the time zone database.
 * @param startedAt Start time.
 * @param isCurrent Whether this is the node that responds.
 */
public record Node(
        @Required String id,
        @Required String version,
        @Required String tzdb,
        @Required Instant startedAt,
        boolean isCurrent) {}
