package dev.tenon.client.internal.transport;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.http.embedded.TenonHttpServerBuilder;
import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A real server for these tests: echoes, counts, waits until it is released, and records interrupts. */
final class Demo implements AutoCloseable {
    private static final Json TEXT =
            Json.parse("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}");

    final CountDownLatch waiting = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);
    final CountDownLatch interrupted = new CountDownLatch(1);
    final McpServer server;

    Demo() {
        server = McpServer.builder("demo", "1")
                .tool("echo")
                .inputSchema(TEXT)
                .handler((input, call) -> input.members().get("text").string())
                .tool("count")
                .handler((input, call) -> {
                    for (int i = 1; i <= 3; i++) {
                        call.reportProgress(i, 3);
                    }
                    return "counted";
                })
                .tool("wait")
                .handler((input, call) -> await())
                .build();
    }

    private String await() throws InterruptedException {
        waiting.countDown();
        try {
            goOn.await(20, TimeUnit.SECONDS);
            return "waited";
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
    }

    TenonHttpServerBuilder http() {
        return TenonHttpServer.builder(server).port(0);
    }

    @Override
    public void close() {
        goOn.countDown();
        server.close(java.time.Duration.ofMillis(100));
    }
}
