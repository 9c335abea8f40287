// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Result for one schedule.
 *
 * @param id Schedule ID.
 * @param code Error code, as in problem documents, if the change was refused.
 * @param detail Explanation of the error.
 * @param revision Revision after the change. Null if the change was refused.
 * @param status Status after the change. Null if the schedule does not exist.
 */
public record BulkItemResult(@Required String id, String code, String detail, Long revision, String status) {}
