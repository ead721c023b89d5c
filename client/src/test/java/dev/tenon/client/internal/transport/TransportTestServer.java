package dev.tenon.client.internal.transport;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.http.embedded.TenonHttpServerBuilder;
import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A real server whose tools echo a text, report progress, and wait until the test releases them. */
final class TransportTestServer implements AutoCloseable {
    private static final Json TEXT_SCHEMA =
            Json.parse("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}");

    final CountDownLatch waitStarted = new CountDownLatch(1);
    final CountDownLatch waitRelease = new CountDownLatch(1);
    final CountDownLatch waitInterrupted = new CountDownLatch(1);
    final McpServer server;

    TransportTestServer() {
        server = McpServer.builder("demo", "1")
                .tool("echo")
                .inputSchema(TEXT_SCHEMA)
                .handler((input, call) -> input.members().get("text").string())
                .tool("count")
                .handler((input, call) -> {
                    for (int i = 1; i <= 3; i++) {
                        call.reportProgress(i, 3);
                    }
                    return "counted";
                })
                .tool("wait")
                .handler((input, call) -> awaitRelease())
                .build();
    }

    private String awaitRelease() throws InterruptedException {
        waitStarted.countDown();
        try {
            waitRelease.await(20, TimeUnit.SECONDS);
            return "waited";
        } catch (InterruptedException e) {
            waitInterrupted.countDown();
            throw e;
        }
    }

    TenonHttpServerBuilder httpServerBuilder() {
        return TenonHttpServer.builder(server).port(0);
    }

    @Override
    public void close() {
        waitRelease.countDown();
        server.close(java.time.Duration.ofMillis(100));
    }
}
