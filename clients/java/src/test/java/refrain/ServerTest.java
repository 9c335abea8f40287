package refrain;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import refrain.types.Action;
import refrain.types.CreateKeyRequest;
import refrain.types.Event;
import refrain.types.EventKind;
import refrain.types.EveryRecurrence;
import refrain.types.CronRecurrence;
import refrain.types.FireRequest;
import refrain.types.FireResult;
import refrain.types.FirstRunAfter;
import refrain.types.HistoryLevel;
import refrain.types.IntervalUnit;
import refrain.types.Jitter;
import refrain.types.JitterWindow;
import refrain.types.KeyReach;
import refrain.types.ListSchedulesOptions;
import refrain.types.NewSchedule;
import refrain.types.OccurrenceDetail;
import refrain.types.OverlapPolicy;
import refrain.types.RetryPolicy;
import refrain.types.Role;
import refrain.types.Schedule;
import refrain.types.ScheduleDefinition;
import refrain.types.ScheduleList;
import refrain.types.SchedulePatch;
import refrain.types.ScheduleSpec;
import refrain.types.StreamEventsOptions;
import refrain.types.Weekday;

/** The client against a real server: {@code refrain serve} on SQLite. */
final class ServerTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Tests.Cleanup cleanup;

    ServerTest(Tests.Cleanup cleanup) {
        this.cleanup = cleanup;
    }

    private Refrain startServer(String... settings) throws IOException {
        return Servers.client(Servers.start(cleanup, settings)).build();
    }

    /** Returns a schedule that is never due by itself, and that writes a log record. */
    private static NewSchedule.Builder yearly(String id) {
        return NewSchedule.builder(Actions.log(Map.of("to", "team"))).id(id).cron("0 0 1 1 *").timezone("UTC");
    }

    @Test
    void aScheduleIsCreatedWithEverythingThatWasSet() throws IOException {
        Refrain refrain = startServer();
        RetryPolicy retry = RetryPolicy.builder().maxAttempts(3).initial(Duration.ofSeconds(90)).build();
        refrain.createSchedule(yearly("created").labels(Map.of("team", "billing")).overlap(OverlapPolicy.BUFFER_ONE)
                .timeout(Duration.ofMinutes(90)).retry(retry).build());
        Schedule stored = refrain.getSchedule("created");
        Tests.expect(OverlapPolicy.BUFFER_ONE, stored.overlap());
        Tests.expect(Duration.ofMinutes(90), stored.timeout());
        Tests.expect(Duration.ofSeconds(90), stored.retry().initial());
        Tests.expect(Map.of("team", "billing"), stored.labels());
        Tests.expect("0 0 1 1 *", ((CronRecurrence) stored.spec().recurrence()).expression());

        Instant start = Instant.parse("2030-01-01T00:00:00Z");
        EveryRecurrence weekly =
                EveryRecurrence.builder(2, IntervalUnit.WEEKS).onDays(List.of(Weekday.MONDAY)).at(List.of("09:00", "17:00")).build();
        ScheduleSpec spec = ScheduleSpec.builder(weekly, "Europe/Paris")
                .startsAt(start)
                .firstRun(FirstRunAfter.builder(Duration.ofHours(1)).build())
                .jitter(Jitter.builder(JitterWindow.of("50%")).build())
                .build();
        Schedule saved = refrain.putSchedule("every", ScheduleDefinition.builder(Actions.queue("nobody", null)).spec(spec).build());
        Tests.expect(start, saved.spec().startsAt());
        Tests.expect(List.of(Weekday.MONDAY), ((EveryRecurrence) saved.spec().recurrence()).onDays());
        Tests.expect(Duration.ofHours(1), ((FirstRunAfter) saved.spec().firstRun()).after());
    }

    @Test
    void listsAreReadPageByPage() throws IOException {
        Refrain refrain = startServer();
        List<String> ids = List.of("page0", "page1", "page2", "page3", "page4");
        ids.forEach(id -> refrain.createSchedule(yearly(id).build()));
        ListSchedulesOptions options = ListSchedulesOptions.builder().idPrefix("page").limit(2).build();
        ScheduleList page = refrain.listSchedules(options).page();
        Tests.expectTrue(page.items().size() == 2 && page.nextCursor() != null, page);
        Tests.expect(ids, refrain.listSchedules(options).stream().map(Schedule::id).toList());
    }

    @Test
    void anEditOfAnotherVersionIsAConflict() throws IOException {
        Refrain refrain = startServer();
        Schedule created = refrain.createSchedule(yearly("edited").build());
        CallOptions known = CallOptions.none().ifNoneMatch(created.revision());
        Tests.expectThrown(NotModifiedException.class, () -> refrain.getSchedule("edited", known));
        SchedulePatch patch = SchedulePatch.builder().description("new").history(HistoryLevel.FULL).build();
        CallOptions first = CallOptions.none().ifMatch(created.revision());
        Schedule edited = refrain.updateSchedule("edited", patch, first);
        Tests.expect(List.of("new", HistoryLevel.FULL), List.of(edited.description(), edited.history()));
        ConflictException conflict = Tests.expectThrown(ConflictException.class, () -> refrain.updateSchedule("edited", patch, first));
        Tests.expect(412, conflict.status().orElse(0));
        ConflictException exists = Tests.expectThrown(ConflictException.class, () -> refrain.createSchedule(yearly("edited").build()));
        Tests.expect("exists", exists.code().orElse(""));
        ScheduleDefinition daily = ScheduleDefinition.builder(Actions.log(null)).cron("@daily").build();
        Tests.expectThrown(ConflictException.class, () -> refrain.putSchedule("edited", daily, CallOptions.none().createOnly()));
        Schedule cleared = refrain.updateSchedule("edited", SchedulePatch.builder().clearHistory().build());
        Tests.expectTrue(cleared.history() == null && cleared.description().equals("new"), cleared);
        refrain.deleteSchedule("edited");
        Tests.expectThrown(NotFoundException.class, () -> refrain.getSchedule("edited"));
    }

    @Test
    void aManualRunIsWaitedForAndExplained() throws IOException {
        Refrain refrain = startServer();
        refrain.createSchedule(yearly("fired").build());
        FireRequest request = FireRequest.builder().note("a test").build();
        FireResult run = refrain.fireSchedule("fired", request, CallOptions.none().idempotencyKey("first"));
        FireResult again = refrain.fireSchedule("fired", request, CallOptions.none().idempotencyKey("first"));
        Tests.expectTrue(again.existing() && again.occurrence() == run.occurrence(), again);
        OccurrenceDetail ended = refrain.waitForOccurrence(run.occurrence(), MINUTE);
        Tests.expect(List.of("succeeded", "manual", 1), List.of(ended.state(), ended.trigger(), ended.attempts().size()));
        Tests.expect(true, refrain.explainSchedule("fired", Instant.parse("2099-01-01T00:00:00Z")).evaluation().matches());
        Tests.expect(Refrain.VERSION, refrain.serverVersion());
    }

    @Test
    void eventsOfARunAreStreamed() throws IOException {
        Refrain refrain = startServer();
        refrain.createSchedule(yearly("streamed").build());
        StreamEventsOptions completed = StreamEventsOptions.builder().schedule("streamed").kind("completed").build();
        try (EventStream events = refrain.streamEvents(completed)) {
            Tests.expectTrue(events.next() instanceof StreamItem.Opened opened && !opened.node().isEmpty(), events);
            FireResult run = refrain.fireSchedule("streamed");
            Event event = ((StreamItem.Occurred) events.next()).event();
            Tests.expect(List.of(EventKind.COMPLETED, run.occurrence()), List.of(event.kind(), event.occurrenceId()));
            Tests.expect("succeeded", event.occurrence().state());
            Timers.after(Duration.ZERO, events::close);
            Tests.expect(false, events.hasNext());
        }
        EventStream refused = refrain.streamEvents(StreamEventsOptions.builder().kind("nonsense").build());
        Tests.expect("kind", Tests.expectThrown(InvalidRequestException.class, refused::hasNext).path().orElse(""));
    }

    @Test
    void anInvalidRequestIsLocated() throws IOException {
        Refrain refrain = startServer().toBuilder().requestId("test-1").build();
        InvalidRequestException column = Tests.expectThrown(InvalidRequestException.class, () ->
                refrain.createSchedule(NewSchedule.builder(Actions.log(null)).cron("0 9 * * MUN").build()));
        Tests.expect(9L, column.column().orElse(0));
        Tests.expect("test-1", column.requestId().orElse(""));
        InvalidRequestException unknown = Tests.expectThrown(InvalidRequestException.class, () ->
                refrain.createSchedule(NewSchedule.builder(Action.builder("pigeon").build()).cron("@daily").build()));
        Tests.expect(List.of("unknown_provider", "action.provider"), List.of(unknown.code().orElse(""), unknown.path().orElse("")));
        Tests.expectText(unknown.hint().orElseThrow(), unknown.getMessage());
        Response response = refrain.request("GET", "/v1/schedules?limit=1", Map.of(), null);
        Tests.expectTrue(response.json() instanceof Map<?, ?> page && page.containsKey("items"), response);
        Tests.expect("test-1", response.requestId().orElse(""));
    }

    @Test
    void rightsAndLimitsAreDistinguished() throws IOException {
        Refrain open = startServer();
        String key = open.createKey(CreateKeyRequest.builder(Role.ADMIN).reach(KeyReach.ALL).build()).key();
        Refrain admin = open.toBuilder().key(key).build();
        Refrain viewer = open.toBuilder().key(admin.createKey(CreateKeyRequest.builder(Role.VIEWER).build()).key()).build();
        Tests.expectThrown(UnauthorizedException.class, () -> open.listSchedules().page());
        Tests.expectThrown(ForbiddenException.class, () -> viewer.createSchedule(yearly("digest").build()));
        admin.toBuilder().tenant("production/acme").build().createSchedule(yearly("digest").build());
        Tests.expectThrown(NotFoundException.class, () -> admin.getSchedule("digest"));
    }

    @Test
    void aRateLimitSaysWhenToComeBack() throws IOException {
        Refrain open = startServer("limits.requests_per_second=1", "limits.request_burst=1");
        Refrain refrain = open.toBuilder().key(open.createKey(CreateKeyRequest.builder(Role.ADMIN).build()).key()).build();
        RateLimitedException limited = Tests.expectThrown(RateLimitedException.class, () -> {
            while (true) {
                refrain.listSchedules().page();
            }
        });
        Tests.expect("too_many_requests", limited.code().orElse(""));
        Tests.expectTrue(limited.retryAfter().isPresent(), limited);
    }
}
