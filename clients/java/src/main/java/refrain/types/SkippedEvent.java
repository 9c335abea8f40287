// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * An event that added no dates.
 *
 * @param line Line in which the event starts.
 * @param reason Reason: {@code not_whole_days}, {@code canceled} or {@code no_start}.
 * @param summary Summary of the event.
 */
public record SkippedEvent(long line, @Required String reason, String summary) {}
