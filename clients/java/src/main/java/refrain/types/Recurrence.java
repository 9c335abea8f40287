// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import refrain.Alternatives;

/** The recurrence of a schedule: when it runs. */
@Alternatives(tag = "kind", unknown = UnknownRecurrence.class)
public sealed interface Recurrence permits
        CronRecurrence,
        EveryRecurrence,
        CalendarRecurrence,
        RruleRecurrence,
        OnceRecurrence,
        AfterCompletionRecurrence,
        AnyRecurrence,
        AllRecurrence,
        UnknownRecurrence {
}
