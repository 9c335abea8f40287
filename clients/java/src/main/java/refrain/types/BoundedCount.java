// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * A count that may have stopped at a limit.
 *
 * @param count The count, a lower bound if {@code is_cut} is true.
 * @param isCut Whether there are more.
 */
public record BoundedCount(long count, boolean isCut) {}
