package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20, section 1: calls of a client that is closed end at once, and not on a thread that must not block. */
@Timeout(60)
class ClosedClientTest {
    /** Fails, because the server sends no message in these tests. */
    private static final class UnexpectedMessageHandler implements RawHandler {
        @Override
        public Json handleRequest(Method<?, ?> method, Json params, ProtocolCodec codec, @Nullable Object owner) {
            throw new AssertionError(method);
        }

        @Override
        public void handleNotification(
                NotificationType<?> type, Json params, ProtocolCodec codec, @Nullable Object owner) {
            throw new AssertionError(type);
        }
    }

    @Test
    void a_call_of_a_closed_client_on_an_event_loop_ends_on_a_thread_that_may_block() throws Exception {
        CompletableFuture<Boolean> couldBlock = new CompletableFuture<>();
        try (ScriptedServer server = new ScriptedServer();
                BackgroundTask<RawClient> connectTask = new BackgroundTask<>(() -> McpClient.builder("test", "1")
                        .connectRaw(
                                server.target(),
                                ClientCapabilities.NONE,
                                Revision.newest(),
                                new UnexpectedMessageHandler()))) {
            server.respondToDiscover(ScriptedServer.ALL_CAPABILITIES);
            RawClient client = connectTask.result();
            client.close();
            RawCall call = new RawCall(
                    Methods.DISCOVER,
                    codec -> codec.encodeParams(Methods.DISCOVER, EmptyParams.EMPTY),
                    CallOptions.DEFAULT,
                    null);
            ThreadBlockingContext.nonBlocking("event loop")
                    .run(() -> client.callAsync(call, new RawCallback() {
                        @Override
                        public void onResponse(RawResponse response) {
                            couldBlock.completeExceptionally(new AssertionError("answered"));
                        }

                        @Override
                        public void onFailure(RuntimeException cause) {
                            couldBlock.complete(ThreadBlockingContext.current().canBlock());
                        }
                    }));

            assertThat(couldBlock.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void a_call_that_waits_for_a_reconnect_ends_when_the_client_is_closed() throws Exception {
        ScriptedServer server = new ScriptedServer();
        ClientLimits limits = ClientLimits.DEFAULT.toBuilder()
                .reconnectDelay(Duration.ofSeconds(30))
                .build();
        ClientBuilder builder =
                McpClient.builder("test", "1").revisions(Revision.newest()).limits(limits);
        McpClient client = ScriptedServer.connect(
                builder, server, () -> server.respondToDiscover(ScriptedServer.ALL_CAPABILITIES));
        server.close();
        CompletableFuture<Thread> caller = new CompletableFuture<>();
        try (BackgroundTask<?> call = new BackgroundTask<>(() -> {
            caller.complete(Thread.currentThread());
            return client.callTool("a", Map.of());
        })) {
            Thread callerThread = caller.get(20, TimeUnit.SECONDS);
            for (int i = 0;
                    i < 500
                            && !listMethods(callerThread.getStackTrace())
                                    .contains("WaitingThreadExecutor.awaitOutcome");
                    i++) {
                Thread.sleep(20);
            }
            assertThat(Thread.getAllStackTraces().values().stream().map(ClosedClientTest::listMethods))
                    .noneMatch(stack -> stack.contains("Thread.sleep")
                            && stack.contains("ConnectionProvider.replaceCurrentConnection"));
            client.close();

            assertThatThrownBy(call::result)
                    .isInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining("closed");
        }
    }

    private static List<String> listMethods(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .map(frame -> frame.getClassName().replaceAll(".*\\.", "") + "." + frame.getMethodName())
                .toList();
    }
}
