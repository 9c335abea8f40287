// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Claimed work items.
 *
 * @param items Work items. Empty if there were none.
 */
public record ClaimResult(@Required List<WorkItem> items) {}
