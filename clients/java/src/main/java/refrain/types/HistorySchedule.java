// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * A schedule and its occurrences.
 *
 * @param schedule Schedule ID.
 * @param spans Occurrences in order. Those of a crowded time slot are merged into one span.
 */
public record HistorySchedule(@Required String schedule, @Required List<HistorySpan> spans) {}
