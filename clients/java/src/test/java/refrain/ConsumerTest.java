package refrain;

import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import refrain.types.ClaimRequest;
import refrain.types.EnqueueRequest;
import refrain.types.ListWorkItemsOptions;
import refrain.types.ScheduleDefinition;
import refrain.types.WorkItem;

/** Consumers of work queues, against a real server. */
final class ConsumerTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Refrain refrain;

    ConsumerTest(Tests.Cleanup cleanup) throws IOException {
        refrain = Servers.client(Servers.start(cleanup)).build();
    }

    private long enqueue(String queue, Object payload) {
        return refrain.enqueueWorkItem(EnqueueRequest.builder(queue, payload).build()).id();
    }

    @Test
    void itemsAreCompletedAndFailedByAFunction() {
        List<Long> ids = new ArrayList<>();
        for (long number = 0; number < 4; number++) {
            ids.add(enqueue("run", number));
        }
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        WorkConsumer consumer = refrain.consume("run").waitForWork(SECOND);
        consumer.onError((error, item) -> errors.add(error.getMessage() + " " + item.orElseThrow().id())).run(item -> {
            switch (((Long) item.payload()).intValue()) {
                case 1 -> throw new IllegalStateException("no such address");
                case 2 -> throw new RejectException("never");
                case 3 -> {
                    item.complete(Map.of("sent", 1));
                    consumer.stop();
                }
                default -> { }
            }
            return item.payload();
        });
        WorkItem good = refrain.getWorkItem(ids.get(0));
        WorkItem bad = refrain.getWorkItem(ids.get(1));
        Tests.expect(List.of("completed", 0L), List.of(good.state(), good.result()));
        Tests.expect(List.of("queued", "no such address"), List.of(bad.state(), bad.error()));
        Tests.expect("dead", refrain.getWorkItem(ids.get(2)).state());
        Tests.expect(Map.of("sent", 1L), refrain.getWorkItem(ids.get(3)).result());
        Tests.expect(List.of("no such address " + ids.get(1), "never " + ids.get(2)), errors);
    }

    @Test
    void aLeaseIsExtendedWhileAnItemIsProcessed() {
        long id = enqueue("slow", Map.of());
        WorkConsumer consumer = refrain.consume("slow").lease(SECOND).waitForWork(SECOND);
        List<Object> found = new ArrayList<>();
        consumer.run(item -> {
            // Without an extension, another worker would get the item after a second.
            ClaimRequest claim = ClaimRequest.builder("slow").wait_(Duration.ofSeconds(2)).build();
            found.add(refrain.claimWorkItems(claim).items());
            found.add(item.isLost());
            consumer.stop();
            return null;
        });
        Tests.expect(List.of(List.of(), false), found);
        WorkItem stored = refrain.getWorkItem(id);
        Tests.expect(List.of("completed", 1L), List.of(stored.state(), stored.attempt()));
    }

    @Test
    void aLostLeaseIsNotSettled() {
        enqueue("lost", Map.of());
        WorkItem claimed = refrain.claimWorkItems(ClaimRequest.builder("lost").build()).items().get(0);
        new ClaimedItem(refrain, claimed).fail("by another worker");
        ClaimedItem item = new ClaimedItem(refrain, claimed);
        Tests.expectThrown(LeaseLostException.class, Tests.calling(() -> item.complete(null)));
        Tests.expect(true, item.isLost());
    }

    @Test
    void aSettlementWaitsForAServerThatIsAway() {
        long id = enqueue("away", Map.of());
        HttpClient failing = new FailingOnce(HttpClient.newHttpClient(), "/complete");
        List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
        WorkConsumer consumer = refrain.toBuilder().http(failing).build().consume("away").waitForWork(SECOND);
        consumer.onError((error, item) -> errors.add(error)).run(item -> {
            consumer.stop();
            return null;
        });
        Tests.expect("completed", refrain.getWorkItem(id).state());
        Tests.expectTrue(errors.size() == 1 && errors.get(0) instanceof UnavailableException, errors);
    }

    @Test
    void anErrorThatNoRetryHelpsEndsTheConsumer() {
        enqueue("refused", Map.of());
        Tests.expectThrown(InvalidRequestException.class, Tests.calling(() ->
                refrain.consume("refused").waitForWork(SECOND).run(item -> new Object())));
    }

    @Test
    void itemsAreProcessedAtTheSameTimeUntilTheConsumerIsStopped() {
        refrain.putSchedule("to-many", ScheduleDefinition.builder(Actions.queue("many", Map.of("from", "schedule")))
                .cron("@yearly").timezone("UTC").build());
        enqueue("many", 1);
        enqueue("many", 2);
        refrain.fireSchedule("to-many");
        WorkConsumer consumer = refrain.consume("many").waitForWork(SECOND).concurrency(3);
        Map<Object, String> arrived = Collections.synchronizedMap(new HashMap<>());
        // No item is completed before three are processed.
        CountDownLatch meeting = new CountDownLatch(3);
        consumer.run(item -> {
            arrived.put(item.payload(), item.schedule().orElse(""));
            meeting.countDown();
            meeting.await();
            consumer.stop();
            return null;
        });
        Tests.expect(Map.of(1L, "", 2L, "", Map.of("from", "schedule"), "to-many"), arrived);
        ListWorkItemsOptions completed = ListWorkItemsOptions.builder().queue("many").state("completed").build();
        Tests.expect(3L, refrain.listWorkItems(completed).stream().count());
    }
}
