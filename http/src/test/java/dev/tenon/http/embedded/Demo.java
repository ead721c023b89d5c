package dev.tenon.http.embedded;

import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.call.CallContext;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server for these tests: echoes, counts, waits until it is released, and records interrupts. */
final class Demo implements AutoCloseable {
    private static final Json TEXT =
            Json.parse("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}");

    final CountDownLatch waiting = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);
    final CountDownLatch interrupted = new CountDownLatch(1);
    final McpServer server;

    Demo() {
        this(McpServer.builder("demo", "1"));
    }

    Demo(ServerBuilder builder) {
        server = builder.tool("echo")
                .inputSchema(TEXT)
                .handler((input, call) -> input.members().get("text").string())
                .tool("quick")
                .inputSchema(TEXT)
                .nonBlocking()
                .handler((input, call) -> input.members().get("text").string())
                .tool("count")
                .handler((input, call) -> {
                    for (int i = 1; i <= 3; i++) {
                        call.reportProgress(i, 3);
                        Thread.sleep(200);
                    }
                    return "counted";
                })
                .tool("wait")
                .handler((input, call) -> await(call))
                .resource("demo://a")
                .name("a")
                .handler((request, call) -> "text")
                .build();
    }

    private String await(CallContext call) throws InterruptedException {
        call.reportProgress(1, 2);
        waiting.countDown();
        try {
            goOn.await(20, TimeUnit.SECONDS);
            call.reportProgress(2, 2);
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
        server.close(java.time.Duration.ofMillis(100));
    }
}
