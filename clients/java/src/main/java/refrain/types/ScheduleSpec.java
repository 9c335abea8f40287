// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import java.util.List;
import refrain.Required;

/**
 * Everything that decides when a schedule runs, as stored and as sent over the wire.
 *
 * @param recurrence Recurrence that says when the schedule runs.
 * @param timezone IANA name of the time zone whose wall clock the recurrence follows, or a fixed
 *     offset such as {@code +05:30}.
 * @param calendars Named calendars that exclude days or roll occurrences to business days.
 * @param dst Policy for local times that an offset change skips or repeats.
 * @param endsAt End, exclusive: every occurrence is earlier.
 * @param firstRun Extra occurrence before the regular ones.
 * @param jitter Deterministic delay that spreads load.
 * @param maxRuns Maximum number of occurrences that may start. Default: no limit.
 * @param startsAt Start, inclusive: no occurrence is earlier. Intervals are counted from here.
 */
public record ScheduleSpec(
        @Required Recurrence recurrence,
        @Required String timezone,
        List<CalendarReference> calendars,
        DstPolicy dst,
        Instant endsAt,
        FirstRun firstRun,
        Jitter jitter,
        Long maxRuns,
        Instant startsAt) {
    /**
     * Returns a builder with the required fields.
     *
     * @param recurrence Recurrence that says when the schedule runs.
     * @param timezone IANA name of the time zone whose wall clock the recurrence follows, or a fixed
     *     offset such as {@code +05:30}.
     */
    public static Builder builder(Recurrence recurrence, String timezone) {
        return new Builder(recurrence, timezone);
    }

    /** Builder of {@code ScheduleSpec}. */
    public static final class Builder {
        private final Recurrence recurrence;
        private final String timezone;
        private List<CalendarReference> calendars;
        private DstPolicy dst;
        private Instant endsAt;
        private FirstRun firstRun;
        private Jitter jitter;
        private Long maxRuns;
        private Instant startsAt;

        private Builder(Recurrence recurrence, String timezone) {
            this.recurrence = recurrence;
            this.timezone = timezone;
        }

        /** Named calendars that exclude days or roll occurrences to business days. */
        public Builder calendars(List<CalendarReference> calendars) {
            this.calendars = calendars;
            return this;
        }

        /** Policy for local times that an offset change skips or repeats. */
        public Builder dst(DstPolicy dst) {
            this.dst = dst;
            return this;
        }

        /** End, exclusive: every occurrence is earlier. */
        public Builder endsAt(Instant endsAt) {
            this.endsAt = endsAt;
            return this;
        }

        /** Extra occurrence before the regular ones. */
        public Builder firstRun(FirstRun firstRun) {
            this.firstRun = firstRun;
            return this;
        }

        /** Deterministic delay that spreads load. */
        public Builder jitter(Jitter jitter) {
            this.jitter = jitter;
            return this;
        }

        /** Maximum number of occurrences that may start. Default: no limit. */
        public Builder maxRuns(long maxRuns) {
            this.maxRuns = maxRuns;
            return this;
        }

        /** Start, inclusive: no occurrence is earlier. Intervals are counted from here. */
        public Builder startsAt(Instant startsAt) {
            this.startsAt = startsAt;
            return this;
        }

        /** Returns the record. */
        public ScheduleSpec build() {
            return new ScheduleSpec(
                    recurrence,
                    timezone,
                    calendars,
                    dst,
                    endsAt,
                    firstRun,
                    jitter,
                    maxRuns,
                    startsAt);
        }
    }
}
