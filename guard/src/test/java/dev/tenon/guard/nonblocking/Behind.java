package dev.tenon.guard.nonblocking;

import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.call.ClientInputRequest;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What the server behind offers, wherever it runs. */
final class Behind {
    private static final Json ANYTHING = Json.parse("{\"type\":\"object\"}");

    final CountDownLatch sleeping = new CountDownLatch(1);
    final CountDownLatch interrupted = new CountDownLatch(1);

    record Name(String name) {}

    /** To be built, perhaps with more. */
    ServerBuilder server() {
        return McpServer.builder("behind", "1")
                .tool("echo")
                .inputSchema(ANYTHING)
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
                        + call.requestInput("name", ClientInputRequest.form("Who are you?", Name.class))
                                .orElseThrow()
                                .name())
                .resource("test://one")
                .name("one")
                .handler((request, call) -> "first")
                .prompt("greet")
                .handler((arguments, call) -> "Hello");
    }

    private String sleep() throws InterruptedException {
        sleeping.countDown();
        try {
            TimeUnit.SECONDS.sleep(30);
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
        return "slept";
    }
}
