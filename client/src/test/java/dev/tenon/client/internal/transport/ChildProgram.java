package dev.tenon.client.internal.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.internal.transport.process.ProcessChannel;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A program that the tests start as a child process: servers that end correctly and servers that do not. */
public final class ChildProgram {
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofMillis(700);
    /** The timeout for a program that ends by itself, in a test that waits for that. */
    static final Duration LONG_TIMEOUT = Duration.ofSeconds(30);

    private ChildProgram() {}

    /** Returns a target that runs this program in a role, with an empty environment and a short shutdown timeout. */
    static CommandTarget withRole(String role) {
        return createTarget(List.of(
                java(), "-Xmx32m", "-XX:TieredStopAtLevel=1", "-cp", classPath(), ChildProgram.class.getName(), role));
    }

    /** Returns a target for a shell script, started by its full path. */
    static CommandTarget shellScript(String script) {
        return createTarget(List.of("/bin/sh", "-c", script));
    }

    private static CommandTarget createTarget(List<String> command) {
        return new CommandTarget(command, Map.of(), null, line -> {}, line -> line, SHUTDOWN_TIMEOUT);
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    static String classPath() {
        String fromSurefire = System.getProperty("surefire.test.class.path");
        return fromSurefire == null ? System.getProperty("java.class.path") : fromSurefire + File.pathSeparator;
    }

    /** Runs the role named by the first argument. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "echo" -> echo();
            case "environment" ->
                System.out.println(String.join(",", System.getenv().keySet()) + ";");
            case "ignore-stdin-end" -> ignoreStdinEnd();
            case "large-stderr" -> writeLargeStderr();
            case "exit-with-error" -> exitWithError();
            case "truncated-message" -> writeTruncatedMessage();
            case "close-stdout" -> closeStdout();
            case "start-child" -> startChild();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void echo() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.err.println("got " + line);
            System.out.println(line);
        }
        System.out.println("one last word");
        System.err.println("goodbye");
    }

    /** Ignores the end of its input. */
    private static void ignoreStdinEnd() throws InterruptedException {
        System.out.println(ProcessHandle.current().pid());
        Thread.sleep(60_000);
    }

    private static void writeLargeStderr() throws IOException {
        byte[] block = "x".repeat(1 << 20).getBytes(UTF_8);
        for (int i = 0; i < 100; i++) {
            System.err.write(block);
        }
        System.err.println();
        System.err.println("after the long line");
        echo();
    }

    private static void exitWithError() {
        System.err.println("No licence \u001b[31mfound\u202e");
        System.err.println("Giving up");
        System.exit(3);
    }

    private static void writeTruncatedMessage() {
        PrintStream out = System.out;
        out.print("{\"whole\":true}\n{\"half\":");
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Closes its output and keeps running. */
    private static void closeStdout() throws InterruptedException {
        System.out.close();
        Thread.sleep(60_000);
    }

    /** Starts a server, and exits without closing it. */
    private static void startChild() throws InterruptedException {
        ProcessChannel channel =
                ProcessChannel.start(withRole("ignore-stdin-end"), dev.tenon.transport.ChannelLimits.DEFAULT);
        RecordingReceiver receiver = new RecordingReceiver();
        channel.open(receiver);
        System.out.println(receiver.nextMessage());
    }
}
