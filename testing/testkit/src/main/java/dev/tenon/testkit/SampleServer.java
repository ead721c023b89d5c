package dev.tenon.testkit;

import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The server for which the cases are written, with its tools, prompt and resources. The main method serves on standard
 * input and output.
 */
public final class SampleServer implements AutoCloseable {
    private static final Json TEXT = Json.parse("""
            {"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}""");
    private static final int MAX_HOLD_SECONDS = 60;

    private final AtomicInteger activeHolds = new AtomicInteger();
    private volatile CountDownLatch release = new CountDownLatch(1);
    private final McpServer server;

    /** Creates a server. */
    public SampleServer() {
        server = McpServer.builder("specimen", "1.0")
                .enableLogging()
                .tool("echo")
                .inputSchema(TEXT)
                .handler((arguments, call) -> String.valueOf(arguments.members().get("text")))
                .tool("pause")
                .handler((arguments, call) -> pause())
                .tool("hold")
                .handler((arguments, call) -> holdUntilReleased())
                .tool("holding")
                .handler((arguments, call) -> "holding " + activeHolds.get())
                .tool("release")
                .handler((arguments, call) -> release())
                .tool("dropped")
                .handler(
                        (arguments, call) -> "dropped " + this.server().status().droppedResponses())
                .prompt("greet")
                .requiredArgument("name", "whom to greet")
                .completion("name", (value, context, call) -> List.of("Ada", "Grace"))
                .handler((arguments, call) -> "Greet " + arguments.get("name"))
                .resource("battery://text")
                .name("text")
                .handler((request, call) -> "some text")
                .resourceTemplate("battery://item/{id}")
                .name("item")
                .handler((request, call) -> "item " + request.variables().get("id"))
                .build();
    }

    private static String pause() throws InterruptedException {
        System.out.println("Whatever a tool prints is not for the client.");
        Thread.sleep(50);
        return "paused";
    }

    /** Blocks until {@code release} is called, or for at most 60 seconds. */
    private String holdUntilReleased() throws InterruptedException {
        activeHolds.incrementAndGet();
        try {
            return release.await(MAX_HOLD_SECONDS, TimeUnit.SECONDS) ? "held" : "forgotten";
        } finally {
            activeHolds.decrementAndGet();
        }
    }

    private String release() {
        CountDownLatch released = release;
        release = new CountDownLatch(1);
        released.countDown();
        return "released";
    }

    /** Returns the server. */
    public McpServer server() {
        return server;
    }

    @Override
    public void close() {
        server.close();
    }

    /** Serves on standard input and output until the input ends. */
    public static void main(String[] args) throws InterruptedException {
        try (SampleServer sample = new SampleServer()) {
            sample.server().serveStdio();
        }
    }
}
