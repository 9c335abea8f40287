// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Alternatives;

/** Calendar that defines the periods of a {@code calendar} recurrence. */
@Alternatives(unknown = UnknownPeriodAnchor.class)
public sealed interface PeriodAnchor permits
        PeriodAnchorFiscal,
        PeriodAnchorCustom,
        PeriodAnchorText,
        UnknownPeriodAnchor {
    /** Returns the alternative that is a text. Known value: {@code calendar}. */
    static PeriodAnchor of(String value) {
        return new PeriodAnchorText(value);
    }
}
