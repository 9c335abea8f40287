// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Alternative;
import refrain.Required;

/**
 * RFC 5545 lines.
 *
 * @param text {@code DTSTART}, {@code RRULE}, {@code RDATE}, {@code EXRULE} and {@code EXDATE} lines.
 *     A bare list of rule parts is read as an {@code RRULE}.
 */
@Alternative("rrule")
public record RruleRecurrence(@Required String text) implements Recurrence {}
