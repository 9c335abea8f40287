// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Alternative;
import refrain.Required;

/**
 * A single instant.
 *
 * @param at Instant of the occurrence.
 */
@Alternative("once")
public record OnceRecurrence(@Required Instant at) implements Recurrence {}
