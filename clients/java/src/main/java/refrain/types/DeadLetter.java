// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * An occurrence or work item that failed and is not retried.
 *
 * @param kind Kind of the dead letter.
 * @param id ID of the occurrence or work item.
 * @param occurrence The occurrence, if the kind is {@code occurrence}.
 * @param workItem The work item, if the kind is {@code work_item}.
 */
public record DeadLetter(@Required DeadLetterKind kind, long id, Occurrence occurrence, WorkItem workItem) {}
