package dev.tenon.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.pin.NewToolMode;
import dev.tenon.guard.pin.PinLockFile;
import dev.tenon.guard.pin.PinStore;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import dev.tenon.server.observer.RequestInfo;
import dev.tenon.server.observer.ServerObserver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Many clients connect at the same time, before any upstream connection. */
@Isolated("it counts the processes that all tests have started")
class FirstCallsTest {
    private static final int CLIENTS = 30;

    private static void runConcurrently(Runnable task) {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<CompletableFuture<Void>> futures = Stream.generate(() -> CompletableFuture.runAsync(task, threads))
                    .limit(CLIENTS)
                    .toList();
            futures.forEach(CompletableFuture::join);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_shared_upstream_is_connected_once() {
        AtomicInteger discoverRequests = new AtomicInteger();
        McpServer upstream = McpServer.builder("behind", "1")
                .observer(new ServerObserver() {
                    @Override
                    public void onRequestStarted(RequestInfo call) {
                        if (call.method().equals("server/discover")) {
                            discoverRequests.incrementAndGet();
                        }
                    }
                })
                .tool("hello")
                .handler((in, call) -> "hi")
                .build();
        try (TenonHttpServer upstreamHttp =
                        TenonHttpServer.builder(upstream).port(0).start();
                Guard guard =
                        Guard.builder(ServerTarget.http(upstreamHttp.uri())).build();
                TenonHttpServer downstream =
                        TenonHttpServer.builder(guard.server()).port(0).start();
                McpClient client = McpClient.builder("front", "1")
                        .revisions(Revision.V2026_07_28)
                        .connect(ServerTarget.http(downstream.uri()))) {
            int before = discoverRequests.get();
            assertThat(before).isLessThanOrEqualTo(1);
            runConcurrently(() ->
                    assertThat(client.callTool("hello", Map.of()).isError()).isFalse());
            assertThat(discoverRequests).hasValue(before);
            assertThat(guard.connectionCount()).isEqualTo(1);
        } finally {
            upstream.close(Duration.ZERO);
        }
    }

    @Test
    void a_command_is_started_once() {
        String[] program = TestPrograms.serverCommand(Revision.V2026_07_28).toArray(String[]::new);
        try (Guard guard = Guard.builder(ServerTarget.command(program)).build();
                TenonHttpServer http =
                        TenonHttpServer.builder(guard.server()).port(0).start()) {
            runConcurrently(() -> {
                try (McpClient client = McpClient.builder("front", "1")
                        .revisions(Revision.V2026_07_28)
                        .connect(ServerTarget.http(http.uri()))) {
                    assertThat(client.callTool("echo", Map.of("text", "hi")).isError())
                            .isFalse();
                }
                assertThat(ProcessHandle.current().children()).hasSizeLessThanOrEqualTo(1);
            });
        }
    }

    @Test
    void an_unreachable_server_is_tried_once_for_all_clients() {
        try (Guard guard = Guard.builder(ServerTarget.http(java.net.URI.create("http://127.0.0.1:1/mcp")))
                        .build();
                TenonHttpServer http =
                        TenonHttpServer.builder(guard.server()).port(0).start()) {
            runConcurrently(() -> assertThatThrownBy(() -> McpClient.builder("front", "1")
                            .revisions(Revision.V2026_07_28)
                            .connect(ServerTarget.http(http.uri()))
                            .close())
                    .isInstanceOf(RuntimeException.class));
            assertThat(guard.connectionCount()).isZero();
        }
    }

    @Test
    void concurrent_approvals_of_several_servers_are_all_kept(@TempDir Path directory) {
        Path file = directory.resolve("tenon.lock");
        Json definition = Json.parse("{\"name\":\"add\"}");
        List<CompletableFuture<Void>> futures = IntStream.range(0, 20)
                .mapToObj(i -> CompletableFuture.runAsync(() -> new PinStore(new PinLockFile(file), NewToolMode.BLOCK)
                        .approve("server-" + i, Map.of("add", definition))))
                .toList();
        futures.forEach(CompletableFuture::join);
        assertThat(new PinLockFile(file).read().servers()).hasSize(20);
    }
}
