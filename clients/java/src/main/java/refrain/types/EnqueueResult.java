// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Result of enqueuing a work item.
 *
 * @param id Work item ID.
 * @param existing Whether the queue already had a work item with that key.
 */
public record EnqueueResult(long id, boolean existing) {}
