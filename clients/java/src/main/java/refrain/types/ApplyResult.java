// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Result of applying documents.
 *
 * @param done Whether the changes were made. False for a dry run.
 * @param changed Number of documents that were created, updated or deleted, or would be.
 * @param refused Number of documents that were refused.
 * @param items Result for each document, in the order of the request.
 */
public record ApplyResult(boolean done, long changed, long refused, @Required List<ApplyItem> items) {}
