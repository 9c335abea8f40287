// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * Reason why a document was refused, as in a problem document.
 *
 * @param code Stable code for programs.
 * @param detail Explanation of the error, with the value that caused it.
 * @param column Position in the invalid text, counted in characters from 1.
 * @param hint Suggested remedy.
 * @param path Location in the document, as a path such as {@code action.provider}.
 */
public record ApplyProblem(
        @Required String code,
        @Required String detail,
        Long column,
        String hint,
        String path) {}
