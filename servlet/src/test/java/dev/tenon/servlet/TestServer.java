package dev.tenon.servlet;

import dev.tenon.json.Json;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A server with the tools of the tests. It counts calls and records interrupts. */
final class TestServer implements AutoCloseable {
    private static final Json TEXT =
            Json.parse("{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}");

    /** Counts every call of a handler. */
    final AtomicInteger calls = new AtomicInteger();

    /** Counted down when the handler of {@code wait} is interrupted. */
    final CountDownLatch interrupted = new CountDownLatch(1);

    /** Has a permit for each time that the handler of {@code wait} has started. */
    final Semaphore waitStarted = new Semaphore(0);

    /** Releases the handler of {@code wait}, once for each permit. */
    final Semaphore waitPermits = new Semaphore(0);

    final McpServer server;

    TestServer() {
        this(Limits.DEFAULT);
    }

    TestServer(Limits limits) {
        ServerBuilder builder = McpServer.builder("fixture", "1.0").limits(limits);
        builder.tool("echo").inputSchema(TEXT).handler((input, call) -> {
            calls.incrementAndGet();
            return input.get("text").string();
        });
        builder.tool("quick").inputSchema(TEXT).nonBlocking().handler((input, call) -> input.get("text")
                .string());
        builder.tool("steps").handler((input, call) -> {
            for (int i = 1; i <= 3; i++) {
                call.reportProgress(i, 3.0, "step " + i);
                Thread.sleep(120);
            }
            return "done";
        });
        builder.tool("wait").handler((input, call) -> {
            call.reportProgress(1, null, "waiting");
            waitStarted.release();
            try {
                waitPermits.acquire();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return "went on";
        });
        builder.tool("sleep").handler((input, call) -> {
            Thread.sleep(Container.CONNECTION_TIMEOUT.toMillis() * 3 / 2);
            return "slept";
        });
        builder.tool("large").handler((input, call) -> "l".repeat(30 << 20));
        builder.tool("flood").handler((input, call) -> {
            String text = "x".repeat(100_000);
            for (int i = 1; i <= 1000 && !call.isCancelled(); i++) {
                call.reportProgress(i, 1000.0, text);
                Thread.sleep(60);
            }
            return "flooded";
        });
        server = builder.build();
    }

    @Override
    public void close() {
        server.close();
    }
}
