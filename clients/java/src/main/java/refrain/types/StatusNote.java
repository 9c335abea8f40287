// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * Reason for a status.
 *
 * @param by Person, key or program that changed the status.
 * @param text The caller's note, or the error.
 * @param until Time at which a pause ends by itself.
 */
public record StatusNote(@Required String by, String text, Instant until) {}
