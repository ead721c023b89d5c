package dev.tenon.guard.nonblocking;

import dev.tenon.model.Revision;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A server on standard input and output, as a program. */
final class StdioUpstreamProgram {
    private StdioUpstreamProgram() {}

    /** Returns the command that starts the program. */
    static String[] command(Revision revision) {
        return new String[] {
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-ea:dev.tenon...",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            StdioUpstreamProgram.class.getName(),
            revision.name()
        };
    }

    public static void main(String[] arguments) throws InterruptedException {
        UpstreamFeatures features = new UpstreamFeatures();
        features.newServerBuilder()
                .revisions(Revision.valueOf(arguments[0]))
                .tool("some")
                .handler((in, call) -> "x".repeat(10_000))
                .tool("sleeping")
                .handler((in, call) -> features.sleepStarted.await(10, TimeUnit.SECONDS))
                .tool("interrupted")
                .handler((in, call) -> features.sleepInterrupted.await(10, TimeUnit.SECONDS))
                .tool("die")
                .handler((in, call) -> {
                    Runtime.getRuntime().halt(3);
                    return "never";
                })
                .tool("suspend")
                .handler((in, call) -> suspendProcess())
                .build()
                .serveStdio();
    }

    /** Suspends this process after the response of the call was sent: no thread reads or writes any more. */
    private static String suspendProcess() {
        Thread suspender = new Thread(() -> {
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
        suspender.start();
        return String.valueOf(ProcessHandle.current().pid());
    }
}
