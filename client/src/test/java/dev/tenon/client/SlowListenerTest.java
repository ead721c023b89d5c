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
    private static final int URI_COUNT = 700;
    private static final int LOG_MESSAGE_COUNT = 1500;

    /** Records notifications, and blocks until the test releases it. */
    private static final class SlowListener implements ClientListener {
        private final CountDownLatch released = new CountDownLatch(1);
        private final BlockingQueue<String> notifications = new LinkedBlockingQueue<>();

        private void addWhenReleased(String notification) {
            try {
                assertThat(released.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            notifications.add(notification);
        }

        @Override
        public void onLogMessage(LogParams message) {
            addWhenReleased("log");
        }

        @Override
        public void onResourceUpdated(String uri) {
            addWhenReleased(uri);
        }

        @Override
        public void onToolsChanged() {
            addWhenReleased("tools");
        }

        @Override
        public void onPromptsChanged() {
            addWhenReleased("prompts");
        }

        @Override
        public void onResourcesChanged() {
            addWhenReleased("resources");
        }

        /** Returns the notifications up to the last one, except log messages. */
        List<String> takeUntil(String last) throws InterruptedException {
            List<String> all = new ArrayList<>();
            String next;
            do {
                next = notifications.poll(20, TimeUnit.SECONDS);
                if (!"log".equals(next)) {
                    all.add(next);
                }
            } while (next != null && !next.equals(last));
            return all;
        }
    }

    private static void sendNotification(ScriptedServer server, String method, String params) {
        server.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + method + "\",\"params\":" + params + "}");
    }

    private static void sendResourceUpdated(ScriptedServer server, int number) {
        sendNotification(server, "resources/updated", "{\"uri\":\"a://" + number + "\"}");
    }

    @Test
    void each_pending_change_is_queued_once_and_none_is_lost() throws Exception {
        SlowListener slow = new SlowListener();
        try (ScriptedServer server = new ScriptedServer();
                McpClient client =
                        ScriptedServer.connect(McpClient.builder("test", "1").listener(slow), server, () -> {
                            server.sendError(server.expect("server/discover"), -32601, "Method not found", "null");
                            server.respondToInitialize("2025-11-25", ScriptedServer.ALL_CAPABILITIES);
                        })) {
            IntStream.range(0, LOG_MESSAGE_COUNT)
                    .forEach(i -> sendNotification(server, "message", "{\"level\":\"error\",\"data\":1}"));
            IntStream.range(0, 5 * URI_COUNT).forEach(i -> sendResourceUpdated(server, i % URI_COUNT));
            for (int i = 0; i < 100; i++) {
                sendNotification(server, "tools/list_changed", "{}");
                sendNotification(server, "prompts/list_changed", "{}");
                sendNotification(server, "resources/list_changed", "{}");
            }
            server.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
            assertThat(server.nextMessage().get("result"))
                    .as("all has been read")
                    .isNotNull();
            assertThat(client.status().droppedMessages())
                    .as("log messages")
                    .isBetween(LOG_MESSAGE_COUNT - 1002L, LOG_MESSAGE_COUNT - 900L);
            slow.released.countDown();

            assertThat(slow.takeUntil("resources"))
                    .containsExactlyElementsOf(Stream.concat(
                                    IntStream.range(0, URI_COUNT).mapToObj(i -> "a://" + i),
                                    Stream.of("tools", "prompts", "resources"))
                            .toList());
            sendResourceUpdated(server, 3);
            assertThat(slow.takeUntil("a://3")).as("one that comes later").containsExactly("a://3");
        }
    }
}
