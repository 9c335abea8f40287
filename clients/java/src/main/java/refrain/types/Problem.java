// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Required;

/**
 * An error. The request changed nothing, except that the effect of a request that returns 503 may be
 * unknown.
 *
 * @param type Type of the problem: the code as a URN.
 * @param title Title of the HTTP status.
 * @param status HTTP status code. Maximum: 599.
 * @param code Stable code for programs.
 * @param detail Explanation of the error, with the value that caused it.
 * @param column Position in the invalid text, counted in characters from 1.
 * @param error The text of {@code detail} without the form of a sentence, only in responses of
 *     {@code /v1/recurring}.
 * @param hint Suggested remedy.
 * @param path Location in the body, as a path such as {@code action.provider}.
 */
public record Problem(
        @Required String type,
        @Required String title,
        long status,
        @Required String code,
        @Required String detail,
        Long column,
        String error,
        String hint,
        String path) {}
