// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Alternative;
import refrain.Required;

/**
 * An explicit list of periods.
 *
 * @param custom An explicit list of periods.
 */
@Alternative("custom")
public record PeriodAnchorCustom(@Required CustomPeriods custom) implements PeriodAnchor {}
