// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Alternative;
import refrain.Required;

/**
 * Several recurrences combined into one.
 *
 * @param of Recurrences to combine.
 */
@Alternative("all")
public record AllRecurrence(@Required List<Recurrence> of) implements Recurrence {}
