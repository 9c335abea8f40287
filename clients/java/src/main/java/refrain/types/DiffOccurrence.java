// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * One occurrence.
 *
 * @param at Nominal time of the occurrence.
 * @param periodKey Period key.
 */
public record DiffOccurrence(@Required Instant at, @Required String periodKey) {}
