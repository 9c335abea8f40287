// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Verdicts of the dispatch steps, and the outcome.
 *
 * @param provider Provider that sent the action, or would have sent it.
 * @param steps Steps in order, up to the one that stopped the dispatch.
 * @param outcome Outcome of the dispatch. Null for a dry run that no step stopped.
 */
public record DispatchReport(
        @Required String provider,
        @Required List<DispatchStep> steps,
        DispatchOutcome outcome) {}
