// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * The next occurrences of a schedule.
 *
 * @param next Times in order. Empty while the schedule is paused or after it has ended.
 */
public record NextOccurrences(@Required List<Instant> next) {}
