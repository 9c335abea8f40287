// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Alternatives;

/** First run of a schedule. */
@Alternatives(unknown = UnknownFirstRun.class)
public sealed interface FirstRun permits
        FirstRunNow,
        FirstRunAfter,
        FirstRunAt,
        FirstRunText,
        UnknownFirstRun {
    /** Returns the alternative that is a text. Known value: {@code now}. */
    static FirstRun of(String value) {
        return new FirstRunText(value);
    }
}
