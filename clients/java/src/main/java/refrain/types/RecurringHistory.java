// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * The latest executions of a recurring action.
 *
 * @param history Executions, latest first.
 */
public record RecurringHistory(@Required List<RecurringExecution> history) {}
