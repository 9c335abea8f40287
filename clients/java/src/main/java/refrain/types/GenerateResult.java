// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * Result of planning a range.
 *
 * @param schedules Number of active schedules that were considered.
 * @param unreadable Number of active schedules whose definition cannot be read.
 * @param new_ Number of occurrences that were created.
 * @param existing Number of occurrences before {@code as_of} that already existed.
 */
public record GenerateResult(long schedules, long unreadable, long new_, long existing) {}
