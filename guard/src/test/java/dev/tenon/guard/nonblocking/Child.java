package dev.tenon.guard.nonblocking;

import dev.tenon.model.Revision;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A server on standard input and output, as a program of its own. */
final class Child {
    private Child() {}

    /** The command that starts it. */
    static String[] command(Revision revision) {
        return new String[] {
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-ea:dev.tenon...",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Child.class.getName(),
            revision.name()
        };
    }

    public static void main(String[] arguments) throws InterruptedException {
        Behind behind = new Behind();
        behind.server()
                .revisions(Revision.valueOf(arguments[0]))
                .tool("some")
                .handler((in, call) -> "x".repeat(10_000))
                .tool("sleeping")
                .handler((in, call) -> behind.sleeping.await(10, TimeUnit.SECONDS))
                .tool("interrupted")
                .handler((in, call) -> behind.interrupted.await(10, TimeUnit.SECONDS))
                .tool("die")
                .handler((in, call) -> {
                    Runtime.getRuntime().halt(3);
                    return "never";
                })
                .tool("deafen")
                .handler((in, call) -> deafen())
                .build()
                .serveStdio();
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
        return String.valueOf(ProcessHandle.current().pid());
    }
}
