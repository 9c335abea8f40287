// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.Map;
import refrain.Required;

/**
 * Action that is dispatched at each execution.
 *
 * @param provider Name of the provider that delivers the action.
 * @param actionType Type of the action, for dispatch rules and receivers.
 * @param payload JSON object for the provider.
 * @param metadata Metadata of every dispatched action.
 * @param dedupKey Deduplication key: actions with the same key are sent once.
 * @param target Address in the provider's own terms. Null if there is none.
 */
public record ActionTemplate(
        @Required String provider,
        @Required String actionType,
        @Required Object payload,
        @Required Map<String, String> metadata,
        String dedupKey,
        String target) {}
