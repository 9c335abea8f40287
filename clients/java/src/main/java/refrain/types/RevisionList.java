// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * A page of a list.
 *
 * @param items Items of the page.
 * @param nextCursor Cursor of the next page. Null on the last page.
 */
public record RevisionList(@Required List<Revision> items, String nextCursor) {}
