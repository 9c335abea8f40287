// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Alternative;
import refrain.Required;

/**
 * A fiscal year.
 *
 * @param fiscal A fiscal year.
 */
@Alternative("fiscal")
public record PeriodAnchorFiscal(@Required FiscalYear fiscal) implements PeriodAnchor {}
