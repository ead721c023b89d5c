package dev.tenon.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.observer.RequestInfo;
import dev.tenon.server.observer.RequestOutcome;
import dev.tenon.server.observer.ServerObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Races on one connection. */
@Timeout(120)
class ChannelRacesTest {
    private static final Limits LIMITS = Limits.DEFAULT.toBuilder().pageSize(3).build();

    @Test
    void a_cancelled_call_gets_at_most_one_response_and_any_other_exactly_one() throws Exception {
        int calls = 2000;
        int batchSize = 40;
        try (McpServer server = LoadServer.builder(LIMITS).build();
                InProcessClient client = new InProcessClient(server)) {
            client.sendAndReceive("\"init\"", Messages.initialize());
            for (int i = 0; i < calls; i++) {
                String revision = i % 2 == 0 ? Messages.MODERN : Messages.LEGACY;
                client.send(Messages.call(revision, i, "brief", "\"micros\":" + i * 7 % 300));
                if (isCancelled(i)) {
                    spin(i * 13 % 300);
                    client.send(Messages.cancelledNotification(i));
                }
                if (i % batchSize == batchSize - 1) {
                    Conditions.await(() -> server.status().requests() == 0);
                }
            }
            client.sendAndReceive("\"last\"", Messages.request("\"last\"", "ping", ""));
            Conditions.await(() -> uncancelledIds(calls).stream().allMatch(i -> client.responseCount(i) == 1));
            assertThat(client.responseCounts().values()).allMatch(count -> count == 1);
            int responded = client.responseCounts().size();
            System.out.printf("load: of %d calls, %d were cancelled in time%n", calls, calls + 2 - responded);
        }
    }

    private static boolean isCancelled(int i) {
        return i % 4 != 0;
    }

    private static List<Integer> uncancelledIds(int calls) {
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            if (!isCancelled(i)) {
                ids.add(i);
            }
        }
        return ids;
    }

    private static void spin(int micros) {
        long end = System.nanoTime() + micros * 1000L;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    @Tag("exhaustive")
    void lists_stay_complete_while_tools_change() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (McpServer server = LoadServer.builder(LIMITS).build();
                InProcessClient client = new InProcessClient(server)) {
            List<String> permanentNames = listToolNames(client, 1000);
            List<CompletableFuture<Void>> toolChanges = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                String prefix = "passing-" + i + "-";
                toolChanges.add(CompletableFuture.runAsync(() -> addAndRemoveTools(server, prefix, done)));
            }
            for (int round = 0; round < 200; round++) {
                List<String> names = listToolNames(client, round * 50);
                assertThat(names).doesNotHaveDuplicates().containsSubsequence(permanentNames);
            }
            done.set(true);
            for (CompletableFuture<Void> toolChange : toolChanges) {
                toolChange.get();
            }
            assertThat(listToolNames(client, 50_000)).isEqualTo(permanentNames);
        }
    }

    private static void addAndRemoveTools(McpServer server, String prefix, AtomicBoolean done) {
        for (int i = 0; !done.get(); i++) {
            server.addTool(prefix + i % 7).handler((in, call) -> "here");
            if (i % 3 != 0) {
                Thread.yield();
            }
            assertThat(server.removeTool(prefix + i % 7)).isTrue();
        }
    }

    /** Returns the names on all pages, requested with ids from that number on. */
    private static List<String> listToolNames(InProcessClient client, int id) throws InterruptedException {
        List<String> names = new ArrayList<>();
        String cursor = "";
        for (int next = id; cursor != null; next++) {
            Json page = client.sendAndReceive(
                            String.valueOf(next), Messages.request(Messages.MODERN, next, "tools/list", cursor))
                    .get("result");
            page.get("tools")
                    .elements()
                    .forEach(tool -> names.add(tool.get("name").string()));
            Json more = page.get("nextCursor");
            cursor = more == null ? null : "\"cursor\":" + more;
        }
        return names;
    }

    @Test
    void closing_completes_pending_requests() throws Exception {
        for (int round = 0; round < 100; round++) {
            McpServer server = LoadServer.builder(LIMITS).build();
            try (InProcessClient client = new InProcessClient(server)) {
                int calls = 16;
                for (int i = 0; i < calls; i++) {
                    client.send(Messages.call(Messages.MODERN, i, "brief", "\"micros\":" + (i + round) * 50));
                }
                // All have been accepted, or already have responses.
                client.sendAndReceive("\"p\"", Messages.request("\"p\"", "ping", ""));
                server.close(Duration.ofSeconds(20));
                Conditions.await(() -> client.responseCounts().size() == calls + 1);
                assertThat(client.responseCounts().values()).allMatch(count -> count == 1);
            }
        }
    }

    @Test
    void closing_loses_no_responses_for_a_slow_client() throws Exception {
        int calls = 16;
        CountDownLatch mayRead = new CountDownLatch(1);
        AtomicInteger completedCount = new AtomicInteger();
        McpServer server = LoadServer.builder(LIMITS)
                .observer(new ServerObserver() {
                    @Override
                    public void onRequestCompleted(RequestInfo call, RequestOutcome outcome) {
                        completedCount.incrementAndGet();
                    }
                })
                .build();
        try (InProcessClient client = new InProcessClient(server, mayRead)) {
            for (int i = 0; i < calls; i++) {
                client.send(Messages.call(Messages.MODERN, i, "brief", "\"micros\":1"));
            }
            // Their handlers have ended; their responses have not been sent.
            Conditions.await(
                    () -> completedCount.get() == calls && server.status().requests() == 0);
            server.close(Duration.ofSeconds(30));
            mayRead.countDown();
            Conditions.await(() -> client.responseCounts().size() == calls);
        }
    }

    @Test
    void an_id_in_flight_is_rejected_and_can_be_reused_afterwards() throws Exception {
        try (McpServer server = LoadServer.builder(LIMITS).build();
                InProcessClient client = new InProcessClient(server)) {
            int copies = 50;
            client.send(Messages.call(Messages.MODERN, 1, "sleep", ""));
            for (int i = 0; i < copies; i++) {
                Json refused = client.sendAndReceive("1", Messages.call(Messages.MODERN, 1, "echo", "\"text\":\"a\""));
                assertThat(refused.get("error").get("code")).hasToString("-32600");
            }
            Conditions.await(() -> client.responseCount(1) == copies);
            client.send(Messages.cancelledNotification(1));
            client.send(Messages.call(Messages.MODERN, 1, "echo", "\"text\":\"b\""));
            Conditions.await(() -> client.responseCount(1) == copies + 1);
            assertThat(client.sendAndReceive("1", Messages.request("\"p\"", "ping", ""))
                            .get("result"))
                    .isNotNull();
        }
    }

    @Test
    void a_client_that_disconnects_while_it_opens_a_session_leaves_none() throws Exception {
        try (McpServer server = LoadServer.builder(LIMITS).build()) {
            HashSet<Integer> sessionCounts = new HashSet<>();
            for (int i = 0; i < 500; i++) {
                try (InProcessClient client = new InProcessClient(server)) {
                    client.trySend(Messages.initialize());
                    spin(i % 100);
                }
                sessionCounts.add(server.status().sessions());
            }
            Conditions.await(() -> server.status().sessions() == 0);
            assertThat(sessionCounts).isNotEmpty();
        }
    }
}
