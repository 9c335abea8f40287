// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.LocalDate;
import refrain.Required;

/**
 * A day with the number of its occurrences by state.
 *
 * @param date Date in the time zone.
 * @param failed Occurrences that failed.
 * @param planned Occurrences that are planned.
 * @param running Occurrences that are running.
 * @param skipped Occurrences that were skipped.
 * @param succeeded Occurrences that succeeded.
 */
public record DayCounts(
        @Required LocalDate date,
        long failed,
        long planned,
        long running,
        long skipped,
        long succeeded) {}
