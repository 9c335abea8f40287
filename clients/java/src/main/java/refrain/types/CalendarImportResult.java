// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Result of an import.
 *
 * @param calendar The calendar after the import.
 * @param events Number of events that added dates.
 * @param skipped Number of events that were skipped.
 * @param named The skipped events, at most 100.
 */
public record CalendarImportResult(
        @Required StoredCalendar calendar,
        long events,
        long skipped,
        @Required List<SkippedEvent> named) {}
