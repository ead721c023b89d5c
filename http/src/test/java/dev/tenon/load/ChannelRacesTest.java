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
        int together = 40;
        try (McpServer server = LoadServer.with(LIMITS).build();
                InProcessClient transport = new InProcessClient(server)) {
            transport.ask("\"init\"", Messages.initialize());
            for (int i = 0; i < calls; i++) {
                String revision = i % 2 == 0 ? Messages.MODERN : Messages.LEGACY;
                transport.send(Messages.call(revision, i, "brief", "\"micros\":" + i * 7 % 300));
                if (isCancelled(i)) {
                    pause(i * 13 % 300);
                    transport.send(Messages.cancelled(i));
                }
                if (i % together == together - 1) {
                    Await.until(() -> server.status().requests() == 0);
                }
            }
            transport.ask("\"last\"", Messages.request("\"last\"", "ping", ""));
            Await.until(() -> uncancelled(calls).stream().allMatch(i -> transport.answersTo(i) == 1));
            assertThat(transport.counts().values()).allMatch(count -> count == 1);
            int responded = transport.counts().size();
            System.out.printf("load: of %d calls, %d were cancelled in time%n", calls, calls + 2 - responded);
        }
    }

    private static boolean isCancelled(int i) {
        return i % 4 != 0;
    }

    private static List<Integer> uncancelled(int calls) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            if (!isCancelled(i)) {
                all.add(i);
            }
        }
        return all;
    }

    private static void pause(int micros) {
        long end = System.nanoTime() + micros * 1000L;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    @Tag("exhaustive")
    void lists_stay_complete_while_tools_change() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (McpServer server = LoadServer.with(LIMITS).build();
                InProcessClient transport = new InProcessClient(server)) {
            List<String> lasting = names(transport, 1000);
            List<CompletableFuture<Void>> changes = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                String prefix = "passing-" + i + "-";
                changes.add(CompletableFuture.runAsync(() -> comeAndGo(server, prefix, done)));
            }
            for (int round = 0; round < 200; round++) {
                List<String> names = names(transport, round * 50);
                assertThat(names).doesNotHaveDuplicates().containsSubsequence(lasting);
            }
            done.set(true);
            for (CompletableFuture<Void> change : changes) {
                change.get();
            }
            assertThat(names(transport, 50_000)).isEqualTo(lasting);
        }
    }

    private static void comeAndGo(McpServer server, String prefix, AtomicBoolean done) {
        for (int i = 0; !done.get(); i++) {
            server.addTool(prefix + i % 7).handler((in, call) -> "here");
            if (i % 3 != 0) {
                Thread.yield();
            }
            assertThat(server.removeTool(prefix + i % 7)).isTrue();
        }
    }

    /** Returns the names on all pages, requested with ids from that number on. */
    private static List<String> names(InProcessClient transport, int id) throws InterruptedException {
        List<String> names = new ArrayList<>();
        String cursor = "";
        for (int next = id; cursor != null; next++) {
            Json page = transport
                    .ask(String.valueOf(next), Messages.request(Messages.MODERN, next, "tools/list", cursor))
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
            McpServer server = LoadServer.with(LIMITS).build();
            try (InProcessClient transport = new InProcessClient(server)) {
                int calls = 16;
                for (int i = 0; i < calls; i++) {
                    transport.send(Messages.call(Messages.MODERN, i, "brief", "\"micros\":" + (i + round) * 50));
                }
                // All have been accepted, or already have responses.
                transport.ask("\"p\"", Messages.request("\"p\"", "ping", ""));
                server.close(Duration.ofSeconds(20));
                Await.until(() -> transport.counts().size() == calls + 1);
                assertThat(transport.counts().values()).allMatch(count -> count == 1);
            }
        }
    }

    @Test
    void closing_loses_no_responses_for_a_slow_client() throws Exception {
        int calls = 16;
        CountDownLatch mayRead = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        McpServer server = LoadServer.with(LIMITS)
                .observer(new ServerObserver() {
                    @Override
                    public void onRequestCompleted(RequestInfo call, RequestOutcome outcome) {
                        ended.incrementAndGet();
                    }
                })
                .build();
        try (InProcessClient transport = new InProcessClient(server, mayRead)) {
            for (int i = 0; i < calls; i++) {
                transport.send(Messages.call(Messages.MODERN, i, "brief", "\"micros\":1"));
            }
            // Their handlers have ended; their responses have not been sent.
            Await.until(() -> ended.get() == calls && server.status().requests() == 0);
            server.close(Duration.ofSeconds(30));
            mayRead.countDown();
            Await.until(() -> transport.counts().size() == calls);
        }
    }

    @Test
    void an_id_in_flight_is_rejected_and_can_be_reused_afterwards() throws Exception {
        try (McpServer server = LoadServer.with(LIMITS).build();
                InProcessClient transport = new InProcessClient(server)) {
            int copies = 50;
            transport.send(Messages.call(Messages.MODERN, 1, "sleep", ""));
            for (int i = 0; i < copies; i++) {
                Json refused = transport.ask("1", Messages.call(Messages.MODERN, 1, "echo", "\"text\":\"a\""));
                assertThat(refused.get("error").get("code")).hasToString("-32600");
            }
            Await.until(() -> transport.answersTo(1) == copies);
            transport.send(Messages.cancelled(1));
            transport.send(Messages.call(Messages.MODERN, 1, "echo", "\"text\":\"b\""));
            Await.until(() -> transport.answersTo(1) == copies + 1);
            assertThat(transport.ask("1", Messages.request("\"p\"", "ping", "")).get("result"))
                    .isNotNull();
        }
    }

    @Test
    void a_client_that_disconnects_while_it_opens_a_session_leaves_none() throws Exception {
        try (McpServer server = LoadServer.with(LIMITS).build()) {
            HashSet<Integer> seen = new HashSet<>();
            for (int i = 0; i < 500; i++) {
                try (InProcessClient transport = new InProcessClient(server)) {
                    transport.offer(Messages.initialize());
                    pause(i % 100);
                }
                seen.add(server.status().sessions());
            }
            Await.until(() -> server.status().sessions() == 0);
            assertThat(seen).isNotEmpty();
        }
    }
}
