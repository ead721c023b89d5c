package dev.tenon.http.embedded;

import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.call.CallContext;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server with tools that echo a text, report progress, or wait until the test releases them. */
final class TestServer implements AutoCloseable {
    private static final Json TEXT =
            Json.parse("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}");

    final CountDownLatch waitStarted = new CountDownLatch(1);
    final CountDownLatch release = new CountDownLatch(1);
    final CountDownLatch interrupted = new CountDownLatch(1);
    final McpServer mcpServer;

    TestServer() {
        this(McpServer.builder("demo", "1"));
    }

    TestServer(ServerBuilder builder) {
        mcpServer = builder.tool("echo")
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
                .handler((input, call) -> waitForRelease(call))
                .resource("demo://a")
                .name("a")
                .handler((request, call) -> "text")
                .build();
    }

    private String waitForRelease(CallContext call) throws InterruptedException {
        call.reportProgress(1, 2);
        waitStarted.countDown();
        try {
            release.await(20, TimeUnit.SECONDS);
            call.reportProgress(2, 2);
            return "waited";
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
    }

    TenonHttpServerBuilder httpBuilder() {
        return TenonHttpServer.builder(mcpServer).port(0);
    }

    @Override
    public void close() {
        mcpServer.close(java.time.Duration.ofMillis(100));
    }
}
