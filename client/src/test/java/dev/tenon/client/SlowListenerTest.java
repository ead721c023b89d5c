package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.model.LogParams;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20, item 15: a slow listener is notified of every change, however much else the server sends. */
@Timeout(60)
class SlowListenerTest {
    private static final int URIS = 700;
    private static final int LOGS = 1500;

    /** Blocks until it is released, and then returns the notifications. */
    private static final class SlowListener implements ClientListener {
        private final CountDownLatch released = new CountDownLatch(1);
        private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

        private void hear(String what) {
            try {
                assertThat(released.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            heard.add(what);
        }

        @Override
        public void onLogMessage(LogParams message) {
            hear("log");
        }

        @Override
        public void onResourceUpdated(String uri) {
            hear(uri);
        }

        @Override
        public void onToolsChanged() {
            hear("tools");
        }

        @Override
        public void onPromptsChanged() {
            hear("prompts");
        }

        @Override
        public void onResourcesChanged() {
            hear("resources");
        }

        /** Returns the notifications received until then, except log messages. */
        List<String> until(String last) throws InterruptedException {
            List<String> all = new ArrayList<>();
            String next;
            do {
                next = heard.poll(20, TimeUnit.SECONDS);
                if (!"log".equals(next)) {
                    all.add(next);
                }
            } while (next != null && !next.equals(last));
            return all;
        }
    }

    private static void tell(ScriptedServer server, String method, String params) {
        server.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + method + "\",\"params\":" + params + "}");
    }

    private static void updated(ScriptedServer server, int number) {
        tell(server, "resources/updated", "{\"uri\":\"a://" + number + "\"}");
    }

    @Test
    void each_pending_change_is_queued_once_and_none_is_lost() throws Exception {
        SlowListener slow = new SlowListener();
        try (ScriptedServer server = new ScriptedServer();
                McpClient client =
                        ScriptedServer.connect(McpClient.builder("test", "1").listener(slow), server, () -> {
                            server.error(server.expect("server/discover"), -32601, "Method not found", "null");
                            server.initialize("2025-11-25", ScriptedServer.EVERYTHING);
                        })) {
            IntStream.range(0, LOGS).forEach(i -> tell(server, "message", "{\"level\":\"error\",\"data\":1}"));
            IntStream.range(0, 5 * URIS).forEach(i -> updated(server, i % URIS));
            for (int i = 0; i < 100; i++) {
                tell(server, "tools/list_changed", "{}");
                tell(server, "prompts/list_changed", "{}");
                tell(server, "resources/list_changed", "{}");
            }
            server.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
            assertThat(server.next().get("result")).as("all has been read").isNotNull();
            assertThat(client.status().droppedMessages()).as("log messages").isBetween(LOGS - 1002L, LOGS - 900L);
            slow.released.countDown();

            assertThat(slow.until("resources"))
                    .containsExactlyElementsOf(Stream.concat(
                                    IntStream.range(0, URIS).mapToObj(i -> "a://" + i),
                                    Stream.of("tools", "prompts", "resources"))
                            .toList());
            updated(server, 3);
            assertThat(slow.until("a://3")).as("one that comes later").containsExactly("a://3");
        }
    }
}
