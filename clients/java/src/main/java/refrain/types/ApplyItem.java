// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.util.List;
import refrain.Required;

/**
 * Result for one document.
 *
 * @param kind Kind of the document.
 * @param name Schedule ID, or name of the document.
 * @param result What was done, or would be done.
 * @param warnings Warnings about settings that are probably not intended.
 * @param after Fields of the new definition that differ. Null if the document is unchanged or
 *     deleted.
 * @param before Fields of the stored definition that differ. Null if the document is new or
 *     unchanged.
 * @param occurrences Occurrences that a dry run finds added, removed and moved. Null if none is, and
 *     unless the document is an existing schedule. At most 100 of each are listed.
 * @param problem Reason why the document was refused.
 * @param revision Revision after the change; in a dry run the present one, which the change can name
 *     as {@code if_revision}. 0 if the document does not exist. Null if it was refused.
 * @param sentence Description of a schedule's recurrence.
 * @param status Change of a schedule's status. Null if it stays the same.
 */
public record ApplyItem(
        @Required String kind,
        @Required String name,
        @Required ApplyOutcome result,
        @Required List<Warning> warnings,
        Object after,
        Object before,
        OccurrenceDiff occurrences,
        ApplyProblem problem,
        Long revision,
        String sentence,
        StatusChange status) {}
