// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Duration;
import refrain.Alternative;
import refrain.Required;

/**
 * A fixed delay between runs.
 *
 * @param delay Time from the completion of one run to the start of the next.
 */
@Alternative("after_completion")
public record AfterCompletionRecurrence(@Required Duration delay) implements Recurrence {}
