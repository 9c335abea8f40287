// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Periods from an explicit list instead of a calendar.
 *
 * @param periods Periods in order, without overlaps.
 */
public record CustomPeriods(@Required List<CustomPeriod> periods) {}
