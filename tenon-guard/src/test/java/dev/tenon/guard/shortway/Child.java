package dev.tenon.guard.shortway;

import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.server.Ask;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server on standard input and output, as a program of its own. */
final class Child {
    private static final Json ANYTHING = Json.parse("{\"type\":\"object\"}");
    private static final CountDownLatch SLEEPING = new CountDownLatch(1);
    private static final CountDownLatch INTERRUPTED = new CountDownLatch(1);

    private Child() {}

    record Name(String name) {}

    /** The command that starts it. */
    static String[] command(Revision revision) {
        return new String[] {
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Child.class.getName(),
            revision.name()
        };
    }

    public static void main(String[] arguments) throws InterruptedException {
        McpServer.named("behind", "1")
                .revisions(Revision.valueOf(arguments[0]))
                .tool("echo")
                .inputSchema(ANYTHING)
                .handler((in, call) -> "said " + in.get("text").string())
                .tool("large")
                .handler((in, call) -> "x".repeat(300_000))
                .tool("some")
                .handler((in, call) -> "x".repeat(10_000))
                .tool("count")
                .handler((in, call) -> {
                    for (int i = 1; i <= 3; i++) {
                        call.progress(i, 3.0, "step " + i);
                    }
                    return "counted";
                })
                .tool("sleep")
                .handler((in, call) -> sleep())
                .tool("sleeping")
                .handler((in, call) -> SLEEPING.await(10, TimeUnit.SECONDS))
                .tool("interrupted")
                .handler((in, call) -> INTERRUPTED.await(10, TimeUnit.SECONDS))
                .tool("ask")
                .handler((in, call) -> "Hello "
                        + call.ask("name", Ask.form("Who are you?", Name.class))
                                .orElseDecline()
                                .name())
                .tool("die")
                .handler((in, call) -> {
                    Runtime.getRuntime().halt(3);
                    return "never";
                })
                .tool("deafen")
                .handler((in, call) -> deafen())
                .resource("test://one")
                .name("one")
                .handler((request, call) -> "first")
                .prompt("greet")
                .handler((arguments1, call) -> "Hello")
                .build()
                .serveStdio();
    }

    private static String sleep() throws InterruptedException {
        SLEEPING.countDown();
        try {
            TimeUnit.SECONDS.sleep(30);
        } catch (InterruptedException e) {
            INTERRUPTED.countDown();
            throw e;
        }
        return "slept";
    }

    /** From now on nothing is read: every thread that reads or writes stands still, but this answer leaves first. */
    private static String deafen() {
        Thread stopping = new Thread(() -> {
            try {
                TimeUnit.MILLISECONDS.sleep(300);
                new ProcessBuilder(
                                "kill",
                                "-STOP",
                                String.valueOf(ProcessHandle.current().pid()))
                        .start()
                        .waitFor();
            } catch (IOException | InterruptedException e) {
                Runtime.getRuntime().halt(4);
            }
        });
        stopping.start();
        return "soon";
    }
}
