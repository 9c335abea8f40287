// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * A document with its name and version.
 *
 * @param name Name of the document.
 * @param version Version, which increases with every write. A name that is deleted and used again
 *     continues the count.
 * @param updatedAt Time of the last change.
 * @param definition Alert: the alarms and schedules to watch, and the action to send.
 * @param problem Reason why the definition cannot be read.
 * @param warnings Warnings about settings that are probably not intended. Only in responses to a
 *     save. Omitted if there are none.
 */
public record StoredAlert(
        @Required String name,
        long version,
        @Required Instant updatedAt,
        Alert definition,
        String problem,
        List<Warning> warnings) {}
