package dev.tenon.guard.nonblocking;

import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.call.ClientInputRequest;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The tools, the resource and the prompt of the upstream server, in this JVM or in another process. */
final class UpstreamFeatures {
    private static final Json ANY_OBJECT = Json.parse("{\"type\":\"object\"}");

    final CountDownLatch sleepStarted = new CountDownLatch(1);
    final CountDownLatch sleepInterrupted = new CountDownLatch(1);

    record GreetingForm(String name) {}

    /** Returns the builder of a server with these features; a test can add more. */
    ServerBuilder newServerBuilder() {
        return McpServer.builder("behind", "1")
                .tool("echo")
                .inputSchema(ANY_OBJECT)
                .handler((in, call) -> "said " + in.get("text").string())
                .tool("large")
                .handler((in, call) -> "x".repeat(300_000))
                .tool("count")
                .handler((in, call) -> {
                    for (int i = 1; i <= 3; i++) {
                        call.reportProgress(i, 3.0, "step " + i);
                    }
                    return "counted";
                })
                .tool("sleep")
                .handler((in, call) -> sleep())
                .tool("ask")
                .handler((in, call) -> "Hello "
                        + call.requestInput("name", ClientInputRequest.form("Who are you?", GreetingForm.class))
                                .orElseThrow()
                                .name())
                .resource("test://one")
                .name("one")
                .handler((request, call) -> "first")
                .prompt("greet")
                .handler((arguments, call) -> "Hello");
    }

    private String sleep() throws InterruptedException {
        sleepStarted.countDown();
        try {
            TimeUnit.SECONDS.sleep(30);
        } catch (InterruptedException e) {
            sleepInterrupted.countDown();
            throw e;
        }
        return "slept";
    }
}
